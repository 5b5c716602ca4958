"""A whole evening in Chromium: thirty people, three games each, the organiser's presses counted."""

from __future__ import annotations

import contextlib
import os
import time
import uuid
from pathlib import Path

import pytest
from django.db import OperationalError
from django.utils import timezone
from playwright.sync_api import expect

from goclub.games.models import Game
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.leagues.evening.labels import desk_of
from goclub.leagues.evening.queries import state_of
from goclub.leagues.evening.services import nights, people
from goclub.leagues.evening.services.pairs import accept_pair
from goclub.leagues.evening.tests.nights import NAMES
from goclub.leagues.models import ClubNight, NightGame
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import PASSWORD, make_member

pytestmark = [
    pytest.mark.browser,
    pytest.mark.extended,
    pytest.mark.django_db(transaction=True),
]

PEOPLE, GAMES = 30, 45
#: Where pictures of the pages go, if anywhere.
PICTURES = os.environ.get("NIGHT_PICTURES", "")


@pytest.fixture
def olga():
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    return make_member("Olga Organiser", role=ORGANISER, password=True)


def sign_in(page, member):
    page.goto(page.url.rstrip("/") + "/sign-in/")
    page.fill("[name=username]", member.user.username)
    page.fill("[name=password]", PASSWORD)
    page.click("main form button.btn-primary")
    page.wait_for_load_state()


def picture(page, name, width=1280, height=900):
    if PICTURES:
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=str(Path(PICTURES) / f"{name}.png"), full_page=True)
        page.set_viewport_size({"width": 1280, "height": 900})


def leave(page):
    """Nothing asks the site for anything any more."""
    page.wait_for_load_state("networkidle")
    page.goto("about:blank")


class Hand:
    """The organiser's hand: every press is counted."""

    def __init__(self, page):
        self.page, self.presses = page, 0

    def press(self, button):
        """Press, and wait until the page shows what became of it."""
        self.presses += 1
        button.click()
        self.page.locator("button[aria-busy]").wait_for(state="detached")

    def send(self, client, what, **fields):
        """Send one press as the page does, again while a request of before holds the database."""
        self.presses += 1
        for _once in range(50):
            with contextlib.suppress(OperationalError):
                assert client.post(f"/night/press/{what}/", fields).status_code == 302
                return
            time.sleep(0.1)
        pytest.fail("the database stayed locked")

    def results(self, count):
        """Say at so many tables that the first of the two won."""
        for _table in range(count):
            self.press(self.page.locator("form.wins button.win").first)

    def start_all(self):
        page = self.page
        whole = page.locator("#waiting .pane-head button")
        one = page.locator("#waiting .go .btn-primary")
        self.press(whole if whole.count() else one.first)


@pytest.mark.parametrize("width", [1280, 390])
def test_who_is_found_stands_below_what_is_typed_and_the_button(visit, live_server, olga, width):
    """A list over the field would hide what one types, over the button what one presses."""
    visit.set_viewport_size({"width": width, "height": 844})
    nights.begin_night(Act(olga.user), place="Club room")
    make_member("Sato Ken")
    sign_in(visit, olga)
    visit.goto(live_server.url + "/night/")
    visit.locator("#who").press_sequentially("Sato")
    found = visit.locator(".checkin [role='option']")
    expect(found.first).to_be_visible()
    below = found.first.bounding_box()["y"]
    for part in ("#who", ".checkin button"):
        box = visit.locator(part).bounding_box()
        assert box["y"] + box["height"] <= below


def test_thirty_people_three_games_each(visit, live_server, client, olga):
    """Under two presses a game; from the check-in to a fair pair in under three seconds."""
    members = [
        make_member(NAMES[n][0] if n < len(NAMES) else f"Player {n:02}", points=60 + 4 * n)
        for n in range(PEOPLE)
    ]
    visit.goto(live_server.url)
    sign_in(visit, olga)
    visit.goto(live_server.url + "/night/")
    visit.click("form[action='/night/open/'] button")
    hand = Hand(visit)
    hand.presses = 1
    night = ClubNight.objects.get()
    # Most say on their own phones that they are here; ten are entered by name.  The desk, which
    # asks for news by itself, is left meanwhile: a database in memory lets nobody wait.
    leave(visit)
    for member in members[10:]:
        people.check_in(Act(member.user), night, member=member)
    visit.goto(live_server.url + "/night/")
    for member in members[:10]:
        visit.fill("#who", member.display_name)
        began = time.monotonic()
        hand.press(visit.locator(".checkin button"))
        took = time.monotonic() - began
    began = time.monotonic()
    expect(visit.locator(".pairing")).to_have_count(PEOPLE // 2)
    assert took + time.monotonic() - began < 3
    picture(visit, "night-waiting-1280")
    hand.start_all()
    expect(visit.locator("form.wins")).to_have_count(PEOPLE // 2)
    picture(visit, "night-playing-1280")
    hand.results(5)
    hand.start_all()
    # The same presses, each as the browser sends it, without the pictures between them.
    leave(visit)
    client.force_login(olga.user)
    while NightGame.objects.count() < GAMES:
        for game in state_of(night).running[:5]:
            hand.send(client, "result", game=game.key, winner="B", key=uuid.uuid4())
        hand.send(client, "all", pairs=desk_of(state_of(night), timezone.now())["all_keys"])
    visit.goto(live_server.url + "/night/")
    picture(visit, "night-mixed-1280")
    picture(visit, "night-mixed-820", 820, 1180)
    picture(visit, "night-mixed-390", 390, 844)
    leave(visit)
    for game in state_of(night).running:
        hand.send(client, "result", game=game.key, winner="W", key=uuid.uuid4())
    games = Game.objects.filter(state="confirmed").count()
    assert games >= GAMES
    assert hand.presses < 2 * games
    if PICTURES:
        (Path(PICTURES) / "presses.txt").write_text(f"{hand.presses} for {games} games")
    assert rebuild() == 0


def test_a_phone_without_a_line_keeps_its_press_and_sends_it_once(page, live_server, olga):
    visit = page  # without a line a browser's console complains by right
    ken = make_member("佐藤 健", points=100, password=True)
    anong = make_member("อนงค์ ศรีสุข", points=120)
    night = nights.begin_night(Act(olga.user), place="Club room")
    people.check_in(Act(None), night, member=anong)
    visit.goto(live_server.url)
    sign_in(visit, ken)
    visit.set_viewport_size({"width": 390, "height": 844})
    visit.goto(live_server.url + "/night/me/")
    picture(visit, "me-coming-390", 390, 844)
    visit.set_viewport_size({"width": 390, "height": 844})
    visit.click("form[action$='/here/'] button")
    visit.wait_for_selector("#my-wait")
    picture(visit, "me-waiting-390", 390, 844)
    ones, others = state_of(night).waiting
    accept_pair(Act(olga.user), night, pair=(ones.pk, others.pk))
    visit.reload()
    picture(visit, "me-table-390", 390, 844)
    visit.evaluate("navigator.serviceWorker.ready.then(() => true)")
    visit.reload()
    visit.wait_for_load_state("networkidle")
    visit.context.set_offline(True)
    # The page itself is there without a line, as it was last.
    visit.reload()
    visit.click(".my-answer .btn-primary")
    visit.wait_for_selector("[data-line]:not([hidden])")
    assert not Game.objects.exists()
    visit.context.set_offline(False)
    visit.wait_for_selector(".undo", timeout=15_000)
    assert Game.objects.get().winner in ("B", "W")
    assert NightGame.objects.get().ended_at is not None
    assert visit.evaluate("localStorage.getItem('night presses')") == "[]"
