"""The IGS ladder: BC, then 17k, 17k+ … 8d, 8d+, 9d, 10d (RULEBOOK S0-1 … S0-5).

A rank is an index: 0 … 51 on :data:`LADDER`, weakest first, and :data:`BC` (−1) below it.  Do not
look up ``LADDER[BC]``, which Python reads as the last one; :func:`code_of` knows both.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from ratings.accepted import AcceptedRange, AcceptedWords
from ratings.checks import whole_number
from ratings.errors import Code, RuleError

#: S0-1, weakest first.  9d stands directly under 10d (A6).
LADDER: Final[tuple[str, ...]] = (
    *(f"{kyu}k{mark}" for kyu in range(17, 0, -1) for mark in ("", "+")),
    *(f"{dan}d{mark}" for dan in range(1, 9) for mark in ("", "+")),
    "9d",
    "10d",
)
LOWEST: Final = 0
HIGHEST: Final = len(LADDER) - 1

#: The beginners' class below the ladder.
BC: Final = -1
#: A professional whose grade nobody gave; no place on the ladder.
UNGRADED: Final = -2
#: How a professional without a known grade is written.
PROFESSIONAL: Final = "P"

# 1k = 0 and 1d = 1, so whole levels run through (S0-2); index 32 is 1k.
_INDEX_OF_LEVEL_0 = 32
#: Twice the level of every rank of the ladder (S0-2).
LEVELS2: Final[tuple[int, ...]] = (*range(-_INDEX_OF_LEVEL_0, HIGHEST - _INDEX_OF_LEVEL_0), 20)
#: The whole levels between which the newcomers' formula moves: 17k and 9d (S0-29).
LOWEST_LEVEL: Final = -16
NEWCOMER_HIGHEST_LEVEL: Final = 9

_ACCEPTED = AcceptedWords("BC, 17k…1k, 1d…10d, a + up to 8d+")
_MOST_KYU, _MOST_DAN, _MOST_PRO = 17, 10, 9
_BEGINNER = frozenset({"bc", "beginner", "初心者"})
_KYU = frozenset({"k", "kyu", "級", "级", "คิว"})
_ONES = "一二三四五六七八九"
_KANJI = {
    **{numeral: number for number, numeral in enumerate(_ONES, 1)},
    "十": 10,
    **{f"十{numeral}": 10 + number for number, numeral in enumerate(_ONES[:7], 1)},
}
_RANK = re.compile(
    r"(?P<number>\d{1,2}|初|十[一二三四五六七]?|[一二三四五六七八九])"
    r"\s*(?P<unit>kyu|k|級|级|คิว|dan|d|段|ดั้ง|p)"
    r"\s*(?P<plus>[+★]?)"
    r"\s*(?P<suffix>[?p]?)"
)


@dataclass(frozen=True, slots=True)
class ParsedRank:
    """A rank as read: ladder ``index`` or BC, self-declared (``?``), professional (``P``).

    The index of a professional is that of the dan of the same number; it moves no points.
    """

    index: int
    provisional: bool = False
    pro: bool = False


def check_rank(index: object, field: str = "rank") -> int:
    """Return *index* if it is a rank, −1 (BC) … 51.

    Raises RuleError E_MISSING, E_TYPE (no integer) or E_RANK (off the ladder).
    """
    number = whole_number(index, field=field)
    if not BC <= number <= HIGHEST:
        raise RuleError(Code.RANK, field, index, AcceptedRange(BC, HIGHEST))
    return number


def code_of(index: int) -> str:
    """Return the rank as the one text that the program uses, e.g. "3d+" (S0-1, S0-4).

    Raises what :func:`check_rank` raises.

    >>> code_of(BC), code_of(0), code_of(33), code_of(51)
    ('BC', '17k', '1k+', '10d')
    """
    return "BC" if check_rank(index) == BC else LADDER[index]


def is_half(index: int) -> bool:
    """Return whether a rank carries the ``+`` (S0-1); raises what :func:`check_rank` raises."""
    return check_rank(index) % 2 == 1 and index not in (BC, HIGHEST)


def level2(index: int) -> int:
    """Return twice the numeric level of a rank: kyu n = 1 − n, dan n = n, ``+`` is 0.5 (S0-2).

    Raises RuleError E_UNDEFINED for BC, which has no level, and what :func:`check_rank` raises.

    >>> [level2(LADDER.index(rank)) for rank in ("17k", "1k", "1k+", "1d", "3d+", "10d")]
    [-32, 0, 1, 2, 7, 20]
    """
    if check_rank(index) == BC:
        raise RuleError(Code.UNDEFINED, "rank", "BC", reason="igs.no_level")
    return LEVELS2[index]


def index_of_level(level: int) -> int:
    """Return the ladder index of a whole level −16 … 10 (S0-2).

    Raises RuleError E_RANGE outside, E_TYPE, E_MISSING.

    >>> LADDER[index_of_level(0)], LADDER[index_of_level(-16)], LADDER[index_of_level(10)]
    ('1k', '17k', '10d')
    """
    whole_number(level, field="level", low=LOWEST_LEVEL, high=_MOST_DAN)
    return HIGHEST if level == _MOST_DAN else 2 * level + _INDEX_OF_LEVEL_0


def rank_text(index: int, provisional: bool = False, pro: bool = False) -> str:
    """Return a rank as shown: "3d+", "3d?", "3p"; "P" for a professional without a grade.

    Raises RuleError E_RANK for marks that do not go together (S0-3, S0-5) and what
    :func:`check_rank` raises.

    >>> rank_text(39), rank_text(38, provisional=True), rank_text(38, pro=True)
    ('3d+', '3d?', '3p')
    """
    if pro:
        check_grade(index)
        if provisional:
            raise RuleError(Code.RANK, "rank", index, AcceptedWords("P without ?"))
        return PROFESSIONAL if index == UNGRADED else f"{LADDER[index][:-1]}p"
    code = code_of(index)
    if not provisional:
        return code
    if index == BC or is_half(index):
        raise RuleError(Code.RANK, "rank", f"{code}?", AcceptedWords("a whole rank with ?"))
    return f"{code}?"


def check_grade(index: object, field: str = "rank") -> int:
    """Return *index* if it is a professional's: that of 1d, 2d … 9d, or UNGRADED (S0-5).

    Raises RuleError E_MISSING, E_TYPE, or E_RANK for any other rank.
    """
    number = whole_number(index, field=field)
    low, high = index_of_level(1), index_of_level(_MOST_PRO)
    if number != UNGRADED and (number % 2 or not low <= number <= high):
        raise RuleError(Code.RANK, field, index, "1d…9d, whole")
    return number


def parse_rank(text: object) -> ParsedRank:
    """Read a rank as people write it (S0-1 … S0-5).

    Letters of either case, "3d+" and "3d★", "3d?", "3p" and "3dP", spaces between the parts,
    "1 kyu", "1級", "初段", "二段", "1 คิว", "2 ดั้ง", full-width forms and the decimal digits of
    any script; "beginner" and "初心者" are BC.

    Raises RuleError E_MISSING for None and blank text, E_TYPE for what is no text, E_RANK for any
    other text ("18k", "0d", "11d", "9d+", "BC+", "3d+?", "3p+").

    >>> parse_rank("3D ★"), parse_rank("初段?"), parse_rank("9p").pro
    (ParsedRank(index=39, provisional=False, pro=False), \
ParsedRank(index=34, provisional=True, pro=False), True)
    """
    if text is None:
        raise RuleError(Code.MISSING, "rank", text)
    if not isinstance(text, str):
        raise RuleError(Code.TYPE, "rank", text, AcceptedWords("text"))
    plain = unicodedata.normalize("NFKC", text).strip().casefold()
    if not plain:
        raise RuleError(Code.MISSING, "rank", text)
    if plain in _BEGINNER:
        return ParsedRank(BC)
    match = _RANK.fullmatch(plain)
    rank = None if match is None else _ranked(**match.groupdict())
    if rank is None:
        raise RuleError(Code.RANK, "rank", text, _ACCEPTED)
    return rank


def _ranked(number: str, unit: str, plus: str, suffix: str) -> ParsedRank | None:
    """The rank of the parts of a text, or None where they make none."""
    if number == "初":
        count = 1 if unit == "段" else 0  # 初級 is a class for beginners, not 1 kyu
    else:
        count = int(number) if number.isdecimal() else _KANJI[number]
    if unit == "p" or suffix == "p":
        grade = 1 <= count <= _MOST_PRO and unit not in _KYU
        # "3pp" and "3p?" are as wrong as "3p+".
        marked = plus or (unit == "p" and suffix)
        return ParsedRank(index_of_level(count), pro=True) if grade and not marked else None
    if not 1 <= count <= (_MOST_KYU if unit in _KYU else _MOST_DAN):
        return None
    index = index_of_level(1 - count if unit in _KYU else count)
    if not plus:
        return ParsedRank(index, provisional=suffix == "?")
    if suffix or index >= index_of_level(_MOST_DAN - 1):
        return None
    return ParsedRank(index + 1)
