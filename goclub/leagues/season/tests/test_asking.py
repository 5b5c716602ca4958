"""Closing a season with an event under way, or a year with a season that differs, asks first."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
import time_machine
from django.urls import reverse

from goclub.common.tests.reading import read, told
from goclub.games.models import Game
from goclub.games.playing.services.decisions import void_game
from goclub.leagues.models import Event, Snapshot
from goclub.leagues.official.tests.test_services import refused
from goclub.leagues.season.services.closing import close_season, close_year, correct_season
from goclub.leagues.tests.season_factories import announce, hold, make_season_league
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member
from ratings.errors import Code

pytestmark = pytest.mark.django_db

AFTER = datetime(2025, 5, 2, 12, 0, tzinfo=UTC)
NEXT_YEAR = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)


@pytest.fixture
def league():
    return make_season_league()[0]


@pytest.fixture
def four():
    return [make_member(name) for name in "abcd"]


@pytest.fixture
def chair(client):
    member = make_member("chair", role=CHAIR)
    client.force_login(member.user)
    return member


def event(league, four, on, **more):
    a, b, c, d = four
    return hold(announce(league, a, on), [[(a, b, "B+R"), (c, d, "B+R")]], **more)


def hrefs(page):
    return read(page).values("form.card-paper li a", "href")


# --- A season ---------------------------------------------------------------------------------
def test_a_season_with_an_event_under_way_asks_first_and_names_it(league, four):
    event(league, four, date(2025, 1, 20))
    late = event(league, four, date(2025, 4, 29), close=False)
    season = league.seasons.first()
    with refused(Code.STATE, "season", "season.events_open") as refusal:
        close_season(season=season, by=None, at=AFTER)
    assert refusal.info.value.value == str(late)
    assert not Snapshot.objects.exists()
    assert close_season(season=season, by=None, at=AFTER, sure=True).version == 1


def test_events_that_do_not_count_or_were_cancelled_ask_nothing(league, four):
    """Too late announced, of the next season, cancelled."""
    a, b, c, d = four
    rounds = [[(a, b, "B+R"), (c, d, "B+R")]]
    hold(announce(league, a, date(2025, 4, 20), days=3), rounds, close=False)
    event(league, four, date(2025, 5, 10), close=False)
    gone = announce(league, a, date(2025, 4, 22))
    Event.objects.filter(pk=gone.event_id).update(state="cancelled")
    assert close_season(season=league.seasons.first(), by=None, at=AFTER).version == 1


@time_machine.travel(AFTER)
def test_the_page_asks_and_a_second_press_closes(client, league, four, chair):
    late = event(league, four, date(2025, 4, 29), close=False)
    season = league.seasons.first()
    url = reverse("leagues:season-close", args=[league.slug, season.pk])
    page = client.post(url)
    assert page.status_code == 200
    assert hrefs(page) == [late.get_absolute_url()]
    assert not Snapshot.objects.exists()
    answer = client.post(url, {"confirmed": "1"}, follow=True)
    assert told(answer, "error") == []
    assert Snapshot.objects.get().season == season


# --- A year -----------------------------------------------------------------------------------
@pytest.fixture
def differing(league, four, chair):
    """A year whose seasons are recorded; a game of the first was made void since."""
    row = event(league, four, date(2025, 1, 20))
    for season in league.seasons.all():
        close_season(season=season, by=None, at=NEXT_YEAR)
    game = Game.objects.filter(pairing__round__event=row.event).earliest("pk")
    void_game(game=game, by=chair.user, reason="played twice")
    return league


def test_a_year_whose_season_differs_asks_first_and_names_it(differing):
    names = ", ".join(season.name for season in differing.seasons.all())
    with refused(Code.STATE, "cycle", "season.seasons_differ") as refusal:
        close_year(league=differing, cycle="2025", by=None, at=NEXT_YEAR)
    assert refusal.info.value.value in names
    assert not differing.champions.exists()
    assert close_year(league=differing, cycle="2025", by=None, at=NEXT_YEAR, sure=True).version == 1


def test_a_year_whose_corrections_are_recorded_asks_nothing(differing):
    for season in differing.seasons.all():
        correct_season(season=season, by=None, at=NEXT_YEAR, reason="played twice")
    assert close_year(league=differing, cycle="2025", by=None, at=NEXT_YEAR).version == 1


@time_machine.travel(NEXT_YEAR)
def test_the_page_of_a_year_asks_and_a_second_press_names_the_champion(client, differing):
    url = reverse("leagues:year-close", args=[differing.slug])
    page = client.post(url, {"cycle": "2025"})
    assert page.status_code == 200
    assert differing.seasons.first().get_absolute_url() in hrefs(page)
    assert not differing.champions.exists()
    client.post(url, {"cycle": "2025", "confirmed": "1"})
    assert differing.champions.get().version == 1
