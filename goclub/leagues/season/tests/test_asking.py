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
from goclub.leagues.season.services.standings import SeasonStandings, close_season
from goclub.leagues.tests.season_factories import announce, hold
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import signed_in

AFTER = datetime(2025, 5, 2, 12, 0, tzinfo=UTC)
NEXT_YEAR = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)


@pytest.fixture
def chair(client):
    return signed_in(client, "chair", role=CHAIR)


def event(league, four, on, **more):
    a, b, c, d = four
    return hold(announce(league, a, on), [[(a, b, "B+R"), (c, d, "B+R")]], **more)


def hrefs(page):
    return read(page).values("form.card-paper li a", "href")


# --- A season ---------------------------------------------------------------------------------
def test_an_event_under_way_is_still_played(league, four):
    event(league, four, date(2025, 1, 20))
    late = event(league, four, date(2025, 4, 29), close=False)
    assert SeasonStandings(league.seasons.first(), at=AFTER).still_played() == [late]


def test_events_that_do_not_count_or_were_cancelled_are_not_waited_for(league, four):
    """Too late announced, of the next season, cancelled."""
    a, b, c, d = four
    rounds = [[(a, b, "B+R"), (c, d, "B+R")]]
    hold(announce(league, a, date(2025, 4, 20), days=3), rounds, close=False)
    event(league, four, date(2025, 5, 10), close=False)
    gone = announce(league, a, date(2025, 4, 22))
    Event.objects.filter(pk=gone.event_id).update(state="cancelled")
    assert SeasonStandings(league.seasons.first(), at=AFTER).still_played() == []


@time_machine.travel(AFTER)
def test_the_page_asks_and_a_second_press_closes(client, league, four, chair):
    late = event(league, four, date(2025, 4, 29), close=False)
    season = league.seasons.first()
    url = reverse("leagues:season-close", args=[league.slug, season.pk])
    page = client.post(url)
    assert page.status_code == 200
    assert hrefs(page) == [late.get_absolute_url()]
    assert not Snapshot.objects.exists()
    assert told(client.post(url, {"confirmed": "1"}, follow=True), "error") == []
    assert Snapshot.objects.get().season == season


# --- A year -----------------------------------------------------------------------------------
@pytest.fixture
def differing(league, four, chair):
    """A year whose seasons are recorded; a game of the first was made void since."""
    row = event(league, four, date(2025, 1, 20))
    for season in league.seasons.all():
        close_season(Act(None, NEXT_YEAR), season)
    game = Game.objects.filter(pairing__round__event=row.event).earliest("pk")
    void_game(Act(chair.user), game, reason="played twice")
    return league


@time_machine.travel(NEXT_YEAR)
def test_the_page_of_a_year_asks_and_a_second_press_names_the_champion(client, differing):
    url = reverse("leagues:year-close", args=[differing.slug])
    page = client.post(url, {"cycle": "2025"})
    assert page.status_code == 200
    assert differing.seasons.first().get_absolute_url() in hrefs(page)
    assert not differing.champions.exists()
    client.post(url, {"cycle": "2025", "confirmed": "1"})
    assert differing.champions.get().version == 1
