"""A whole evening in Chromium: six on their phones, two of them without a line for a while, an
organiser at her desk, and the wall.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import expect

from goclub.common.tests.walking import sideways
from goclub.games.models import Game
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.leagues.evening.tests.nights import some_members
from goclub.leagues.models import ClubNight, NightGame, NightPress
from goclub.members.models import ClubSettings
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE, DESK, WALL = (
    {"width": 390, "height": 844}, {"width": 1280, "height": 900}, {"width": 1920, "height": 1080},
)  # fmt: skip
#: The devices ask for news when the walk says so, one after the other: a database in memory lets
#: nobody wait.  What is asked for, and what is kept and sent, is the pages' own.
BEATS = """
  const beats = [], every = window.setInterval;
  window.setInterval = (f, ms, ...more) => ms >= 5000 ? beats.push(f) : every(f, ms, ...more);
  window.beat = () => beats.forEach((f) => f());
"""


class Device:
    """Somebody's screen: a browser of its own, signed in or not."""

    def __init__(self, browser, base, size, path, member=None):
        self.context = browser.new_context(viewport=size, base_url=base)
        self.context.add_init_script(BEATS)
        self.member, self.problems, self.offline = member, [], False
        if member is not None:
            client = Client()
            client.force_login(member.user)
            name = settings.SESSION_COOKIE_NAME
            self.context.add_cookies(
                [{"name": name, "value": client.cookies[name].value, "url": base}]
            )
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.goto(path)

    def press(self, selector):
        """Press, and wait until the page shows what became of it."""
        self.page.locator(selector).first.click()
        expect(self.page.locator("button[aria-busy]:not([disabled])")).to_have_count(0)

    def look(self, selector, count=1):
        """What the page shows once it has asked for news."""
        self.page.evaluate("beat()")
        found = self.page.locator(selector)
        expect(found).to_have_count(count)
        return found

    def lose_line(self):
        """The page is there as it was last; its worker has it."""
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.page.reload(wait_until="networkidle")
        self.context.set_offline(True)
        self.page.reload()

    def find_line(self):
        """What was kept is sent by itself."""
        self.context.set_offline(False)
        said = self.page.locator("[data-line]")
        with contextlib.suppress(AssertionError):  # the site was busy: the next beat sends it
            expect(said).to_be_hidden(timeout=5_000)
        self.page.evaluate("beat()")
        expect(said).to_be_hidden()
        assert self.kept == 0

    @property
    def kept(self):
        return len(self.page.evaluate("JSON.parse(localStorage.getItem('night presses') ?? '[]')"))


@pytest.fixture
def devices(browser, live_server) -> Iterator:
    """Makes devices, and puts them away before the database is."""
    made = []

    def device(size, path, member=None):
        made.append(Device(browser, live_server.url, size, path, member))
        return made[-1]

    yield device
    for one in made:
        assert one.problems == []
        one.page.goto("about:blank")
        one.context.close()


def phones_by_table(phones):
    """The phones of each game under way, Black's first, by table."""
    by_member = {phone.member.pk: phone for phone in phones}
    running = NightGame.objects.filter(ended_at=None).order_by("table")
    rows = running.select_related("black", "white")
    return [(by_member[row.black.member_id], by_member[row.white.member_id], row) for row in rows]


def test_six_on_phones_an_organiser_and_a_wall(devices):
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    olga = make_member("Olga Organiser", role=ORGANISER)
    desk = devices(DESK, "/night/", olga)
    desk.page.click("form[action='/night/open/'] button")
    night = ClubNight.objects.get()
    wall = devices(WALL, "/night/wall/")
    phones = [devices(PHONE, "/night/me/", member) for member in some_members(6)]
    for phone in phones:
        phone.press("form[action$='/here/'] button")
        expect(phone.page.locator("#my-wait")).to_be_visible()
        assert sideways(phone.page) == 0

    # --- The first round: everybody sits down with one press of the organiser ---------------------
    desk.look(".pairing", 3)
    desk.press("#waiting .pane-head button")
    desk.look("form.wins", 3)
    wall.page.reload()
    for member in [phone.member for phone in phones]:
        expect(wall.page.locator("#wall")).to_contain_text(member.display_name)
    for phone in phones:
        phone.look(".my-answer")
    (one, _one_other, first), (two, _two_other, second), (three, third_other, third) = (
        phones_by_table(phones)
    )

    # Two at two tables lose their line, press, and see that it is kept.
    for phone in (one, two):
        phone.lose_line()
        phone.press(".my-answer .btn-primary")  # Black: I won
        expect(phone.page.locator("[data-line]")).to_be_visible()
        assert phone.kept == 1
    assert not Game.objects.exists()

    # At the third one says it and the other says the same: confirmed.
    three.press(".my-answer .btn-primary")
    third.refresh_from_db()
    assert third.game.state == Game.State.REPORTED
    third_other.look(".undo, #my-wait", 2)
    third_other.page.goto(f"/games/{third.game_id}/")
    third_other.page.locator("form[action*='/confirm/'] button").first.click()
    third_other.page.goto("/night/me/")
    third.game.refresh_from_db()
    assert third.game.state == Game.State.CONFIRMED

    # The organiser enters the first table herself, and frees the second, whose two want to go on.
    desk.look("form.wins", 2)
    desk.press(f"form.wins:has(input[value='{first.key}']) button.win >> nth=0")
    first.refresh_from_db()
    assert first.winner == "B"
    desk.page.goto(f"/night/games/{second.pk}/")
    desk.page.locator("form[action$='/free/'] button").first.click()
    desk.page.goto("/night/")

    # --- The second round: other pairs, the second table is taken again ---------------------------
    desk.look(".pairing", 3)
    desk.press("#waiting .pane-head button")
    desk.look("form.wins", 3)
    met = {frozenset((g.black_id, g.white_id)) for g in (first, second, third)}
    again = NightGame.objects.filter(ended_at=None)
    assert all(frozenset((g.black_id, g.white_id)) not in met for g in again)
    assert again.filter(table=second.table).exists()

    # The line is back: each kept press is sent once and reaches its own game.
    for phone in (one, two):
        phone.find_line()
        phone.page.goto("/night/me/")
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.winner, second.winner) == ("B", "B")
    assert first.game.state == Game.State.CONFIRMED
    assert Game.objects.count() == 3
    assert NightPress.objects.filter(what="result", game=second).count() == 1
    assert not again.exclude(game=None).exists()

    # --- The results of the second round, by players and organiser --------------------------------
    for black, _white, game in phones_by_table(phones)[:2]:
        black.page.goto("/night/me/")
        black.press(".my-answer .btn-accent")  # Black: I lost
        game.refresh_from_db()
        assert game.winner == "W"
    desk.look("form.wins", 1)
    desk.press("form.wins button.win >> nth=1")
    assert Game.objects.count() == 6

    # --- Home: one by one from the phones, the evening is closed ----------------------------------
    for phone in phones[:2]:
        phone.page.goto("/night/me/")
        phone.page.locator("form.go-home button").click()
        phone.page.wait_for_load_state()
    desk.page.goto("/night/")
    desk.page.locator("form[action='/night/close/'] button").click()
    desk.page.locator("form:has(input[name=confirmed]) button").click()
    expect(desk.page).to_have_url(re.compile(f"/night/{night.pk}/$"))
    night.refresh_from_db()
    assert not night.open
    assert not NightGame.objects.filter(ended_at=None).exists()
    desk.page.goto(f"/night/{night.pk}/")
    for phone in phones:
        expect(desk.page.locator("main")).to_contain_text(phone.member.display_name)
        assert phone.kept == 0
    wall.page.reload()
    expect(wall.page.locator(".wall-none")).to_be_visible()
    assert rebuild() == 0
