"""The record of a season stands everywhere until a correction is recorded; winners."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from goclub.common.tests.reading import cost, read
from goclub.games.models import Game
from goclub.games.playing.services.decisions import decide_game
from goclub.games.playing.services.facts import GameFacts
from goclub.leagues.league.queries import waiting_words
from goclub.leagues.league.services.leagues import appoint
from goclub.leagues.models import Event
from goclub.leagues.season.services.announcing import decline_event
from goclub.leagues.season.services.rating import progress_of
from goclub.leagues.season.services.standings import (
    SeasonStandings,
    close_season,
    close_year,
    correct_season,
    recorded_seasons,
    recorded_years,
)
from goclub.leagues.tests.season_factories import FOUNDED, announce, hold, make_season_league
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.postgres
CLOSED = datetime(2025, 5, 2, 12, 0, tzinfo=UTC)


@pytest.fixture
def club(monkeypatch):
    """A first season in which a won four events in four months, closed; the clock stands then."""
    monkeypatch.setattr(timezone, "now", lambda: CLOSED)
    league, seasons = make_season_league(name="Liga")
    four = [make_member(name) for name in "abcd"]
    runner = make_member("Runner")
    appoint(Act(None, FOUNDED), league, member=runner, role="organiser")
    a, b, c, d = four
    events = [
        hold(announce(league, a, date(2025, month, 20)), [[(a, b, "B+R"), (c, d, "jigo")]])
        for month in (1, 2, 3, 4)
    ]
    close_season(Act(None, CLOSED), seasons[0])
    return {"league": league, "season": seasons[0], "four": four, "events": events,
            "runner": runner}  # fmt: skip


def turn(row):
    """The first game of an event was won by the other."""
    game = Game.objects.filter(pairing__round__event=row.event).order_by("pk").first()
    claim = GameFacts(
        black=game.black, white=game.white, played_on=game.played_on, winner="W", ending="resign"
    )
    decide_game(Act(make_member(role=CHAIR).user, CLOSED), game, facts=claim, reason="swapped")


def pages(client, club):
    league, season = club["league"], club["season"]
    client.force_login(club["runner"].user)
    found = {
        "league": [league.slug],
        "season": [league.slug, season.pk],
        "season-player": [league.slug, club["four"][0].pk],
        "season-record": [season.snapshots.latest("version").pk],
        "season-correct": [league.slug, season.pk],
    }
    return {name: read(client.get(reverse(f"leagues:{name}", args=a))) for name, a in found.items()}


def test_the_record_of_a_season_stands_on_every_page(client, club):
    for name, page in pages(client, club).items():
        assert not page.has(".correction-waits"), name
    before = pages(client, club)["season"].texts("table.club-table tbody tr")
    for row in club["events"]:
        turn(row)
    for name, page in pages(client, club).items():
        if name == "league":  # the next season is ahead: the record stands among the winners
            assert len(page.all(".waits-short")) == 1
            continue
        waits = page.one(".correction-waits").text
        assert "Runner" in waits, name
        assert "a: place 1 →" in waits, name
    shown = pages(client, club)
    assert shown["season"].texts("table.club-table tbody tr") == before
    assert shown["season"].texts(".pill.confirmed") == ["winner"]
    archive = read(client.get(reverse("leagues:archive", args=[club["league"].slug])))
    assert len(archive.all(".waits-short")) == 1
    url = reverse(
        "leagues:season-export", args=[club["league"].slug, club["season"].pk, "table", "json"]
    )
    kept = client.get(url).json()
    assert (kept["record"], kept["correction_waits"]) == ("1", "yes")
    assert kept["rows"][0]["player"] == "a"
    correct_season(Act(None, CLOSED), club["season"], reason="swapped")
    for name, page in pages(client, club).items():
        assert not page.has(".correction-waits"), name
        assert not page.has(".waits-short"), name
    assert client.get(url).json()["rows"][0]["player"] != "a"


def test_event_game_feed_and_files_of_a_season_say_that_a_correction_waits(client, club):
    league, season, row = club["league"], club["season"], club["events"][0]
    game = Game.objects.filter(pairing__round__event=row.event).earliest("pk")
    client.force_login(club["runner"].user)
    words = waiting_words(season.name)
    places = [row.get_absolute_url(), game.get_absolute_url(),
              reverse("leagues:results", args=[league.slug])]  # fmt: skip

    def lines(what):
        url = reverse("leagues:season-export", args=[league.slug, season.pk, what, "csv"])
        return {one.rpartition(",1,")[2] for one in _text(client.get(url)).splitlines()[1:]}

    for url in places:
        assert words not in _text(client.get(url)), url
    assert lines("table") == lines("events") == {"no"}
    for one in club["events"]:
        turn(one)
    for url in places:
        assert words in _text(client.get(url)), url
    assert lines("table") == lines("events") == {"yes"}


def _text(response):
    data = b"".join(response) if response.streaming else response.content
    return data.decode("utf-8-sig")


def test_a_new_name_is_no_correction(club):
    a = club["four"][0]
    a.display_name = "A new name"
    a.save()
    assert not SeasonStandings(club["season"], at=CLOSED).is_pending


def test_the_home_names_champion_and_winners(client, club):
    league = club["league"]
    url = reverse("leagues:league", args=[league.slug])
    card = read(client.get(url)).one("section[aria-labelledby=champions]")
    assert card.texts("dd bdi") == ["a"]
    for season in league.seasons.order_by("first")[1:]:
        season.delete()
    close_year(Act(None, CLOSED), league, cycle="2025")
    card = read(client.get(url)).one("section[aria-labelledby=champions]")
    assert card.texts("dd strong bdi") == ["a"]
    assert card.texts("dd bdi") == ["a", "a"]


def test_a_year_waits_once_a_season_of_it_is_corrected(client, club):
    league = club["league"]
    for season in league.seasons.order_by("first")[1:]:
        season.delete()
    close_year(Act(None, CLOSED), league, cycle="2025")
    for row in club["events"]:
        turn(row)
    assert [year.is_pending for year in recorded_years(league, at=CLOSED)] == [False]
    assert [season.is_pending for season in recorded_seasons(progress_of(league), at=CLOSED)] == [
        True
    ]
    correct_season(Act(None, CLOSED), club["season"], reason="swapped")
    [year] = recorded_years(league, at=CLOSED)
    assert year.is_pending
    page = read(client.get(year.record.get_absolute_url()))
    assert "2025" in page.one(".correction-waits strong").text
    close_year(Act(None, CLOSED), league, cycle="2025", reason="swapped")
    assert [year.is_pending for year in recorded_years(league, at=CLOSED)] == [False]


def test_the_archive_costs_the_same_for_few_and_for_many(client, club):
    url = reverse("leagues:archive", args=[club["league"].slug])
    few = cost(client, url)
    for season in club["league"].seasons.order_by("first")[1:]:
        close_season(Act(None, datetime(2026, 3, 1, tzinfo=UTC)), season)
    assert cost(client, url) == few


# --- The calendar -----------------------------------------------------------------------------
def entries(client, league):
    text = client.get(reverse("leagues:calendar", args=[league.slug])).text
    found = {}
    for part in text.replace("\r\n ", "").split("BEGIN:VEVENT")[1:]:
        lines = dict(line.split(":", 1) for line in part.split("\r\n") if ":" in line)
        found[lines["SUMMARY"]] = lines
    return found


def test_the_calendar_marks_what_the_league_declined_or_called_off(client, club):
    league, ann = club["league"], club["four"][0]
    day = date(2025, 6, 1)
    rows = {
        name: announce(league, ann, day + timedelta(days=n), name=name, approve=name == "On")
        for n, name in enumerate(["On", "Asked", "Declined", "Off"])
    }
    decline_event(Act(None, CLOSED), rows["Declined"], reason="two on one day")
    Event.objects.filter(pk=rows["Off"].event_id).update(state=Event.State.CANCELLED)
    found = entries(client, league)
    assert {name: found[name]["STATUS"] for name in rows} == {
        "On": "CONFIRMED", "Asked": "TENTATIVE", "Declined": "CANCELLED", "Off": "CANCELLED",
    }  # fmt: skip
    assert "two on one day" in found["Declined"]["DESCRIPTION"]


# --- Moments ----------------------------------------------------------------------------------
def test_a_season_closes_on_the_clocks_of_the_league_which_are_named(client, club):
    """S4-23: 22:00 in Warsaw, whoever reads; in Tokyo it is 05:00 of the next day."""
    url = reverse("leagues:season", args=[club["league"].slug, club["season"].pk])
    club["season"].snapshots.all().delete()
    page = read(client.get(url))
    assert page.all("p.notice time")[0].text == "30 April 2025, 22:00"
    assert "Europe/Warsaw" in page.one("p.notice").text
    client.force_login(make_member("Far", time_zone="Asia/Tokyo").user)
    text = read(client.get(url)).one("p.notice").text
    assert "30 April 2025, 22:00" in text
    assert "1 May 2025, 05:00" in text
    client.force_login(make_member("Near", time_zone="Europe/Berlin").user)
    assert read(client.get(url)).one("p.notice").text.count(":00") == 1
