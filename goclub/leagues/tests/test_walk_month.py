"""A month of a member's life on his phone, in Japanese, Thai and Polish."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from goclub.common.tests.walking import sideways
from goclub.games.models import Game
from goclub.games.playing.tests.test_walk import HAND, problems_of
from goclub.games.tests.factories import play, report
from goclub.leagues.calendar.tests.meetings import make_series
from goclub.leagues.models import Challenge, Coming
from goclub.members.models import ClubSettings, Notice
from goclub.members.tests.factories import PASSWORD, fresh, make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: A letter of each language that English has not.
LETTERS = {"ja": r"[\u3040-\u30ff\u4e00-\u9fff]", "th": r"[\u0e00-\u0e7f]"}
#: Where pictures of the pages go, if anywhere.


class Phone:
    """A member's phone, and what is asked of each page that he comes to."""

    def __init__(self, page, language):
        self.page, self.language, self.seen = page, language, 0

    def arrived(self):
        page = self.page
        page.wait_for_load_state()
        assert page.locator("html").get_attribute("lang") == self.language
        assert sideways(page) == 0
        assert problems_of(page) == []
        self.seen += 1
        if letter := LETTERS.get(self.language):
            for text in page.locator("main button:visible, main h2:visible").all_inner_texts():
                words = re.sub(r"\b\d+[kdp]\b|[\W\d_]", "", text)
                assert not words or re.search(letter, text), f"not in {self.language}: {text}"

    def press(self, selector):
        self.page.locator(selector).first.click()
        self.arrived()


@pytest.mark.parametrize("language", ["ja", "th"])
def test_a_month_on_the_phone(browser, live_server, language):
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club", language=language)
    me = make_member("Łukasz Źródlański", points=119, password=True, language=language)
    ken, anong = make_member("佐藤 健", points=121), make_member("อนงค์ ศรีสุข", points=117)
    play(me, ken, minute=1)
    play(anong, me, minute=2)
    asked = report(ken, me, minute=30)
    make_series(at=timezone.now(), first=timezone.localdate() + timedelta(days=1), rrule="")
    page = browser.new_context(viewport=HAND, reduced_motion="reduce", locale=language).new_page()
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    phone = Phone(page, language)

    # He signs in and comes to his start page: somebody waits for an answer.
    page.goto(live_server.url + reverse("members:sign-in"))
    phone.arrived()
    page.fill("[name=username]", me.user.username)
    page.fill("[name=password]", PASSWORD)
    phone.press("main form button.btn-primary")
    expect(page.locator("main h1")).to_contain_text(me.display_name)
    phone.press(f"form[action='{reverse('games:confirm', args=[asked.pk])}'] button")
    assert fresh(asked).state == Game.State.CONFIRMED

    # A game of his own, in three presses from the start page.
    page.goto(live_server.url)
    page.locator(".site-header a[href$='/report/']").click()
    phone.arrived()
    presses = 1
    opponent = f".opponents a[href*='/{anong.pk}/']"
    for selector in (opponent, ".told-one"):
        page.locator(selector).first.click()
        page.wait_for_load_state()
        presses += 1
    phone.arrived()
    assert presses == 3
    mine = Game.objects.latest("pk")
    assert (mine.state, set(mine.players)) == (Game.State.REPORTED, {me, anong})

    # He challenges the other one for the week after.
    page.goto(live_server.url + reverse("leagues:challenge-new", args=[ken.pk]))
    phone.arrived()
    when = (timezone.localtime() + timedelta(days=7)).strftime("%Y-%m-%dT%H:%M")
    page.fill("[name=first_time]", when)
    phone.press("main form.cal-form .btn-primary")
    row = Challenge.objects.get()
    assert (row.challenger, row.challenged) == (me, ken)

    # He comes to the next evening.
    page.goto(live_server.url)
    phone.press("form.cal-answer button[value=yes]")
    assert Coming.objects.get().member == me
    for name in ("leagues:club-calendar", "leagues:free", "leagues:ladder", "games:list"):
        page.goto(live_server.url + reverse(name))
        phone.arrived()

    # What he was told is read.
    Notice.objects.create(
        member=me,
        kind="game.confirmed",
        params={"other": "佐藤 健"},
        url="/games/",
        at=timezone.now(),
    )
    page.goto(live_server.url + reverse("members:notices"))
    phone.arrived()
    phone.press(f"form[action='{reverse('members:notices-read')}'] button")
    assert not Notice.objects.filter(member=me, read_at=None).exists()

    # His own page, and what he may choose.
    page.goto(live_server.url + me.get_absolute_url())
    phone.arrived()
    expect(page.locator("main h1")).to_contain_text(me.display_name)
    page.goto(live_server.url + reverse("members:me"))
    phone.arrived()
    assert problems == []
    page.goto("about:blank")
    page.context.close()
