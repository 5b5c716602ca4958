"""Points, multipliers and rounding: S0-19 … S0-21, A3, A7."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.igs.conditions import (
    CHANGES,
    EXPECTED100,
    MULTIPLIER_TEXT,
    TABLE,
    base12,
    multiplier_of,
    points_text,
    rounded,
)
from ratings.tests.igs_tables import MULTIPLIED, POINTS

HALF_RANK = 12


def change(net24: int, stronger_wins: bool, number: int, interpolate: bool = False) -> int:
    """What a player wins or loses in his rated game *number*."""
    pair = CHANGES[interpolate, multiplier_of(number)][net24]
    return pair[0 if stronger_wins else 1].points


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


def test_exact_products_behind_the_rounded_ones() -> None:
    """S0-21: the exact column of ×1.2."""
    exact = [[Fraction(12 * points, 10) for points in row] for row in TABLE]
    assert exact[1] == [Fraction("110.4"), Fraction("129.6")]
    assert exact[3] == [Fraction("93.6"), Fraction("146.4")]
    assert exact[6] == [Fraction("76.8"), Fraction("163.2")]


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
