"""The frame of every page in a browser: names in the header, tables that go on sideways."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from goclub.common.tests.broken_words import broken_words
from goclub.common.tests.walking import sideways
from goclub.games.playing.services.toss import call_toss, decide_toss, open_toss
from goclub.games.playing.tests.test_walk import EVERY_RULE, judge
from goclub.games.tests.factories import play
from goclub.leagues.tests.factories import (
    add_guests,
    make_event,
    make_organiser,
    next_round,
)
from goclub.members.models import ClubSettings, NewsPost
from goclub.members.news.services import save_post
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import as_member, make_member

pytestmark = [
    pytest.mark.browser,
    pytest.mark.extended,
    pytest.mark.django_db(transaction=True),
]

#: Elements that hold more than they show.
_CUT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => one.checkVisibility())
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.textContent.trim())"""


def come_in(page, live_server, client, member, language):
    """Signed in, in a language."""
    type(member).objects.filter(pk=member.pk).update(language=language)
    cookie = as_member(client, member).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])


@pytest.mark.parametrize("language", ["en", "ja", "pl", "th"])
def test_no_name_in_the_header_is_cut_where_there_is_room(page, live_server, client, language):
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club of the Old Tea Shop")
    come_in(page, live_server, client, make_member("Maximiliane-Friederike"), language)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(live_server.url + reverse("games:list"))
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert sideways(page) == 0
    assert page.evaluate(_CUT, ".brand span, .main-nav a, .header-end .btn, .menu > summary") == []


#: A page of every room, as a member meets it.
SAMPLE = (
    "home", "games:list", "games:toss-list", "games:kifu-list", "games:members", "games:rankings",
    "games:calculator", "games:report", "games:rules", "games:lessons", "leagues:events",
    "leagues:club-calendar", "leagues:ladder", "leagues:challenges", "members:me", "members:news",
    "members:picture", "members:notices-settings", "search",
)  # fmt: skip


@pytest.fixture
def lived(people):
    """Games, tosses, news and long names, so that the pages hold something."""
    sato, anong = people
    for minute in range(3):
        play(sato, anong, minute=minute * 3)
    now = timezone.now() - timedelta(minutes=5)
    toss = open_toss(Act(sato.user, now), anong)
    call_toss(Act(anong.user, now + timedelta(seconds=9)), toss, call="odd")
    decide_toss(Act(sato.user, now + timedelta(seconds=20)), toss)
    olga = make_member("Olga", role=ORGANISER)
    make_event(olga, name="Großes Sommerturnier im Kulturhaus")
    post = NewsPost(title="Großes Sommerturnier im Kulturhaus", text="Helfer *gesucht*.")
    save_post(Act(olga.user, now), post)
    return sato


@pytest.mark.parametrize("language", ["en", "ja", "pl", "th"])
def test_a_page_of_every_room_on_a_telephone(page, live_server, client, lived, language):
    """By axe, no word broken inside at 390 px, nothing to the side at 320 px."""
    come_in(page, live_server, client, lived, language)
    found = {}
    for name in SAMPLE:
        address = live_server.url + reverse(name)
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(address)
        expect(page.locator("html"), name).to_have_attribute("lang", language)
        judge(page, name, found, EVERY_RULE)
        if broken := broken_words(page):
            found[f"{name} broken"] = broken
        page.set_viewport_size({"width": 320, "height": 640})
        if over := sideways(page):
            found[f"{name} 320"] = over
    assert found == {}


#: Pages whose tab is not the first of its row.
TABBED = (
    "games:calculator", "leagues:scores", "games:rankings", "leagues:ladder",
    "leagues:free", "leagues:night-me",
)  # fmt: skip


def test_on_a_phone_the_tab_of_the_page_is_in_sight(page, live_server, client, lived):
    come_in(page, live_server, client, lived, "en")
    event = make_event(make_organiser("Otto"), name="Cup", organisers=[lived])
    add_guests(event, 4)
    next_round(event)
    page.set_viewport_size({"width": 390, "height": 844})
    rows = [(name, reverse(name), ".doors") for name in TABBED]
    rows += [
        (name, reverse(name, args=[event.slug]), ".tabs")
        for name in ("leagues:event-desk", "leagues:cross")
    ]
    for name, address, row in rows:
        page.goto(live_server.url + address)
        box = page.locator(f"{row} [aria-current]").bounding_box()
        assert box["x"] >= 0, name
        assert box["x"] + box["width"] <= 390, name


def test_long_names_of_usual_opponents_stay_inside_their_buttons(page, live_server, client, people):
    sato = people[0]
    for minute, name in enumerate(("ณัฐกฤตาภรณ์ พงศ์พิพัฒน์เศรษฐกุลชัยวัฒนานนท์", "Hanna Virtaharju")):
        play(sato, make_member(name), minute=minute * 3)
    come_in(page, live_server, client, sato, "en")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(live_server.url + reverse("games:report"))
        expect(page.locator(".opponents .btn")).to_have_count(2)
        assert sideways(page) == 0
        assert page.evaluate(_CUT, ".opponents .btn") == []


def test_a_refused_name_says_why_beside_its_field(page, live_server, client, lived):
    come_in(page, live_server, client, lived, "en")
    page.goto(f"{live_server.url}{reverse('games:calculator')}?one_text=nobody&other_text=anong")
    expect(page.locator(".invalid-feedback")).to_be_visible()
    expect(page.locator("[name=other_for]")).not_to_have_value("")


def test_the_question_of_a_quiz_stands_inside_its_card(page, live_server):
    page.goto(live_server.url + reverse("games:lessons"))
    for card in page.locator(".quiz-question").all():
        assert card.locator("legend").bounding_box()["y"] > card.bounding_box()["y"] + 4


#: Badges on a line below the name, before which nothing stands.
_ALONE = """() => [...document.querySelectorAll("main .who")].flatMap((who) => {
  const name = who.querySelector(".name"), rank = who.querySelector(".rank");
  if (!name || !rank || !rank.checkVisibility()) return [];
  const last = [...name.getClientRects()].at(-1);
  return rank.getBoundingClientRect().top >= last.bottom ? [who.innerText] : [];
})"""


def test_a_rank_stays_with_the_last_word_of_the_name(page, live_server, client, people):
    sato, anong = people
    for minute, name in enumerate(("Siobhán O’Dowd", "Maximiliane-Friederike", "Lu Siyuan Marie")):
        game = play(make_member(name, rank="2k"), sato, minute=minute * 3)
    come_in(page, live_server, client, anong, "en")
    for address in (reverse("games:list"), game.get_absolute_url()):
        page.goto(live_server.url + address)
        expect(page.locator("main .who .rank").first).to_be_visible()
        for width in range(320, 480, 8):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate(_ALONE) == [], (address, width)
