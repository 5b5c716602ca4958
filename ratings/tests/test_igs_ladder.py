"""The IGS ladder: S0-1 … S0-5."""

from typing import Any

import pytest

from ratings.errors import Code
from ratings.igs.ladder import (
    BC,
    HIGHEST,
    LADDER,
    LOWEST,
    UNGRADED,
    ParsedRank,
    check_grade,
    check_rank,
    code_of,
    index_of_level,
    is_half,
    level2,
    parse_rank,
    rank_text,
)
from ratings.tests.builders import refused


def test_the_ladder_has_52_steps_in_order() -> None:
    """S0-1 with A6: no 9d+, no 10d+."""
    assert (len(LADDER), LOWEST, HIGHEST, BC) == (52, 0, 51, -1)
    assert LADDER[:4] == ("17k", "17k+", "16k", "16k+")
    assert LADDER[32:36] == ("1k", "1k+", "1d", "1d+")
    assert LADDER[-4:] == ("8d", "8d+", "9d", "10d")
    assert len(set(LADDER)) == 52


@pytest.mark.parametrize(
    ("rank", "doubled"),
    [
        ("17k", -32),
        ("17k+", -31),
        ("2k", -2),
        ("1k", 0),
        ("1k+", 1),
        ("1d", 2),
        ("3d+", 7),
        ("4d+", 9),
        ("8d+", 17),
        ("9d", 18),
        ("10d", 20),
    ],
)
def test_levels(rank: str, doubled: int) -> None:
    """S0-2: kyu n = 1 − n, dan n = n, + adds a half."""
    assert level2(LADDER.index(rank)) == doubled


def test_printed_difference_of_levels() -> None:
    """S0-2: 4d+ less 1d is 3.5."""
    assert level2(LADDER.index("4d+")) - level2(LADDER.index("1d")) == 7


def test_bc_has_no_level() -> None:
    with refused(Code.UNDEFINED, "rank", "igs.no_level"):
        level2(BC)


def test_whole_levels_lead_back_to_their_rank() -> None:
    for level in range(-16, 11):
        index = index_of_level(level)
        assert level2(index) == 2 * level
        assert not is_half(index)
    with refused(Code.RANGE, "level"):
        index_of_level(11)
    with refused(Code.RANGE, "level"):
        index_of_level(-17)


def test_half_ranks_are_those_with_a_plus() -> None:
    assert [code_of(place) for place in range(BC, 52) if is_half(place)] == [
        rank for rank in LADDER if rank.endswith("+")
    ]


@pytest.mark.parametrize("rank", LADDER)
def test_every_rank_reads_back(rank: str) -> None:
    assert parse_rank(rank) == ParsedRank(LADDER.index(rank))
    assert code_of(LADDER.index(rank)) == rank


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3d★", ParsedRank(39)),
        ("3D+", ParsedRank(39)),
        (" 3 d + ", ParsedRank(39)),
        ("３ｄ＋", ParsedRank(39)),
        ("1K", ParsedRank(32)),
        ("17 kyu", ParsedRank(0)),
        ("１７級", ParsedRank(0)),
        ("十七級", ParsedRank(0)),
        ("二級+", ParsedRank(31)),
        ("初段", ParsedRank(34)),
        ("初段?", ParsedRank(34, provisional=True)),
        ("三段★", ParsedRank(39)),
        ("十段", ParsedRank(51)),
        ("3 คิว", ParsedRank(28)),
        ("3 ดั้ง", ParsedRank(38)),
        ("๓ ดั้ง", ParsedRank(38)),
        ("3d?", ParsedRank(38, provisional=True)),
        ("10d", ParsedRank(51)),
        ("3p", ParsedRank(38, pro=True)),
        ("9P", ParsedRank(50, pro=True)),
        ("3dP", ParsedRank(38, pro=True)),
        ("三段P", ParsedRank(38, pro=True)),
        ("bc", ParsedRank(BC)),
        ("BC", ParsedRank(BC)),
        ("Beginner", ParsedRank(BC)),
        ("初心者", ParsedRank(BC)),
    ],
)
def test_parse_rank(text: str, expected: ParsedRank) -> None:
    assert parse_rank(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("18k", "0k", "0d", "11d", "9d+", "10d+", "9d★", "10d★", "BC+", "BC?", "3d+?", "3d★?"),
        *("3p+", "3p?", "3pp", "0p", "10p", "10dP", "3kP", "3d+P", "初級", "十八級", "99k"),
        *("3", "d", "3x", "+3d", "3d++", "3d?+", "-3k", "3.5d", "1 7k", "pro", "?", "P"),
    ],
)
def test_parse_rank_refuses(text: str) -> None:
    """Error columns of S0-1 and S0-3."""
    with refused(Code.RANK, "rank"):
        parse_rank(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [(None, Code.MISSING), ("", Code.MISSING), ("  ", Code.MISSING), (3, Code.TYPE)],
)
def test_parse_rank_needs_text(text: Any, code: Code) -> None:
    with refused(code, "rank"):
        parse_rank(text)


def test_rank_text_and_its_marks() -> None:
    """S0-3, S0-4: one mark is printed, + ; S0-5."""
    assert rank_text(parse_rank("3d★").index) == "3d+"
    assert rank_text(38, provisional=True) == "3d?"
    assert rank_text(BC) == "BC"
    assert rank_text(50, pro=True) == "9p"
    assert rank_text(UNGRADED, pro=True) == "P"


@pytest.mark.parametrize(
    ("place", "provisional", "professional"),
    [
        (39, True, False),
        (BC, True, False),
        (38, True, True),
        (39, False, True),
        (32, False, True),
        (51, False, True),
        (52, False, False),
        (UNGRADED, False, False),
    ],
)
def test_rank_text_refuses_marks_that_do_not_go_together(
    place: int, provisional: bool, professional: bool
) -> None:
    with refused(Code.RANK, "rank"):
        rank_text(place, provisional, professional)


@pytest.mark.parametrize(
    ("value", "code"),
    [(52, Code.RANK), (-2, Code.RANK), (None, Code.MISSING), ("3d", Code.TYPE), (True, Code.TYPE)],
)
def test_check_rank(value: Any, code: Code) -> None:
    assert check_rank(BC) == BC
    assert check_rank(51) == 51
    with refused(code, "held"):
        check_rank(value, "held")


def test_professional_grades_are_the_dans_one_to_nine() -> None:
    assert [rank_text(place, pro=True) for place in range(34, 52, 2)] == [
        f"{grade}p" for grade in range(1, 10)
    ]
    assert check_grade(UNGRADED) == UNGRADED
