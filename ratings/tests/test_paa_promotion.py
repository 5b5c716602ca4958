"""Promotion and demotion: S1-12, S1-13, and the table of RULEBOOK 2.3."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from ratings.errors import Code
from ratings.paa.rules import (
    DEMOTE_AT,
    PROMOTE_AT,
    JigoRate,
    PaaRules,
    counts_in_window,
    judge,
    rate,
)
from ratings.ranks import LADDER, band_of, parse_rank
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
