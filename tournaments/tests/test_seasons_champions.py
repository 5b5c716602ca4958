"""Classification, season winner, league champion: S4-22 … S4-24."""

import math
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from ratings.errors import Code
from tournaments.seasons.calendar import Calendar, Month, SeasonDates
from tournaments.seasons.champions import (
    Entrant,
    SeasonRow,
    close_season,
    league_table,
    rating_at,
    season_table,
)
from tournaments.seasons.classification import Missing, classify
from tournaments.seasons.league import LEAGUE_2017
from tournaments.seasons.order import PlayerId
from tournaments.tests.league_builders import refused

CALENDAR = LEAGUE_2017.calendar
ILUZJI, UROKU, NATURY = CALENDAR.seasons
JAN, FEB, MAR, APR = ILUZJI.months


def held(*by_month: int, season: SeasonDates = ILUZJI) -> tuple[date, ...]:
    """Days of events, so many in each month of the season."""
    return tuple(
        date(month.year, month.month, 14 + number)
        for month, count in zip(season.months, by_month, strict=True)
        for number in range(count)
    )


# S4-22 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by_month", "every_month", "enough"),
    [
        ((1, 1, 1, 1), True, False),  # a
        ((0, 5, 0, 0), False, True),  # b
        ((2, 2, 0, 0), False, False),  # c
        ((0, 2, 2, 1), False, True),  # d
        ((1, 1, 2, 0), False, False),  # e: four, April empty
        ((2, 1, 1, 1), True, True),
        ((0, 0, 0, 0), False, False),
    ],
)
def test_five_cases(by_month: tuple[int, ...], every_month: bool, enough: bool) -> None:
    found = classify(ILUZJI, held(*by_month))
    assert (found.every_month, found.enough) == (every_month, enough)
    assert found.classified is (every_month or enough)
    assert tuple(one.events for one in found.months) == by_month
    assert found.events == sum(by_month)


def test_a_month_touched_by_one_day_needs_an_event_too() -> None:
    season = SeasonDates("x", date(2017, 1, 31), date(2017, 3, 1))
    three = [date(2017, 1, 31), date(2017, 2, 1), date(2017, 3, 1)]
    assert classify(season, three).classified
    assert not classify(season, three[:2]).classified


def test_days_outside_the_season_do_not_matter() -> None:
    found = classify(ILUZJI, [*held(1, 1, 1, 0), date(2017, 5, 2), date(2016, 4, 20)])
    assert (found.events, found.classified) == (3, False)


@pytest.mark.parametrize(
    ("by_month", "as_of", "missing"),
    [
        # "one event in April, or two more anywhere"
        ((1, 1, 1, 0), date(2017, 4, 1), Missing((APR,), 2)),
        ((1, 1, 1, 0), date(2017, 4, 30), Missing((APR,), 2)),  # the last day can still see one
        ((1, 1, 1, 0), date(2017, 3, 20), Missing((APR,), 2)),
        ((2, 2, 0, 0), date(2017, 3, 31), Missing((MAR, APR), 1)),
        ((2, 2, 0, 0), date(2017, 4, 1), Missing(None, 1)),  # March is over and empty
        ((0, 2, 1, 0), date(2017, 4, 1), Missing(None, 2)),
        ((0, 0, 0, 0), date(2017, 1, 1), Missing((JAN, FEB, MAR, APR), 5)),
        ((0, 0, 0, 0), date(2017, 1, 31), Missing((JAN, FEB, MAR, APR), 5)),
        ((0, 0, 0, 0), date(2017, 2, 1), Missing(None, 5)),
        ((1, 1, 2, 0), date(2017, 5, 1), Missing(None, None)),
        ((1, 1, 2, 0), None, Missing(None, None)),
        ((1, 1, 1, 1), date(2017, 4, 20), None),
        ((0, 5, 0, 0), date(2017, 3, 1), None),
    ],
)
def test_what_is_still_missing(
    by_month: tuple[int, ...], as_of: date | None, missing: Missing | None
) -> None:
    found = classify(ILUZJI, held(*by_month), as_of=as_of)
    assert found.missing == missing
    assert found.classified is (missing is None)
    assert missing is None or missing.possible is (missing.anywhere is not None)


def test_a_month_is_over_when_the_season_is() -> None:
    """Uroku ends on 30 August: on the 31st nothing of August is left."""
    days = held(1, 1, 1, 0, season=UROKU)
    assert classify(UROKU, days, as_of=date(2017, 8, 30)).missing == Missing((Month(2017, 8),), 2)
    assert classify(UROKU, days, as_of=date(2017, 8, 31)).missing == Missing(None, None)


def test_as_of_leaves_out_later_events() -> None:
    found = classify(ILUZJI, held(1, 1, 1, 1), as_of=date(2017, 3, 31))
    assert (found.events, found.missing) == (3, Missing((APR,), 2))
    assert [one.over for one in found.months] == [True, True, False, False]


def test_what_is_no_date_is_refused() -> None:
    with refused(Code.TYPE, "events"):
        classify(ILUZJI, ["2017-01-20"])  # type: ignore[list-item]
    with refused(Code.TYPE, "as_of"):
        classify(ILUZJI, [], as_of=datetime(2017, 1, 1, tzinfo=UTC))


# The table of a season ------------------------------------------------------------------------

YES, NO = held(1, 1, 1, 1), held(2, 2, 0, 0)


def test_a_live_table_ranks_all_and_the_classified_apart() -> None:
    rows = season_table(
        ILUZJI,
        [Entrant("low", 990.0, YES), Entrant("top", 1100.0, NO), Entrant("mid", 1050.5, YES)],
    )
    assert [(row.player, row.place, row.classified_place, row.leads) for row in rows] == [
        ("top", 1, None, False),
        ("mid", 2, 1, True),
        ("low", 3, 2, False),
    ]
    assert rows[0].classification.missing == Missing(None, None)


def test_equal_ratings_share_and_a_hair_apart_does_not() -> None:
    """S4-23 H.  Sums of the same changes in another order may differ in the last bit."""
    one = 1012.5
    other = math.nextafter(one, math.inf)
    rows = season_table(ILUZJI, [Entrant("a", one, YES), Entrant("b", other, YES)])
    assert [(row.place, row.shared, row.classified_shared) for row in rows] == [(1, True, True)] * 2
    rows = season_table(ILUZJI, [Entrant("a", 1000.0, YES), Entrant("b", 1000.00001, YES)])
    assert [(row.place, row.player) for row in rows] == [(1, "b"), (2, "a")]


@pytest.mark.parametrize(
    ("rating", "code"),
    [(None, Code.MISSING), ("1000", Code.TYPE), (float("nan"), Code.TYPE), (True, Code.TYPE)],
)
def test_a_rating_that_is_no_number_is_refused(rating: Any, code: Code) -> None:
    with refused(code, "rating"):
        season_table(ILUZJI, [Entrant("a", rating)])


def test_a_player_entered_twice_is_refused() -> None:
    with refused(Code.DUPLICATE, "entrants"):
        season_table(ILUZJI, [Entrant("a", 1.0), Entrant("a", 2.0)])


# The closing hour -----------------------------------------------------------------------------

CLOSING = datetime(2017, 4, 30, 20, tzinfo=UTC)  # 22:00 in Warsaw
SECOND = timedelta(seconds=1)


def test_the_rating_of_the_closing_second_counts() -> None:
    history = [(CLOSING - SECOND, 1010.0), (CLOSING, 1020.0), (CLOSING + SECOND, 1030.0)]
    assert rating_at(history, CALENDAR.closing(ILUZJI)) == 1020.0
    assert rating_at(history[:1], CLOSING) == 1010.0
    assert rating_at(history[2:], CLOSING) == 1000.0
    assert rating_at([], CLOSING, start=900.0) == 900.0


def test_of_two_games_in_one_second_the_later_listed_counts() -> None:
    assert rating_at([(CLOSING, 1010.0), (CLOSING, 1020.0)], CLOSING) == 1020.0


def test_a_history_out_of_order_is_refused() -> None:
    with refused(Code.STATE, "ended", "season.order"):
        rating_at([(CLOSING, 1.0), (CLOSING - SECOND, 2.0)], CLOSING)
    with refused(Code.TYPE, "ended"):
        rating_at([(CLOSING.replace(tzinfo=None), 1.0)], CLOSING)


def close(*entrants: Entrant, now: datetime = CLOSING) -> tuple[SeasonRow, ...]:
    return close_season(CALENDAR, "Iluzji", entrants, now=now)


def winners(*entrants: Entrant) -> list[PlayerId]:
    return [row.player for row in close(*entrants) if row.leads]


def test_the_winner_is_the_best_of_the_classified() -> None:
    entrants = Entrant("top", 1100.0, NO), Entrant("mid", 1050.0, YES), Entrant("low", 990.0, YES)
    assert winners(*entrants) == ["mid"]
    assert close(*entrants) == close(*entrants, now=CLOSING + timedelta(days=100))


def test_equal_winners_share() -> None:
    assert winners(Entrant("a", 1001.0, YES), Entrant("b", 1001.0, YES)) == ["a", "b"]


def test_nobody_classified_is_an_empty_answer() -> None:
    assert winners(Entrant("a", 1001.0, NO)) == []
    assert close() == ()


def test_naming_the_winner_early_is_refused() -> None:
    with refused(Code.STATE, "now", "season.not_closed"):
        close(now=CLOSING - SECOND)
    with refused(Code.TYPE, "now"):
        close(now=CLOSING.replace(tzinfo=None))
    with refused(Code.UNKNOWN, "season"):
        close_season(CALENDAR, "Zimy", [], now=CLOSING)


# The league, S4-24 ----------------------------------------------------------------------------

LEAGUE_END = datetime(2017, 12, 31, 21, tzinfo=UTC)


def closings(
    ratings: dict[int, tuple[float, ...]], absent: dict[int, int]
) -> dict[str, dict[int, float]]:
    """Three closings; *absent* the number of the season in which a player is not classified."""
    return {
        season.name: {
            player: values[number]
            for player, values in ratings.items()
            if absent.get(player) != number
        }
        for number, season in enumerate(CALENDAR.seasons)
    }


RATINGS = {
    1: (1000.0, 1010.0, 1020.0),
    2: (1020.0, 1020.0, 1020.0),
    3: (1200.0, 1200.0, 1200.0),
    4: (1010.0, 1020.0, 1030.0),
}


def test_the_champion_has_the_highest_mean_among_those_classified_in_all() -> None:
    rows = league_table(CALENDAR, closings(RATINGS, {3: 1}), now=LEAGUE_END)
    assert [(row.place, row.player, row.mean, row.shared) for row in rows] == [
        (1, 2, 1020.0, True),
        (1, 4, 1020.0, True),
        (3, 1, 1010.0, False),
    ]
    assert rows[1].ratings == (1010.0, 1020.0, 1030.0)


def test_the_order_of_the_closings_does_not_matter() -> None:
    listed = closings(RATINGS, {})
    turned = dict(reversed(listed.items()))
    assert league_table(CALENDAR, turned, now=LEAGUE_END) == league_table(
        CALENDAR, listed, now=LEAGUE_END
    )


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_nobody_classified_in_all_is_an_empty_answer(missing: int) -> None:
    listed = closings({1: (1.0, 2.0, 3.0)}, {1: missing})
    assert league_table(CALENDAR, listed, now=LEAGUE_END) == ()


def test_naming_the_champion_before_the_third_season_is_refused() -> None:
    listed = closings(RATINGS, {})
    with refused(Code.STATE, "now", "season.not_closed"):
        league_table(CALENDAR, listed, now=LEAGUE_END - SECOND)
    with refused(Code.STATE, "closings", "season.season_open"):
        league_table(CALENDAR, dict([*listed.items()][:2]), now=LEAGUE_END)
    with refused(Code.STATE, "closings", "season.season_open"):
        league_table(Calendar(()), {}, now=LEAGUE_END)
