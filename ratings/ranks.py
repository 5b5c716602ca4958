"""The PAA ladder: bands of ten points from 9 kyu to above 8 dan (RULEBOOK S1-1 … S1-4).

A rank is an index on :data:`LADDER`, weakest first; a rank that a member *holds* may differ from
the band of their points (S1-12), so both are always named apart.
"""

from __future__ import annotations

import re
import unicodedata

from ratings.accepted import AcceptedChoice, AcceptedRange, AcceptedWords
from ratings.checks import whole_number
from ratings.errors import Code, RuleError

#: S1-2, weakest first.  "9k" means 9 kyu and weaker, "8d+" professional or above 8 dan.
LADDER: tuple[str, ...] = (
    *(f"{kyu}k" for kyu in range(9, 0, -1)),
    *(f"{dan}d" for dan in range(1, 9)),
    "8d+",
)
LOWEST, HIGHEST = 0, len(LADDER) - 1

#: What can be declared, weakest first: below 9 kyu, in one band, ranks keep their names (S1-4).
DECLARABLE: tuple[str, ...] = (*(f"{kyu}k" for kyu in range(30, 9, -1)), *LADDER)
_BELOW = len(DECLARABLE) - len(LADDER)

#: House bounds of S1-1.
MIN_POINTS, MAX_POINTS = 0, 999

# Points from which the bands are counted: 8k is 41–50, so 40 is the upper end of 9k (B4).
_BASE, _WIDTH = 40, 10

# The strongest ranks in use anywhere; they fall into the band above 8 dan.
_STRONGEST_DAN, _STRONGEST_PRO = 10, 9

_BEGINNER = frozenset({"初心者", "beginner"})
_PROFESSIONAL = frozenset({"p", "pro", "プロ", "プロ棋士", "professional"})
_KYU = frozenset({"k", "kyu", "級", "级", "คิว"})
_DAN = frozenset({"d", "dan", "段", "ดั้ง"})
_KANJI_DIGITS = "一二三四五六七八九"
_RANK = re.compile(
    r"(?P<number>\d{1,2}|初|[一二三]?十[一二三四五六七八九]?|[一二三四五六七八九])"
    r"[ .-]?"
    r"(?P<unit>kyu|k|級|级|คิว|dan|d|段|ดั้ง|p)"
    r"(?P<open>\+|以上|以下)?"
)


def check_points(value: object, field: str = "points") -> int:
    """Return *value* if it is a member's points: an integer from 0 to 999 (S1-1).

    Raises RuleError E_MISSING for None and empty text, E_TYPE for a bool, a float, text and
    whatever else is no integer, E_RANGE outside 0…999 (house bounds).

    >>> check_points(115)
    115
    """
    return whole_number(value, field=field, low=MIN_POINTS, high=MAX_POINTS)


def check_rank(index: object, field: str = "rank") -> int:
    """Return *index* if it is a place on the ladder, 0 … 17 (S1-2).

    Raises RuleError E_MISSING, E_TYPE (no integer) or E_RANK (off the ladder).
    """
    number = whole_number(index, field=field)
    if not LOWEST <= number <= HIGHEST:
        raise RuleError(Code.RANK, field, index, AcceptedRange(LOWEST, HIGHEST))
    return number


def band_of(points: int) -> int:
    """Return the ladder index of the band in which *points* lie (S1-2).

    Raises what :func:`check_points` raises.

    >>> [LADDER[band_of(points)] for points in (40, 41, 120, 121, 200, 201)]
    ['9k', '8k', '1k', '1d', '8d', '8d+']
    """
    above = check_points(points) - _BASE - 1
    return min(max(above // _WIDTH + 1, LOWEST), HIGHEST)


def band_range(index: int) -> tuple[int | None, int | None]:
    """Return lowest and highest points of a band, both inclusive (S1-2).

    The lowest of 9k and the highest of 8d+ are None: those bands are open.  Raises what
    :func:`check_rank` raises.

    >>> band_range(LADDER.index("1k"))
    (111, 120)
    """
    check_rank(index)
    low = _BASE + _WIDTH * (index - 1) + 1
    return (
        None if index == LOWEST else low,
        None if index == HIGHEST else low + _WIDTH - 1,
    )


def starting_points(index: int) -> int:
    """Return the points with which a member of a declared rank starts.

    The "x5" value of the band (S1-3); 0 for 9 kyu and weaker (S1-4).  Raises RuleError
    E_UNDEFINED above 8 dan, where no start is published (declare points instead, S1-5), and what
    :func:`check_rank` raises.

    >>> [starting_points(LADDER.index(rank)) for rank in ("1k", "4k", "6d", "9k")]
    [115, 85, 175, 0]
    """
    low, high = band_range(index)
    if low is None:
        return MIN_POINTS
    if high is None:
        raise RuleError(Code.UNDEFINED, "rank", LADDER[index], reason="paa.no_published_start")
    return low + _WIDTH // 2 - 1


def parse_rank(text: object) -> int:
    """Read a rank as people write it and return its ladder index (S1-2).

    10 … 30 kyu fall into "9 kyu and weaker".  Reads and raises what :func:`rank_code` does.

    >>> [LADDER[parse_rank(text)] for text in ("１級", "初段", "2 dan", "15k", "8d+")]
    ['1k', '1d', '2d', '9k', '8d+']
    """
    return max(DECLARABLE.index(rank_code(text)) - _BELOW, LOWEST)


def shown_rank(text: object) -> str:
    """Read a rank and return the one to show: above 8 dan that which was written.

    Raises what :func:`rank_code` does.

    >>> [shown_rank(text) for text in ("九段", "10 dan", "9P", "2段", "プロ", "8d+")]
    ['9d', '10d', '9p', '2d', 'P', '8d+']
    """
    code = rank_code(text)
    plain = unicodedata.normalize("NFKC", str(text)).strip().casefold()
    if plain in _PROFESSIONAL:
        return "P"
    match = _RANK.fullmatch(plain)
    if code != LADDER[HIGHEST] or match is None or match["open"]:
        return code
    number = match["number"]
    unit = "p" if match["unit"] == "p" else "d"
    return f"{int(number) if number.isdecimal() else _kanji(number)}{unit}"


def rank_code(text: object) -> str:
    """Read a rank as people write it and return the one of :data:`DECLARABLE` that it is.

    Letters of either case, "1k", "1 kyu", "1級", "初段", "二段", "1 คิว", "2 ดั้ง", full-width
    forms and the decimal digits of any script.  "初心者" is the weakest rank there is; "8d+", 9
    and 10 dan, 1 … 9p and "pro" fall into "above 8 dan".

    Raises RuleError E_MISSING for None and blank text, E_TYPE for what is no text, E_RANK for any
    other text.

    >>> [rank_code(text) for text in ("１級", "十五級", "9級以下", "初心者", "9 dan")]
    ['1k', '15k', '9k', '30k', '8d+']
    """
    if text is None:
        raise RuleError(Code.MISSING, "rank", text)
    if not isinstance(text, str):
        raise RuleError(Code.TYPE, "rank", text, AcceptedWords("text"))
    plain = unicodedata.normalize("NFKC", text).strip().casefold()
    if not plain:
        raise RuleError(Code.MISSING, "rank", text)
    if plain in _BEGINNER:
        return DECLARABLE[0]
    if plain in _PROFESSIONAL:
        return LADDER[HIGHEST]
    match = _RANK.fullmatch(plain)
    code = None if match is None else _code(match["number"], match["unit"], match["open"])
    if code is None:
        raise RuleError(
            Code.RANK,
            "rank",
            text,
            AcceptedChoice(
                AcceptedRange(DECLARABLE[0], "1k"), AcceptedRange("1d", "8d"), LADDER[HIGHEST]
            ),
        )
    return code


def _code(numeral: str, unit: str, open_end: str | None) -> str | None:
    """The rank of a numeral and a unit, or None where they make no rank."""
    if numeral == "初":
        number = 1 if unit == "段" else 0  # 初級 is a class for beginners, not 1 kyu
    else:
        number = int(numeral) if numeral.isdecimal() else _kanji(numeral)
    if open_end is not None:
        # Only the two open bands may be marked as open: "9級以下" and "8d+" / "八段以上".
        if number == 9 and unit in _KYU and open_end == "以下":
            return LADDER[LOWEST]
        if number == 8 and unit in _DAN and open_end != "以下":
            return LADDER[HIGHEST]
        return None
    if unit in _KYU:
        code = f"{number}k"
        return code if code in DECLARABLE else None
    strongest = _STRONGEST_PRO if unit == "p" else _STRONGEST_DAN
    if not 1 <= number <= strongest:
        return None
    return f"{number}d" if unit != "p" and number < 9 else LADDER[HIGHEST]


def _kanji(numeral: str) -> int:
    """Read 一 … 三十九.

    >>> [_kanji(numeral) for numeral in ("三", "十", "十五", "二十", "三十一")]
    [3, 10, 15, 20, 31]
    """
    tens, ten, ones = numeral.rpartition("十")
    number = _KANJI_DIGITS.index(ones) + 1 if ones else 0
    if ten:
        number += 10 * (_KANJI_DIGITS.index(tens) + 1 if tens else 1)
    return number
