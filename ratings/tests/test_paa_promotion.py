"""Promotion, demotion and what is foretold of them: S1-12, S1-13, RULEBOOK 2.3."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ratings.errors import Code
from ratings.paa.forecast import forecast_of
from ratings.paa.rules import (
    DEMOTE_AT,
    PROMOTE_AT,
    JigoRate,
    PaaRules,
    PaaState,
    counts_in_window,
    judge,
    rate,
)
from ratings.paa.system import SYSTEM
from ratings.ranks import LADDER, MAX_POINTS, MIN_POINTS, band_of, band_range, parse_rank
from ratings.system import Ending, Outcome, RatedGame
from ratings.tests.builders import refused, state

# RULEBOOK 2.3: points, band held, wins, losses, jigo, outcome, code.
TABLE = [
    (121, "1k", 13, 7, 0, "1d", "promoted"),
    (121, "1k", 12, 8, 0, "1k", "kept_rate"),
    (110, "1k", 7, 13, 0, "2k", "demoted"),
    (110, "1k", 8, 12, 0, "1k", "kept_rate"),
    (118, "1k", 9, 1, 0, "1k", "kept_band"),
    (122, "1k", 6, 3, 0, "1k", "kept_few"),
    (121, "1k", 12, 6, 2, "1d", "promoted"),
]

# Beside the table: both exact limits from each side, the ends of the ladder, one rank per step.
EDGES = [
    (121, "1k", 64, 36, 0, "1k", "kept_rate"),
    (121, "1k", 65, 35, 0, "1d", "promoted"),
    (110, "1k", 36, 64, 0, "1k", "kept_rate"),
    (110, "1k", 35, 65, 0, "2k", "demoted"),
    (110, "1k", 6, 12, 2, "2k", "demoted"),
    (121, "1k", 0, 0, 0, "1k", "kept_few"),
    (115, "1k", 0, 0, 0, "1k", "kept_band"),
    (121, "1k", 10, 0, 0, "1d", "promoted"),
    (121, "1k", 9, 0, 0, "1k", "kept_few"),
    (140, "1k", 20, 0, 0, "1d", "promoted"),
    (60, "1k", 0, 20, 0, "2k", "demoted"),
    (121, "1k", 0, 20, 0, "1k", "kept_rate"),
    (110, "1k", 20, 0, 0, "1k", "kept_rate"),
    (0, "9k", 0, 50, 0, "9k", "kept_band"),
    (999, "8d+", 50, 0, 0, "8d+", "kept_band"),
    (201, "8d", 20, 0, 0, "8d+", "promoted"),
    (40, "8k", 0, 20, 0, "9k", "demoted"),
]


@pytest.mark.parametrize(
    ("points", "held", "wins", "losses", "jigo", "after", "code"), [*TABLE, *EDGES]
)
def test_rank_after_table(
    points: int, held: str, wins: int, losses: int, jigo: int, after: str, code: str
) -> None:
    index, why = judge(band_of(points), parse_rank(held), wins, losses, jigo, 10, JigoRate.HALF)
    assert (LADDER[index], why) == (after, code)


def test_limits_are_exact_fractions() -> None:
    assert Fraction("0.65") == PROMOTE_AT
    assert Fraction("0.35") == DEMOTE_AT


def test_the_minimum_is_the_houses_choice() -> None:
    assert judge(9, 8, 6, 3, 0, 9, JigoRate.HALF) == (9, "promoted")


def test_rate_counts_a_jigo_as_half() -> None:
    assert rate(state(score="W" * 12 + "L" * 6 + "JJ"), PaaRules()) == Fraction(13, 20)


def test_rate_of_no_games_is_none() -> None:
    assert rate(state(), PaaRules()) is None


def test_window_takes_only_the_last_games() -> None:
    long = state(score="L" * 30 + "W" * 13 + "J" * 2 + "L" * 5)
    assert counts_in_window(long, PaaRules()) == (13, 35, 2)
    assert counts_in_window(long, PaaRules(window=20)) == (13, 5, 2)
    assert rate(long, PaaRules(window=20)) == Fraction(14, 20)


def test_window_never_reaches_behind_the_rank_change() -> None:
    """recent is kept across a rank change, the counters are not."""
    fresh = replace(state(score="WWL"), recent="L" * 50 + "WWL")
    assert counts_in_window(fresh, PaaRules(window=20)) == (2, 1, 0)


@pytest.mark.parametrize(("min_games", "window"), [(10, 9), (2, 1)])
def test_a_window_holds_enough_games(min_games: int, window: int) -> None:
    with refused(Code.INCONSISTENT, "window", "paa.window_below_min_games"):
        PaaRules(min_games=min_games, window=window)


def test_rules_at_their_limits() -> None:
    assert PaaRules() == PaaRules(min_games=10, window=0)
    assert PaaRules(min_games=1, window=1).window == 1
    assert PaaRules(min_games=100, window=100).min_games == 100


RULES = PaaRules()
WIN = RatedGame(19, 0, 11, Outcome.BLACK, Ending.RESIGNATION, None)
LOSS = RatedGame(19, 0, 11, Outcome.WHITE, Ending.RESIGNATION, None)


def held(points, rank, wins, losses, jigo=0):
    recent = "W" * wins + "L" * losses + "J" * jigo
    return PaaState(points, LADDER.index(rank), wins + losses + jigo, wins, losses, jigo,
                 recent[-100:], False)  # fmt: skip


def after(state, game, times, rules=RULES):
    for _ in range(times):
        state = SYSTEM.step(game, state, None, rules)[0].state
    return state


def test_two_points_and_a_rate_of_0_61_three_wins_in_a_row_reach_it():
    """The issue's own example: 11–7 is 0.61; 121 points at 13–7, but 0.65 only then: two wins.

    At 119 with 11–7 the second win gives 121 points and exactly 13/20, which promotes (S1-12).
    """
    side = forecast_of(held(119, "1k", 11, 7), RULES).promotion
    assert (side.rank, side.points_missing, side.rate) == ("1d", 2, Fraction(11, 18))
    assert side.games_in_a_row == 2
    # 14–9 is 0.61 too; 16–9 is 0.64, 17–9 is 0.654: the third win.
    assert forecast_of(held(119, "1k", 14, 9), RULES).promotion.games_in_a_row == 3


def test_the_rate_alone_may_be_missing():
    side = forecast_of(held(121, "1k", 12, 8), RULES).promotion
    assert (side.points_missing, side.rate) == (0, Fraction(3, 5))
    assert side.games_in_a_row == 3  # 15–8 is 0.652


def test_too_few_games_count_too():
    side = forecast_of(held(122, "1k", 6, 3), RULES).promotion
    assert (side.counted, side.games_needed, side.games_in_a_row) == (9, 10, 1)


def test_the_danger_of_demotion():
    side = forecast_of(held(112, "1k", 8, 11), RULES).demotion
    assert (side.rank, side.points_missing, side.rate_needed) == ("2k", 2, Fraction(7, 20))
    # 8–15 is 8/23 = 0.348.
    assert side.games_in_a_row == 4


@pytest.mark.parametrize(("rank", "end"), [("9k", "demotion"), ("8d+", "promotion")])
def test_the_ladder_ends(rank, end):
    low, high = band_range(LADDER.index(rank))
    points = high if low is None else low
    assert getattr(forecast_of(held(points, rank, 0, 0), RULES), end) is None


def test_points_that_cannot_fall_any_further_bring_no_demotion_forever():
    """At 0 points of 8k's neighbour nothing lies below; a window keeps the rule honest."""
    found = forecast_of(held(0, "9k", 0, 5), RULES)
    assert found.demotion is None
    assert found.promotion.points_missing == 41


def test_a_window_of_the_last_games_is_honoured():
    rules = PaaRules(min_games=10, window=10)
    state = PaaState(121, LADDER.index("1k"), 30, 10, 20, 0, "L" * 20 + "W" * 10, False)
    assert forecast_of(state, rules).promotion.games_in_a_row == 1
    assert forecast_of(state, RULES).promotion.games_in_a_row > 20


@given(
    points=st.integers(MIN_POINTS, MAX_POINTS),
    shift=st.integers(-1, 1),
    wins=st.integers(0, 40),
    losses=st.integers(0, 40),
    window=st.sampled_from([0, 10, 20]),
)
def test_that_many_games_change_the_rank_and_one_fewer_do_not(points, shift, wins, losses, window):
    rank = min(max(band_of(points) + shift, 0), len(LADDER) - 1)
    rules = PaaRules(window=window)
    state = held(points, LADDER[rank], wins, losses)
    found = forecast_of(state, rules)
    for side, game, up in ((found.promotion, WIN, True), (found.demotion, LOSS, False)):
        if side is None or side.games_in_a_row is None:
            continue
        assert after(state, game, side.games_in_a_row - 1, rules).rank == rank
        assert after(state, game, side.games_in_a_row, rules).rank == (rank + 1 if up else rank - 1)
