"""Five tasks of a member from the start page in Chromium, each counted in presses."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from goclub.common.tests.walking import sideways
from goclub.games.models import Game
from goclub.games.playing.services.decisions import confirm_game
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.services.reports import report_game
from goclub.leagues.evening.services import nights, pairs, people
from goclub.leagues.models import Coming, MeetingSeries
from goclub.members.models import ClubSettings, NewsPost
from goclub.members.news.services import save_post
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import as_member, make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: The one thing to do ends above this on a phone of 390 × 844.
IN_SIGHT = 694
#: The page asks for news when the walk says so.
BEATS = """
  const beats = [], every = window.setInterval;
  window.setInterval = (f, ms, ...more) => ms >= 5000 ? beats.push(f) : every(f, ms, ...more);
  window.beat = () => beats.forEach((f) => f());
"""


@pytest.fixture
def me(page, live_server, client):
    """Hanna, with the start page open on her phone."""
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    member = make_member("Hanna Virtaharju", points=126)
    cookie = as_member(client, member).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page.set_viewport_size({"width": 390, "height": 844})
    page.add_init_script(BEATS)
    return member


@pytest.fixture
def start(page, live_server, me):
    """Open the start page and judge where the one thing ends."""

    def opened():
        page.goto(live_server.url)
        box = page.locator(".now-first").bounding_box()
        assert box["y"] + box["height"] < IN_SIGHT
        assert sideways(page) == 0
        return page

    return opened


def played(black, white, *, confirmed):
    """A game of today that Black won and reported."""
    today, at = timezone.localdate(), timezone.now()
    facts = GameFacts(black=black, white=white, played_on=today, winner="B", ending="resign")
    game = report_game(Act(black.user, at), facts=facts)
    return confirm_game(Act(white.user, at), game=game) if confirmed else game


def test_tonight_is_answered_with_one_press(start, me):
    now = timezone.now()
    zone = timezone.get_current_timezone()
    begins: datetime = (now + timedelta(hours=3)).astimezone(zone)
    MeetingSeries.objects.create(
        title="Tuesday evening", first=begins.date(), begins_at=begins.time(), minutes=240,
        zone=str(zone), created_at=now, changed_at=now, place="Above the tea shop by the river",
    )  # fmt: skip
    page = start()
    page.locator(".now-first button", has_text="Coming").click()
    expect(page.locator(".now-first button[aria-pressed=true]")).to_have_text("Coming")
    assert Coming.objects.get().member == me


def test_whoever_is_seated_says_who_won_with_one_press_and_undoes_it(start, me):
    olga, other = make_member("Olga Organiser", role=ORGANISER), make_member("Siobhán O'Dowd")
    now = timezone.now()
    night = nights.begin_night(Act(olga.user, now))
    two = [people.check_in(Act(None, now), night, member=member) for member in (me, other)]
    page = start()
    expect(page.locator("#now-head")).to_have_text("You are waiting for a game")
    pairs.accept_pair(Act(olga.user, now), night, pair=(two[0].pk, two[1].pk))
    page.evaluate("beat()")
    expect(page.locator("#now-head")).to_have_text("You are at table 1")
    page.get_by_role("button", name="I won").click()
    expect(page.locator(".now-undo")).to_contain_text("Hanna Virtaharju beat Siobhán")
    game = Game.objects.get()
    assert game.winner == game.colour_of(me)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#now-head")).to_have_text("You are at table 1")
    assert sideways(page) == 0


def test_why_points_moved_is_one_press_away(start, me):
    played(make_member("Siobhán O'Dowd", points=124), me, confirmed=True)
    page = start()
    page.locator("#own-games + .ledger").get_by_role("link", name="Why?").first.click()
    page.wait_for_url("**/ledger/**")


#: By how much one column is longer than the other, and the height of the largest card.
_COLUMNS = """() => {
  const cards = [...document.querySelectorAll(".start-columns .card-paper")]
    .map((card) => card.getBoundingClientRect());
  const ends = new Map();
  for (const { left, bottom } of cards) ends.set(left, Math.max(ends.get(left) ?? 0, bottom));
  const [first, second] = ends.values();
  return [Math.abs(first - second), Math.max(...cards.map(({ height }) => height))];
}"""


def test_columns_are_as_long_as_each_other_however_little_is_waiting(page, live_server, me):
    olga = make_member("Olga Organiser", role=ORGANISER)
    for number in range(3):
        post = NewsPost(title=f"Boards {number}", text="They are *here*. " * 20)
        save_post(Act(olga.user, timezone.now()), post)
    played(make_member("Siobhán O'Dowd", points=124), me, confirmed=True)
    page.set_viewport_size({"width": 1280, "height": 844})
    page.goto(live_server.url)
    longer, largest = page.evaluate(_COLUMNS)
    assert longer < largest
