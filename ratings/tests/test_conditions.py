"""Ranks and their bands, handicap and komi: S1-1 … S1-3, S1-14 … S1-17, RULEBOOK 2.4."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from ratings.errors import Code
from ratings.paa.conditions import PaaConditions, estimate_points, paa_conditions
from ratings.ranks import (
    DECLARABLE,
    LADDER,
    MAX_POINTS,
    MIN_POINTS,
    band_of,
    band_range,
    check_points,
    check_rank,
    parse_rank,
    rank_code,
    starting_points,
)
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


# S1-2 as printed: code, lowest and highest points of the band.
BANDS = [
    ("9k", None, 40),
    ("8k", 41, 50),
    ("7k", 51, 60),
    ("6k", 61, 70),
    ("5k", 71, 80),
    ("4k", 81, 90),
    ("3k", 91, 100),
    ("2k", 101, 110),
    ("1k", 111, 120),
    ("1d", 121, 130),
    ("2d", 131, 140),
    ("3d", 141, 150),
    ("4d", 151, 160),
    ("5d", 161, 170),
    ("6d", 171, 180),
    ("7d", 181, 190),
    ("8d", 191, 200),
    ("8d+", 201, None),
]


def test_ladder_has_the_eighteen_bands_weakest_first() -> None:
    assert tuple(code for code, _, _ in BANDS) == LADDER
    assert len(LADDER) == 18


@pytest.mark.parametrize(("code", "low", "high"), BANDS)
def test_band_range_is_the_printed_one(code: str, low: int | None, high: int | None) -> None:
    assert band_range(LADDER.index(code)) == (low, high)


@pytest.mark.parametrize(("code", "low", "high"), BANDS)
def test_band_of_at_both_borders(code: str, low: int | None, high: int | None) -> None:
    index = LADDER.index(code)
    bottom = MIN_POINTS if low is None else low
    top = MAX_POINTS if high is None else high
    assert band_of(bottom) == band_of(top) == index
    if low is not None:
        assert band_of(low - 1) == index - 1
    if high is not None:
        assert band_of(high + 1) == index + 1


@pytest.mark.parametrize(
    ("code", "points"),
    [("1k", 115), ("4k", 85), ("6d", 175), ("1d", 125), ("2d", 135), ("2k", 105), ("8k", 45)],
)
def test_starting_points_are_the_middle_of_the_band(code: str, points: int) -> None:
    assert starting_points(LADDER.index(code)) == points


def test_nine_kyu_and_weaker_start_at_nought() -> None:
    """S1-4."""
    assert starting_points(0) == 0


def test_no_start_is_published_above_eight_dan() -> None:
    with refused(Code.UNDEFINED, "rank", "paa.no_published_start"):
        starting_points(17)


@pytest.mark.parametrize("function", [band_range, starting_points, check_rank])
@pytest.mark.parametrize("index", [-1, 18])
def test_an_index_off_the_ladder_is_refused(function: Callable[[int], object], index: int) -> None:
    with refused(Code.RANK, "rank"):
        function(index)


@pytest.mark.parametrize("index", [True, 8.0, "8"])
def test_an_index_that_is_no_integer_is_refused(index: object) -> None:
    with refused(Code.TYPE, "rank"):
        check_rank(index)


@pytest.mark.parametrize("text", LADDER)
def test_parse_rank_reads_its_own_codes(text: str) -> None:
    assert LADDER[parse_rank(text)] == text


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1K", "1k"),
        (" 1 kyu ", "1k"),
        ("1-kyu", "1k"),
        ("1級", "1k"),
        ("一級", "1k"),
        ("１級", "1k"),
        ("１Ｋ", "1k"),
        ("๑ คิว", "1k"),
        ("๓ ดั้ง", "3d"),
        ("٣ dan", "3d"),
        ("初段", "1d"),
        ("1 dan", "1d"),
        ("1D", "1d"),
        ("二段", "2d"),
        ("3段", "3d"),
        ("八段", "8d"),
        ("9級以下", "9k"),
        ("初心者", "9k"),
        ("10k", "9k"),
        ("十五級", "9k"),
        ("二十級", "9k"),
        ("三十級", "9k"),
        ("十段", "8d+"),
        ("10d", "8d+"),
        ("30 kyu", "9k"),
        ("8d以上", "8d+"),
        ("8D+", "8d+"),
        ("八段以上", "8d+"),
        ("9d", "8d+"),
        ("九段", "8d+"),
        ("プロ棋士", "8d+"),
        ("pro", "8d+"),
        ("1p", "8d+"),
        ("9p", "8d+"),
    ],
)
def test_parse_rank_is_tolerant(text: str, code: str) -> None:
    assert LADDER[parse_rank(text)] == code


@pytest.mark.parametrize("text", DECLARABLE)
def test_a_rank_that_can_be_declared_keeps_its_name(text: str) -> None:
    assert rank_code(text) == text


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("10k", "10k"),
        ("十五級", "15k"),
        ("二十級", "20k"),
        ("三十級", "30k"),
        ("30 kyu", "30k"),
        ("１７ คิว", "17k"),
        ("9級以下", "9k"),
        ("初心者", "30k"),
        ("9d", "8d+"),
        ("9p", "8d+"),
    ],
)
def test_a_rank_below_nine_kyu_is_kept_and_starts_at_zero(text: str, code: str) -> None:
    """S1-4: whatever its name, 9 kyu and weaker start at 0."""
    assert rank_code(text) == code
    if code != "8d+":
        assert starting_points(parse_rank(text)) == 0


@pytest.mark.parametrize(
    "text",
    [
        *("0k", "0d", "31k", "11d", "10p", "9d+", "3p+", "1k+", "1d?", "-1k", "1.5k", "½k"),
        *(
            "k",
            "段",
            "1",
            "12",
            "1x",
            "1kd",
            "1k; drop",
            "初級",
            "十十級",
            "十一段",
            "三十一級",
            "0p",
            "8d以下",
            "9k以上",
        ),
        *("x" * 10_000, "9" * 10_000 + "k"),
    ],
)
def test_parse_rank_refuses_what_is_no_rank(text: str) -> None:
    for read in (parse_rank, rank_code):
        with refused(Code.RANK, "rank"):
            read(text)


@pytest.mark.parametrize(
    ("value", "code"),
    [(None, Code.MISSING), ("", Code.MISSING), (" \u3000", Code.MISSING), (1, Code.TYPE)],
)
def test_parse_rank_refuses_absent_and_untextual(value: object, code: Code) -> None:
    with refused(code, "rank"):
        parse_rank(value)


@pytest.mark.parametrize("value", [0, 1, 500, 999])
def test_check_points_accepts_the_closed_range(value: int) -> None:
    assert check_points(value) == value


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (-1, Code.RANGE),
        (1000, Code.RANGE),
        (10**40, Code.RANGE),
        (True, Code.TYPE),
        (115.0, Code.TYPE),
        (float("nan"), Code.TYPE),
        (float("inf"), Code.TYPE),
        (Decimal(115), Code.TYPE),
        ("115", Code.TYPE),
        (None, Code.MISSING),
        ("", Code.MISSING),
    ],
)
def test_check_points_error_rows(value: object, code: Code) -> None:
    """S1-1: integers from 0 to 999."""
    with refused(code, "start"):
        check_points(value, field="start")


def test_band_of_refuses_points_out_of_bounds() -> None:
    with refused(Code.RANGE, "points"):
        band_of(1000)
