"""A season league's settings hold from a day on; a season that is recorded keeps its own."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest
import time_machine
from django.urls import reverse

from goclub.common.tests.reading import read, shows
from goclub.leagues.league.services.leagues import edit_league
from goclub.leagues.league.services.rights import league_day
from goclub.leagues.models import League, SeasonRules
from goclub.leagues.season.services.looking import look_at_rules
from goclub.leagues.season.services.rating import live_table, progress_of
from goclub.leagues.season.services.rules import change_rules
from goclub.leagues.season.services.standings import SeasonStandings, close_season
from goclub.leagues.tests.season_factories import FOUNDED, announce, hold
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, SECRETARY
from goclub.members.tests.factories import as_member, make_member
from ratings.errors import Code
from ratings.tests.builders import refused

#: The first season ends on 30 April at 22:00 in Warsaw.
LAST = date(2025, 4, 30)
CLOSING = datetime(2025, 4, 30, 20, 0, tzinfo=UTC)
AFTER = datetime(2025, 5, 2, 12, 0, tzinfo=UTC)
MAY = date(2025, 5, 2)


def event(league, four, on, **more):
    a, b, c, d = four
    rounds = [[(a, b, "B+R"), (c, d, "B+R")]]
    ended = more.pop("ended", None)
    return hold(announce(league, a, on, **more), rounds, ended=ended)


def closing_of(league, number=0):
    return league.seasons.order_by("first")[number].closing


# --- What holds when --------------------------------------------------------------------------
def test_a_setting_holds_from_its_day_and_the_one_before_until_then(league):
    act = Act(None, FOUNDED)
    change_rules(act, league.rules_from(MAY, closes_at=time(20), bonus=3.0))
    change_rules(act, league.rules_from(date(2025, 9, 1), bonus=None))
    assert [league.rules_on(day).closes_at for day in (LAST, MAY, date(2025, 9, 2))] == [
        time(22), time(20), time(20),
    ]  # fmt: skip
    assert [league.rules_on(day).bonus for day in (LAST, MAY, date(2025, 9, 2))] == [
        None,
        3.0,
        None,
    ]
    assert [closing_of(league, number).hour for number in range(3)] == [20, 18, 19]


def test_the_same_day_again_corrects_it(league):
    for hour in (20, 21):
        change_rules(Act(None, FOUNDED), league.rules_from(MAY, closes_at=time(hour)))
    assert SeasonRules.objects.get().closes_at == time(21)
    assert SeasonRules.history.count() == 2


def test_each_event_goes_by_the_settings_of_its_day(league, four):
    """S4-7: the bonus of January is that of January."""
    for on in (date(2025, 1, 20), date(2025, 5, 20)):
        event(league, four, on, national=True)
    change_rules(Act(None, FOUNDED), league.rules_from(FOUNDED.date(), bonus=7.0))
    change_rules(Act(None, FOUNDED), league.rules_from(MAY, bonus=11.0))
    moves = progress_of(league).moves[four[0].pk]
    assert [round(move.delta, 6) for move in moves if move.result == "bonus"] == [7.0, 11.0]


def test_the_clocks_of_a_league_change_from_a_day_on(league):
    change_rules(Act(None, FOUNDED), league.rules_from(MAY, zone="Asia/Tokyo"))
    fresh = League.objects.get(pk=league.pk)
    with time_machine.travel(datetime(2025, 5, 1, 10, 0, tzinfo=UTC)):
        assert fresh.zone == "Europe/Warsaw"
    with time_machine.travel(AFTER):
        assert fresh.zone == "Asia/Tokyo"
    assert league_day(fresh, datetime(2025, 4, 20, 21, 30, tzinfo=UTC)) == date(2025, 4, 20)
    assert league_day(fresh, datetime(2025, 6, 20, 16, 0, tzinfo=UTC)) == date(2025, 6, 21)
    assert [closing_of(fresh, number).hour for number in range(3)] == [20, 13, 13]
    with refused(Code.STATE, "zone", "zone_is_dated"):
        edit_league(Act(None, FOUNDED), league, zone="Asia/Seoul")


# --- A recorded season ------------------------------------------------------------------------
def test_a_recorded_season_keeps_its_own_whatever_is_set_later(client, league, four):
    """It answered an error page to everybody, or said that a game was corrected."""
    event(league, four, date(2025, 1, 20), national=True)
    event(league, four, LAST, ended=CLOSING)
    season = league.seasons.first()
    record = close_season(Act(None, CLOSING), season)
    before = [(one.member.pk, one.row.rating) for one in _lines(league, season)]
    changes: tuple[dict[str, object], ...] = (
        {"closes_at": time(23, 30)}, {"zone": "America/Los_Angeles"}, {"bonus": 50.0},
        {"carry_over": False}, {"off_board2": 10},
    )  # fmt: skip
    for change in changes:
        change_rules(Act(None, AFTER), league.rules_from(AFTER.date(), **change))
        fresh = League.objects.get(pk=league.pk)
        assert [(one.member.pk, one.row.rating) for one in _lines(fresh, season)] == before
        assert not SeasonStandings(season, at=CLOSING + timedelta(minutes=1)).is_pending
    assert season.snapshots.get() == record
    with time_machine.travel(CLOSING + timedelta(minutes=10)):
        page = as_member(client, make_member("reader")).get(season.get_absolute_url())
        assert page.status_code == 200
        assert not page.context["waits"]


def _lines(league, season):
    return live_table(progress_of(league), season, at=AFTER)


@pytest.mark.parametrize("day", [date(2025, 1, 1), LAST])
def test_no_day_of_a_recorded_season_is_free(league, four, day):
    event(league, four, date(2025, 1, 20))
    close_season(Act(None, CLOSING), league.seasons.first())
    with refused(Code.STATE, "valid_from", "season.closed_keeps"):
        change_rules(Act(None, AFTER), league.rules_from(day, bonus=5.0))
    with refused(Code.STATE, "valid_from", "season.closed_keeps"):
        look_at_rules(league.rules_from(day, bonus=5.0), at=AFTER)
    change_rules(Act(None, AFTER), league.rules_from(date(2025, 5, 1), bonus=5.0))


# --- The look before --------------------------------------------------------------------------
def test_the_look_names_seasons_players_and_lines_and_stores_nothing(league, four):
    event(league, four, date(2025, 1, 20), national=True)
    look = look_at_rules(
        league.rules_from(date(2025, 1, 12), bonus=10.0, closes_at=time(21)), at=AFTER
    )
    first, *others = look["seasons"]
    assert first["moves"]
    assert first["closing"] == first["closing_before"] - timedelta(hours=1)
    assert [(row["member"], round(row["after"] - row["before"], 6)) for row in first["stands"]] == [
        (member, 10.0) for member in (four[0], four[2], four[1], four[3])
    ]
    assert [season_row["season"].name for season_row in others] == [
        s.name for s in league.seasons.all()[1:]
    ]
    assert (look["entries"], look["events"]) == (4, [])
    assert not SeasonRules.objects.exists()


def test_the_look_names_events_whose_order_changes(league, four):
    row = event(league, four, date(2025, 1, 20))
    look = look_at_rules(league.rules_from(date(2025, 1, 12), off_board2=10), at=AFTER)
    assert (look["events"], look["entries"], look["seasons"]) == ([row], 0, [])
    look = look_at_rules(league.rules_from(MAY, off_board2=10), at=AFTER)
    assert (look["events"], look["entries"], look["seasons"]) == ([], 0, [])


FORM = {
    "do": "rules", "valid_from": "2025-01-12", "zone": "Europe/Warsaw", "closes_at": "22:00",
    "bonus": "10", "carry_over": "on", "prize_places": "5", "off_board2": "20", "bye2": "0",
    "reason": "agreed at the meeting",
}  # fmt: skip


@pytest.fixture
def desk(client, league):
    client.force_login(make_member("chair", role=CHAIR).user)
    return reverse("leagues:season-desk", args=[league.slug])


@time_machine.travel(AFTER)
def test_settings_are_looked_at_first_and_saved_by_a_second_post(client, league, four, desk):
    event(league, four, date(2025, 1, 20), national=True)
    page = client.post(desk, FORM)
    assert (page.status_code, page.context["look"]["entries"]) == (200, 4)
    assert str(four[0]) in read(page).text
    assert not SeasonRules.objects.exists()
    seen = {"seen": page.context["rules_form"]["seen"].value()}
    # Who changes his mind in between looks again; so does who asks for it.
    for more in ({"bonus": "11"}, {"again": "1"}):
        assert client.post(desk, FORM | seen | more).context["look"] is not None
    assert not SeasonRules.objects.exists()
    assert client.post(desk, FORM | seen).status_code == 302
    row = SeasonRules.objects.get()
    assert (row.bonus, row.valid_from, row.reason) == (10, date(2025, 1, 12), FORM["reason"])
    assert row.set_by.member.display_name == "chair"
    assert shows(client.get(desk), FORM["reason"])


def test_the_office_shows_what_held_when_and_changes_none_of_it(client, league):
    change_rules(Act(None, FOUNDED), league.rules_from(FOUNDED.date(), bonus=7.0))
    client.force_login(make_member("secretary", role=SECRETARY).user)
    url = reverse("admin:leagues_league_change", args=[league.pk])
    if client.get(url).status_code == 403:
        client.force_login(make_member("the chair", role=CHAIR).user)
    before = list(SeasonRules.objects.values_list())
    data = {"name": league.name, "zone": "Asia/Seoul", "summary": "", "prizes": "", "active": "on"}
    for prefix in ("people", "formats", "season_rules"):
        data |= {f"{prefix}-TOTAL_FORMS": "0", f"{prefix}-INITIAL_FORMS": "0"}
    data |= {"season_rules-TOTAL_FORMS": "1", "season_rules-0-bonus": "99"}
    client.post(url, data)
    assert list(SeasonRules.objects.values_list()) == before
    assert League.objects.get(pk=league.pk).zone == "Europe/Warsaw"


def test_a_format_that_events_were_announced_in_stays(client, league, four):
    """Other limits would make events of recorded seasons count otherwise."""
    event(league, four, date(2025, 1, 20))
    client.force_login(make_member("chair", role=CHAIR).user)
    before = list(league.formats.order_by("pk").values_list())
    values = [
        {"id": one.pk, "league": league.pk, "low": 1, "high": 2} for one in league.formats.all()
    ]
    rows = {f"formats-{n}-{k}": v for n, one in enumerate(values) for k, v in one.items()}
    data = {"name": league.name, "zone": league.zone, "summary": "", "prizes": "", "active": "on",
            "formats-TOTAL_FORMS": "3", "formats-INITIAL_FORMS": "3"} | rows  # fmt: skip
    for prefix in ("people", "season_rules"):
        data |= {f"{prefix}-TOTAL_FORMS": "0", f"{prefix}-INITIAL_FORMS": "0"}
    client.post(reverse("admin:leagues_league_change", args=[league.pk]), data)
    assert list(league.formats.order_by("pk").values_list()) == before


# --- From one row for all days ----------------------------------------------------------------
