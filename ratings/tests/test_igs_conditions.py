"""Standard handicap and net difference: S0-10, S0-14 … S0-18, A1, A2, A9."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.errors import Code
from ratings.igs.conditions import (
    check_conditions,
    net,
    rank24_text,
    standard_handicap,
    value24,
)
from ratings.igs.ladder import LADDER, level2
from ratings.tests.builders import refused
from ratings.tests.igs_tables import STANDARD

levels2 = st.sampled_from([level2(place) for place in range(52)])
stones = st.sampled_from([0, *range(2, 10)])


def of(rank: str) -> int:
    return level2(LADDER.index(rank))


@pytest.mark.parametrize(("difference2", "placed", "komi2", "giver"), STANDARD)
def test_standard_handicap_and_its_net_of_nought(
    difference2: int, placed: int, komi2: int, giver: str
) -> None:
    """S0-14, all 19 rows; S0-15: each nets exactly 0."""
    found = standard_handicap(difference2)
    assert (found.stones, found.komi2, found.giver) == (placed, komi2, giver)
    assert found.rules == ("S0-14",)
    assert Fraction(value24(placed, komi2), 24) == Fraction(difference2, 2)
    weaker = -10
    nothing = net(weaker, weaker + difference2, placed, komi2)
    assert (nothing.exact, nothing.used, nothing.stronger) == (0, 0, None)
    assert (nothing.swapped, nothing.rated) == (False, True)


@pytest.mark.parametrize(
    ("difference2", "code", "reason"),
    [
        (-1, Code.RANGE, ""),
        (19, Code.UNDEFINED, "igs.no_standard_handicap"),
        (52, Code.UNDEFINED, "igs.no_standard_handicap"),
        (2.5, Code.TYPE, ""),
        (None, Code.MISSING, ""),
        ("2", Code.TYPE, ""),
    ],
)
def test_standard_handicap_refuses(difference2: Any, code: Code, reason: str) -> None:
    with refused(code, "difference", reason):
        standard_handicap(difference2)


# S0-15, S0-17: Black, White, stones, komi2, value, exact, used.
PRINTED = [
    ("1d", "3d", 0, 1, "1/2", "3/2", "3/2"),
    ("1d", "3d", 2, -11, "2", "0", "0"),
    ("1d", "4d+", 0, 11, "1/12", "41/12", "3"),
]


@pytest.mark.parametrize(("black", "white", "placed", "komi2", "value", "exact", "used"), PRINTED)
def test_printed_examples(
    black: str, white: str, placed: int, komi2: int, value: str, exact: str, used: str
) -> None:
    found = net(of(black), of(white), placed, komi2)
    assert Fraction(value24(placed, komi2), 24) == Fraction(value)
    assert (found.exact, found.used) == (Fraction(exact), Fraction(used))
    assert found.rated
    assert rank24_text(value24(placed, komi2)) == value


def test_a1_the_slip_corrected_gives_the_printed_net_too() -> None:
    """A1: "weaker gives 0.5" for the third example is exactly 3.0."""
    assert net(of("1d"), of("4d+"), 0, 1).exact == 3


def test_a2_interpolation_keeps_the_exact_net() -> None:
    found = net(of("1d"), of("4d+"), 0, 11, interpolate=True)
    assert found.used == Fraction(41, 12)
    assert found.rated


@given(levels2, levels2)
def test_an_even_game_nets_the_difference_whoever_is_black(one: int, two: int) -> None:
    """S0-16."""
    there, back = net(one, two, 0, 13), net(two, one, 0, 13)
    assert there.used == back.used == abs(Fraction(one - two, 2))
    assert there.exact == -back.exact
    if one != two:
        assert (there.stronger, back.stronger) == (
            ("white", "black") if two > one else ("black", "white")
        )


def test_a_weaker_player_given_too_much_counts_as_the_stronger() -> None:
    """S0-18: 1d and 3d at 4 stones, Black gives 0.5: worth 3.5, so −1.5."""
    found = net(of("1d"), of("3d"), 4, 1)
    assert (found.exact, found.used) == (Fraction(-3, 2), Fraction(3, 2))
    assert (found.stronger, found.swapped) == ("black", True)


@pytest.mark.parametrize(
    ("placed", "komi2", "exact"),
    [(0, 13, "-2"), (0, 1, "-5/2"), (2, -11, "-4"), (2, 37, "-2"), (0, 61, "0"), (0, 85, "1")],
)
def test_a_stronger_player_who_takes_black_has_the_conditions_on_top(
    placed: int, komi2: int, exact: str
) -> None:
    """3d as Black against 1d; only a komi above 6.5 takes from his two ranks."""
    found = net(of("3d"), of("1d"), placed, komi2)
    assert found.exact == Fraction(exact)
    assert found.swapped == (Fraction(exact) < 0)


@given(levels2, levels2, stones, st.integers(-60, 60))
def test_each_stone_is_a_rank_and_each_point_a_twelfth(
    black: int, white: int, placed: int, komi2: int
) -> None:
    """S0-15 with A9: conditions lower White's lead by what they are worth, nothing else does."""
    found = net(black, white, placed, komi2)
    assert found.exact == Fraction(white - black, 2) - Fraction(value24(placed, komi2), 24)
    assert net(black, white, placed, komi2 + 2).exact - found.exact == Fraction(1, 12)
    if placed < 9:
        assert net(black, white, max(placed, 1) + 1, komi2).exact == found.exact - 1


@given(levels2, levels2, stones, st.integers(-722, 722))
def test_the_cut_goes_toward_zero_to_half_ranks(
    black: int, white: int, placed: int, komi2: int
) -> None:
    """S0-17, and S0-10 on the floored grid."""
    found = net(black, white, placed, komi2)
    assert (2 * found.used).denominator == 1
    assert 0 <= abs(found.exact) - found.used < Fraction(1, 2)
    assert found.rated == (found.used < Fraction(7, 2))


@pytest.mark.parametrize(
    ("placed", "komi2", "code", "field"),
    [
        (1, 13, Code.RANGE, "stones"),
        (10, 13, Code.RANGE, "stones"),
        (-1, 13, Code.RANGE, "stones"),
        (0, 723, Code.RANGE, "komi"),
        (0, -723, Code.RANGE, "komi"),
        (0, None, Code.MISSING, "komi"),
    ],
)
def test_impossible_conditions_are_refused(placed: Any, komi2: Any, code: Code, field: str) -> None:
    """S0-14, bad input."""
    with refused(code, field):
        check_conditions(placed, komi2)


def test_the_gap_begins_at_three_and_a_half() -> None:
    """S0-10, A3: 41/12 is rated, 42/12 is not; a large gap with its handicap is (A9)."""
    assert net(of("1d"), of("4d+"), 0, 11).rated
    assert not net(of("1d"), of("4d+"), 0, 13).rated
    assert net(of("9k"), of("1d"), 9, -11).rated
