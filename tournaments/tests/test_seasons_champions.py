"""Classification, season winner, league champion: S4-22 … S4-24."""

import math
from datetime import UTC, date, datetime, timedelta

import pytest

from tournaments.seasons.calendar import Month, months_of
from tournaments.seasons.champions import (
    Entrant,
    Missing,
    classify,
    league_table,
    rating_at,
    season_table,
)
from tournaments.seasons.scoring import PlayerId
from tournaments.tests.league_builders import ILUZJI, UROKU, Season

JAN, FEB, MAR, APR = (Month(2017, month) for month in (1, 2, 3, 4))


def held(*by_month: int, season: Season = ILUZJI) -> tuple[date, ...]:
    """Days of events, so many in each month of the season."""
    return tuple(
        date(month.year, month.month, 14 + number)
        for month, count in zip(months_of(season), by_month, strict=True)
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
    season = Season(date(2017, 1, 31), date(2017, 3, 1))
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


# The closing hour -----------------------------------------------------------------------------

CLOSING = datetime(2017, 4, 30, 20, tzinfo=UTC)  # 22:00 in Warsaw
SECOND = timedelta(seconds=1)


def test_the_rating_of_the_closing_second_counts() -> None:
    history = [(CLOSING - SECOND, 1010.0), (CLOSING, 1020.0), (CLOSING + SECOND, 1030.0)]
    assert rating_at(history, CLOSING) == 1020.0
    assert rating_at(history[:1], CLOSING) == 1010.0
    assert rating_at(history[2:], CLOSING) == 1000.0
    assert rating_at([(CLOSING + SECOND * 0.9, 1020.0)], CLOSING) == 1020.0


def test_of_two_games_in_one_second_the_later_listed_counts() -> None:
    assert rating_at([(CLOSING, 1010.0), (CLOSING, 1020.0)], CLOSING) == 1020.0


def winners(*entrants: Entrant) -> list[PlayerId]:
    return [row.player for row in season_table(ILUZJI, entrants) if row.leads]


def test_the_winner_is_the_best_of_the_classified() -> None:
    entrants = Entrant("top", 1100.0, NO), Entrant("mid", 1050.0, YES), Entrant("low", 990.0, YES)
    assert winners(*entrants) == ["mid"]


def test_equal_winners_share() -> None:
    assert winners(Entrant("a", 1001.0, YES), Entrant("b", 1001.0, YES)) == ["a", "b"]


def test_nobody_classified_is_an_empty_answer() -> None:
    assert winners(Entrant("a", 1001.0, NO)) == []
    assert winners() == []


# The league, S4-24 ----------------------------------------------------------------------------


def closings(
    ratings: dict[int, tuple[float, ...]], absent: dict[int, int]
) -> list[dict[int, float]]:
    """Three closings; *absent* the number of the season in which a player is not classified."""
    return [
        {
            player: values[number]
            for player, values in ratings.items()
            if absent.get(player) != number
        }
        for number in range(3)
    ]


RATINGS = {
    1: (1000.0, 1010.0, 1020.0),
    2: (1020.0, 1020.0, 1020.0),
    3: (1200.0, 1200.0, 1200.0),
    4: (1010.0, 1020.0, 1030.0),
}


def test_the_champion_has_the_highest_mean_among_those_classified_in_all() -> None:
    rows = league_table(closings(RATINGS, {3: 1}))
    assert [(row.place, row.player, row.mean, row.shared) for row in rows] == [
        (1, 2, 1020.0, True),
        (1, 4, 1020.0, True),
        (3, 1, 1010.0, False),
    ]
    assert rows[1].ratings == (1010.0, 1020.0, 1030.0)


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_nobody_classified_in_all_is_an_empty_answer(missing: int) -> None:
    assert league_table(closings({1: (1.0, 2.0, 3.0)}, {1: missing})) == ()
