"""Seasons and their closing hour: S4-21, S4-23, the league of 2017, daylight-saving edges."""

from datetime import UTC, date, datetime, time

import pytest

from tournaments.seasons.calendar import Month, closing, months_of, season_of
from tournaments.tests.league_builders import ILUZJI, NATURY, SEASONS, UROKU, Season


@pytest.mark.parametrize(
    ("day", "season"),
    [
        (date(2017, 1, 11), None),
        (date(2017, 1, 12), ILUZJI),
        (date(2017, 4, 30), ILUZJI),
        (date(2017, 5, 1), None),
        (date(2017, 5, 2), None),  # S4: in no season
        (date(2017, 5, 5), UROKU),
        (date(2017, 8, 30), UROKU),
        (date(2017, 8, 31), None),  # S4: in no season
        (date(2017, 9, 1), NATURY),
        (date(2017, 12, 31), NATURY),
        (date(2018, 1, 1), None),
    ],
)
def test_both_ends_belong_to_a_season_and_gaps_to_none(day: date, season: Season | None) -> None:
    """S4-21."""
    assert season_of(SEASONS, day) == season


def test_each_season_of_2017_touches_four_months() -> None:
    months = [month for season in SEASONS for month in months_of(season)]
    assert months == [Month(2017, number) for number in range(1, 13)]


def test_a_season_may_span_the_turn_of_the_year() -> None:
    winter = Season(date(2017, 12, 31), date(2018, 2, 1))
    assert months_of(winter) == ((2017, 12), (2018, 1), (2018, 2))
    assert Month(2017, 12).last_day() == date(2017, 12, 31)
    assert Month(2016, 2).last_day() == date(2016, 2, 29)


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
    """S4-23."""
    moment = closing(last, time(22), "Europe/Warsaw")
    assert moment == datetime(last.year, last.month, last.day, hour, tzinfo=UTC)


def test_a_repeated_hour_is_meant_the_second_time_and_a_skipped_one_by_the_old_offset() -> None:
    for last in (date(2017, 10, 29), date(2017, 3, 26)):
        moment = closing(last, time(2, 30), "Europe/Warsaw")
        assert moment == datetime(last.year, last.month, last.day, 1, 30, tzinfo=UTC)
