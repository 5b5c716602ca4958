"""Seasons and their closing hour: S4-21, S4-23, the league of 2017, daylight-saving edges."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from ratings.errors import Code
from tournaments.seasons.calendar import Calendar, Month, SeasonDates
from tournaments.seasons.league import LEAGUE_2017
from tournaments.tests.league_builders import refused

WARSAW = ZoneInfo("Europe/Warsaw")
CALENDAR = LEAGUE_2017.calendar
FIRST, LAST = date(2017, 1, 12), date(2017, 4, 30)


def ending(last: date, **more: Any) -> tuple[Calendar, SeasonDates]:
    """A calendar with one season that ends on that day."""
    season = SeasonDates("one", last - timedelta(days=30), last)
    return Calendar((season,), **more), season


# S4-21 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "name"),
    [
        (date(2017, 1, 11), None),
        (date(2017, 1, 12), "Iluzji"),
        (date(2017, 4, 30), "Iluzji"),
        (date(2017, 5, 1), None),
        (date(2017, 5, 2), None),  # S4: in no season
        (date(2017, 5, 5), "Uroku"),
        (date(2017, 8, 30), "Uroku"),
        (date(2017, 8, 31), None),  # S4: in no season
        (date(2017, 9, 1), "Natury"),
        (date(2017, 12, 31), "Natury"),
        (date(2018, 1, 1), None),
    ],
)
def test_both_ends_belong_to_a_season_and_gaps_to_none(day: date, name: str | None) -> None:
    season = CALENDAR.season_of(day)
    assert (None if season is None else season.name) == name


@pytest.mark.parametrize(
    ("name", "months"),
    [("Iluzji", (1, 2, 3, 4)), ("Uroku", (5, 6, 7, 8)), ("Natury", (9, 10, 11, 12))],
)
def test_each_season_of_2017_touches_four_months(name: str, months: tuple[int, ...]) -> None:
    assert CALENDAR.season(name).months == tuple(Month(2017, month) for month in months)


def test_a_season_may_span_the_turn_of_the_year() -> None:
    winter = SeasonDates("winter", date(2017, 12, 31), date(2018, 2, 1))
    assert winter.months == ((2017, 12), (2018, 1), (2018, 2))
    assert Month(2017, 12).last_day() == date(2017, 12, 31)
    assert Month(2016, 2).last_day() == date(2016, 2, 29)


@pytest.mark.parametrize(
    ("name", "first", "last", "code", "field"),
    [
        ("", FIRST, LAST, Code.MISSING, "name"),
        ("  ", FIRST, LAST, Code.MISSING, "name"),
        ("x", None, LAST, Code.MISSING, "first"),
        ("x", "2017-01-12", LAST, Code.TYPE, "first"),
        ("x", FIRST, datetime(2017, 4, 30, tzinfo=UTC), Code.TYPE, "last"),
        ("x", FIRST, 20170430, Code.TYPE, "last"),
        ("x", LAST, FIRST, Code.INCONSISTENT, "last"),
    ],
)
def test_a_season_that_cannot_be_is_refused(
    name: str, first: Any, last: Any, code: Code, field: str
) -> None:
    with refused(code, field):
        SeasonDates(name, first, last)


@pytest.mark.parametrize("first", [date(2017, 1, 1), date(2017, 2, 1), LAST])
def test_overlapping_seasons_are_refused(first: date) -> None:
    other = SeasonDates("other", first, max(first, date(2017, 4, 30)))
    with refused(Code.INCONSISTENT, "seasons", "season.overlap") as caught:
        Calendar((SeasonDates("Iluzji", FIRST, LAST), other))
    assert set(caught.value.value) == {"Iluzji", "other"}  # type: ignore[call-overload]


def test_two_seasons_of_one_name_are_refused() -> None:
    with refused(Code.DUPLICATE, "seasons"):
        Calendar((SeasonDates("x", FIRST, FIRST), SeasonDates("x", LAST, LAST)))


@pytest.mark.parametrize("zone", ["", "Europe", "Mars/Olympus", "../etc/passwd", "/etc/passwd", 3])
def test_an_unknown_zone_is_refused(zone: Any) -> None:
    with refused(Code.TYPE, "zone"):
        Calendar((), zone=zone)


@pytest.mark.parametrize("hour", ["22:00", 22, time(22, tzinfo=UTC), None])
def test_a_closing_hour_that_is_no_plain_time_is_refused(hour: Any) -> None:
    with refused(Code.TYPE, "closes_at"):
        Calendar((), closes_at=hour)


def test_an_unknown_season_is_refused() -> None:
    with refused(Code.UNKNOWN, "season"):
        CALENDAR.season("Zimy")
    with refused(Code.TYPE, "day"):
        CALENDAR.season_of("2017-01-12")  # type: ignore[arg-type]


# 22:00 in the league's zone, S4-23 ------------------------------------------------------------


@pytest.mark.parametrize(
    ("last", "hour"),
    [
        (date(2017, 3, 25), 21),  # the day before clocks go forward
        (date(2017, 3, 26), 20),  # that day: already summer time at 22:00
        (date(2017, 4, 30), 20),
        (date(2017, 10, 28), 20),  # the day before clocks go back
        (date(2017, 10, 29), 21),  # that day: winter time at 22:00
        (date(2017, 12, 31), 21),
    ],
)
def test_closing_is_ten_in_the_evening_on_the_clocks_of_the_league(last: date, hour: int) -> None:
    calendar, season = ending(last)
    assert calendar.closing(season) == datetime(last.year, last.month, last.day, hour, tzinfo=UTC)


@pytest.mark.parametrize("last", [date(2017, 3, 26), date(2017, 10, 29), date(2017, 12, 31)])
@pytest.mark.parametrize("zone", [WARSAW, UTC, ZoneInfo("Asia/Tokyo")])
def test_the_closing_second_counts_and_the_next_does_not(last: date, zone: Any) -> None:
    calendar, season = ending(last)
    at = datetime.combine(last, time(22), WARSAW).astimezone(zone)
    assert calendar.in_time(season, at)
    assert calendar.in_time(season, at + timedelta(microseconds=999_999))
    assert not calendar.in_time(season, at + timedelta(seconds=1))


def test_a_repeated_hour_is_meant_the_second_time() -> None:
    calendar, season = ending(date(2017, 10, 29), closes_at=time(2, 30))
    assert calendar.closing(season) == datetime(2017, 10, 29, 1, 30, tzinfo=UTC)
    first_time = datetime(2017, 10, 29, 2, 30, 1, tzinfo=WARSAW)
    assert calendar.in_time(season, first_time)
    assert not calendar.in_time(season, first_time.replace(fold=1))


def test_a_skipped_hour_is_meant_by_the_old_offset() -> None:
    calendar, season = ending(date(2017, 3, 26), closes_at=time(2, 30))
    assert calendar.closing(season) == datetime(2017, 3, 26, 1, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("moment", "code"),
    [
        (None, Code.MISSING),
        (datetime(2017, 4, 30, 22), Code.TYPE),  # noqa: DTZ001 (without a zone, on purpose)
        (date(2017, 4, 30), Code.TYPE),
        ("2017-04-30T22:00", Code.TYPE),
    ],
)
def test_a_moment_without_a_zone_is_refused(moment: Any, code: Code) -> None:
    with refused(code, "ended"):
        CALENDAR.in_time(CALENDAR.seasons[0], moment)


# Other dates ----------------------------------------------------------------------------------


def test_a_season_that_has_not_begun_may_move() -> None:
    moved = CALENDAR.redated("Uroku", date(2017, 5, 6), date(2017, 8, 31), today=date(2017, 5, 4))
    assert moved.season("Uroku").last == date(2017, 8, 31)
    assert CALENDAR.season("Uroku").last == date(2017, 8, 30)


@pytest.mark.parametrize("today", [date(2017, 5, 5), date(2017, 7, 1), date(2017, 12, 1)])
def test_a_season_keeps_its_dates_once_it_began(today: date) -> None:
    with refused(Code.STATE, "first", "league.began"):
        CALENDAR.redated("Uroku", date(2017, 5, 5), date(2017, 8, 31), today=today)
    same = CALENDAR.redated("Uroku", date(2017, 5, 5), date(2017, 8, 30), today=today)
    assert same == CALENDAR


def test_a_season_may_not_move_into_the_past_or_onto_another() -> None:
    today = date(2017, 5, 4)
    with refused(Code.INCONSISTENT, "first"):
        CALENDAR.redated("Uroku", date(2017, 5, 3), date(2017, 8, 30), today=today)
    with refused(Code.INCONSISTENT, "seasons", "season.overlap"):
        CALENDAR.redated("Uroku", date(2017, 5, 5), date(2017, 9, 1), today=today)
    with refused(Code.UNKNOWN, "season"):
        CALENDAR.redated("Zimy", date(2017, 5, 5), date(2017, 9, 1), today=today)
