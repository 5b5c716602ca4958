"""Handicap and komi: S1-14 … S1-17 with the tables of RULEBOOK 2.4."""

from typing import Any

import pytest

from ratings.errors import Code
from ratings.paa.conditions import PaaConditions, estimate_points, paa_conditions
from ratings.tests.builders import refused


@pytest.mark.parametrize(
    ("a", "b", "diff", "n", "remainder", "stones", "komi2", "weaker"),
    [
        (115, 125, 10, 1, 2, 2, 7, "a"),
        (115, 135, 20, 2, 4, 3, 3, "a"),
        (115, 93, 22, 2, 6, 3, -1, "b"),
        (85, 120, 35, 4, 3, 5, 5, "a"),
        (95, 120, 25, 3, 1, 4, 9, "a"),
        (175, 105, 70, None, None, 7, -33, "b"),
        (100, 147, 47, 5, 7, 6, -3, "a"),
        (100, 148, 48, 6, 0, 7, 11, "a"),
        (100, 154, 54, 6, 6, 7, -1, "a"),
        (100, 155, 55, 6, 7, 7, -3, "a"),
        (100, 156, 56, None, None, 7, -5, "a"),
        (100, 157, 57, None, None, 7, -7, "a"),
        (0, 999, 999, None, None, 7, -1891, "a"),
    ],
)
def test_worked_examples_and_edges(
    a: int,
    b: int,
    diff: int,
    n: int | None,
    remainder: int | None,
    stones: int,
    komi2: int,
    weaker: str,
) -> None:
    found = paa_conditions(a, b)
    assert (found.diff, found.n, found.remainder) == (diff, n, remainder)
    assert (found.stones, found.komi2, found.weaker) == (stones, komi2, weaker)


@pytest.mark.parametrize(
    ("remainder", "komi2"), [(0, 11), (1, 9), (2, 7), (3, 5), (4, 3), (5, 1), (6, -1), (7, -3)]
)
@pytest.mark.parametrize("n", range(7))
def test_komi_table_for_every_number_of_stones(n: int, remainder: int, komi2: int) -> None:
    """S1-14: the row of RULEBOOK 2.4 holds for each N from 0 to 6."""
    diff = 8 * n + remainder
    found = paa_conditions(200, 200 - diff)
    assert (found.stones, found.komi2) == (n + 1, komi2)


def test_equal_points_toss_for_colour() -> None:
    """S1-16."""
    found = paa_conditions(115, 115)
    assert (found.weaker, found.stones, found.komi2, found.handicap) == (None, 1, 11, 0)
    assert found.rules == ("S1-16",)


def test_one_stone_places_none() -> None:
    assert paa_conditions(115, 122).handicap == 0
    assert paa_conditions(115, 123).handicap == 2


def test_seven_stones_do_not_count() -> None:
    """B7 with S1-10: from a difference of 48 on."""
    assert paa_conditions(100, 147).counts is True
    for diff in (48, 55, 56, 200):
        found = paa_conditions(0, diff)
        assert (found.stones, found.counts) == (7, False)
        assert "S1-10" in found.rules


def test_rules_are_cited() -> None:
    assert paa_conditions(115, 125).rules == ("S1-14",)
    assert paa_conditions(175, 105).rules == ("S1-15", "S1-10")


@pytest.mark.parametrize(
    ("a", "b", "code", "field"),
    [
        (-1, 115, Code.RANGE, "points_a"),
        (115, 1000, Code.RANGE, "points_b"),
        (115.0, 115, Code.TYPE, "points_a"),
        (115, None, Code.MISSING, "points_b"),
        (True, 115, Code.TYPE, "points_a"),
    ],
)
def test_conditions_error_rows(a: Any, b: Any, code: Code, field: str) -> None:
    with refused(code, field):
        paa_conditions(a, b)


@pytest.mark.parametrize(
    ("known", "stones", "stronger", "estimates"),
    [
        (176, 1, True, (171, 170)),
        (176, 7, True, (123, 122)),
        (120, 4, False, (149, 150)),
    ],
)
def test_estimates_as_printed(
    known: int, stones: int, stronger: bool, estimates: tuple[int, int]
) -> None:
    """S1-17."""
    assert estimate_points(known, stones, stronger) == estimates


@pytest.mark.parametrize(
    ("known", "stones", "stronger", "code", "field"),
    [
        (176, 0, True, Code.RANGE, "stones"),
        (176, 8, True, Code.RANGE, "stones"),
        (176, -1, True, Code.RANGE, "stones"),
        (176, 2.0, True, Code.TYPE, "stones"),
        (176, None, True, Code.MISSING, "stones"),
        (1000, 1, True, Code.RANGE, "known"),
        ("176", 1, True, Code.TYPE, "known"),
        (176, 1, None, Code.TYPE, "known_is_stronger"),
        (5, 1, True, Code.RANGE, "points"),
        (994, 1, False, Code.RANGE, "points"),
    ],
)
def test_estimate_error_rows(
    known: Any, stones: Any, stronger: Any, code: Code, field: str
) -> None:
    with refused(code, field):
        estimate_points(known, stones, stronger)


def test_estimates_at_the_bounds() -> None:
    assert estimate_points(6, 1, True) == (1, 0)
    assert estimate_points(993, 1, False) == (998, 999)


def test_conditions_are_plain_values() -> None:
    assert paa_conditions(115, 125) == PaaConditions(10, 1, 2, 2, 7, "a", ("S1-14",), True)
