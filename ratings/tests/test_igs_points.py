"""Conditions, points, multipliers and rounding: S0-14 … S0-21, A1 … A3, A7."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.errors import Code
from ratings.igs.conditions import (
    CHANGES,
    EXPECTED100,
    MULTIPLIER_TEXT,
    TABLE,
    base12,
    check_conditions,
    multiplier_of,
    net,
    points_text,
    rank24_text,
    rounded,
    standard_handicap,
    value24,
)
from ratings.igs.ladder import LADDER, level2
from ratings.tests.builders import refused
from ratings.tests.igs_tables import MULTIPLIED, POINTS, STANDARD

HALF_RANK = 12


def change(net24: int, stronger_wins: bool, number: int, interpolate: bool = False) -> int:
    """What a player wins or loses in his rated game *number*."""
    return CHANGES[interpolate, multiplier_of(number)][net24][0 if stronger_wins else 1].points


@pytest.mark.parametrize(("net2", "stronger", "weaker", "chance"), POINTS)
def test_table(net2: int, stronger: int, weaker: int, chance: int) -> None:
    """S0-19: the columns add to 200; the chance is what makes a game fair."""
    assert TABLE[net2] == (stronger, weaker)
    assert EXPECTED100[net2] == chance
    assert stronger + weaker == 200
    assert 2 * chance == weaker
    assert change(HALF_RANK * net2, True, 101) == stronger
    assert change(HALF_RANK * net2, False, 101) == weaker


@pytest.mark.parametrize(("net2", "by_15", "by_12"), MULTIPLIED)
def test_multiplied(net2: int, by_15: tuple[int, int], by_12: tuple[int, int]) -> None:
    """S0-21, both columns."""
    for number, expected in ((21, by_15), (50, by_15), (51, by_12), (100, by_12)):
        assert (
            change(HALF_RANK * net2, True, number),
            change(HALF_RANK * net2, False, number),
        ) == expected


@pytest.mark.parametrize(
    ("net2", "stronger", "weaker"),
    [
        (0, 170, 170),
        (1, 156, 184),
        (2, 143, 197),
        (3, 133, 207),
        (4, 122, 218),
        (5, 116, 224),
        (6, 109, 231),
    ],
)
def test_the_first_twenty_games_count_1_7(net2: int, stronger: int, weaker: int) -> None:
    """S0-20 special; its products need the rounding of S0-21 too."""
    assert change(HALF_RANK * net2, True, 1) == stronger
    assert change(HALF_RANK * net2, False, 20) == weaker


@pytest.mark.parametrize(
    ("number", "tenths"),
    [(1, 17), (20, 17), (21, 15), (50, 15), (51, 12), (100, 12), (101, 10), (10_000, 10)],
)
def test_multipliers(number: int, tenths: int) -> None:
    """S0-20; A7: game 1 is the first."""
    assert multiplier_of(number) == tenths
    assert Fraction(MULTIPLIER_TEXT[tenths]) == Fraction(tenths, 10)


def test_halves_are_rounded_away_from_zero() -> None:
    """S0-21: 12 twelfths are a point, tenths the multiplier."""
    assert rounded(12 * 5, 15) == 8  # 7.5
    assert rounded(12 * 5, 17) == 9  # 8.5
    assert rounded(12 * 92, 12) == 110


@pytest.mark.parametrize(
    ("net24", "stronger", "weaker"),
    [
        (0, "100", "100"),
        (6, "96", "104"),
        (12, "92", "108"),
        (13, "274/3", "326/3"),
        (18, "88", "112"),
        (71, "193/3", "407/3"),
        (72, "64", "136"),
        (83, "64", "136"),
    ],
)
def test_interpolation_between_the_rows(net24: int, stronger: str, weaker: str) -> None:
    """S0-17, option: linear; past the last row the last."""
    assert points_text(base12(net24, True, interpolate=True)) == stronger
    assert points_text(base12(net24, False, interpolate=True)) == weaker


@given(st.integers(0, 83))
def test_without_interpolation_the_row_below_holds(net24: int) -> None:
    row = TABLE[net24 // HALF_RANK]
    assert (base12(net24, True), base12(net24, False)) == (12 * row[0], 12 * row[1])


@given(st.integers(0, 83), st.booleans())
def test_both_columns_add_to_two_hundred(net24: int, interpolate: bool) -> None:
    """S0-19: so that what one side wins at equal percentages the other loses."""
    both = base12(net24, True, interpolate) + base12(net24, False, interpolate)
    assert both == 12 * 200


@given(st.integers(0, 82), st.booleans(), st.integers(1, 150))
def test_a_greater_lead_never_wins_more(net24: int, interpolate: bool, number: int) -> None:
    assert change(net24 + 1, True, number, interpolate) <= change(net24, True, number, interpolate)
    assert change(net24 + 1, False, number, interpolate) >= change(
        net24, False, number, interpolate
    )


@given(st.integers(0, 83), st.booleans(), st.booleans(), st.integers(1, 150))
def test_the_made_table_says_what_the_rule_says(
    net24: int, stronger_wins: bool, interpolate: bool, number: int
) -> None:
    made = CHANGES[interpolate, multiplier_of(number)][net24][0 if stronger_wins else 1]
    tenths = multiplier_of(number)
    assert made.points == rounded(base12(net24, stronger_wins, interpolate), tenths)
    exact = Fraction(made.base) * Fraction(tenths, 10)
    assert made.was_rounded == (exact != made.points)
    assert abs(exact - made.points) <= Fraction(1, 2)


def test_no_game_moves_more_than_a_rank_is_wide() -> None:
    """S0-26: widths of 300 and more guarantee one step a game."""
    most = max(one.points for table in CHANGES.values() for pair in table for one in pair)
    assert most == 272  # twice 136, the most that the club may choose; 231 with × 1.7


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
