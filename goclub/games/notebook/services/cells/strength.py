"""Ranks and points as notebooks write them."""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from typing import Final

from goclub.common.sheets.sheet import Cell
from goclub.games.notebook.services.cells.text import clean, plain, says_nothing
from goclub.go.records.numbers import in_digits
from ratings.errors import RuleError
from ratings.ranks import DECLARABLE, HIGHEST, LADDER, MAX_POINTS, rank_code

_ABOUT = re.compile(r"^(?:~|≈|ca\.?|ok\.?|około|about|約|ประมาณ)\s*|[?*!~.。]+$"
                    r"|\s*(?:egf|ama(?:teur)?|amat\.?|位|아마(?:추어)?)$"
                    r"|\s*\((?:egf|ama(?:teur)?|amat\.?|アマ(?:チュア)?|아마(?:추어)?)\)$"
                    r"|^(?:アマ(?:チュア)?|아마(?:추어)?|ama(?:teur)?\.?|amat\.|egf|aga|有段者?)"
                    r"\s*")  # fmt: skip
_TURNED = re.compile(r"(?P<unit>kyu|k|dan|d|ดั้ง|คิว)[ .\-:]*(?P<number>\d{1,2})")
_SPELLED = re.compile(
    r"(?P<number>\d{1,2}|初)\s*[-. ]*(?:st|nd|rd|th|\.)?[-. ]*(?P<unit>k(?:yu|yū|y|iu)?|級|级|급"
    r"|d(?:an)?|段|단|ดั้ง|ดาน|แดน|คิว)"
)
_PRO = re.compile(
    r"pro(?:f\w*)?|professional|プロ(?:棋士)?|โปร|มืออาชีพ|zawodow\w*|職業棋士|棋士"
    r"|프로(?:기사)?|전문기사"
)
_PRO_NUMBER = re.compile(
    r"(?:プロ|pro|프로)\s*\S{1,6}|\S{1,2}\s*단\s*\(?프로\)?"
    r"|\d\s*p|\d\s*dan\s*pro\w*|\d\s*ดั้ง\s*\(?โปร\)?|\S{1,2}段\s*\(?プロ\)?"
)
_OF_PROS = re.compile(r"프로|[\s()]")
_KOREAN = re.compile(r"(?=[^단급\s])(?P<ten>십)?(?P<ones>[일이삼사오육칠팔구])?\s*(?P<unit>[단급])")
_BEGINNER = re.compile(
    r"beginner|novice|początkujący|poczatkujacy|początkująca|poczatkujaca|初心者|入門|初級"
    r"|初級者|ผู้เริ่มต้น|มือใหม่|เริ่มต้น"
)
_UNRANKED = re.compile(
    r"unranked|unrated|bez stopnia|bez|無段|無級|無段級|級なし|段なし|ไม่มีระดับ|no rank|nr"
)
_ROMAJI: Final = {name: f"{dan}d" for dan, name in enumerate(
    ("shodan", "nidan", "sandan", "yondan", "godan", "rokudan", "nanadan", "hachidan"),
        1)}  # fmt: skip
_POINTS = re.compile(
    r"[+]?(?P<number>\d{1,12})(?:[.,]0+)?\s*(?:点|points?|pts?\.?|pkt\.?|punkt\w*|แต้ม|คะแนน|p)?"
)


class NoStrength(Enum):
    """Why a cell tells no strength."""

    UNREADABLE = "unreadable"
    PROFESSIONAL = "professional"
    TOO_MUCH = "too_much"


@lru_cache(maxsize=2048)
def _rank(text: str) -> str | NoStrength:
    for _again in range(2):
        text = _ABOUT.sub("", text).strip()
    if says_nothing(text) or _UNRANKED.fullmatch(text):
        return ""
    if _PRO.fullmatch(text) or _PRO_NUMBER.fullmatch(text):
        return NoStrength.PROFESSIONAL
    if _BEGINNER.fullmatch(text):
        return DECLARABLE[0]
    if text in _ROMAJI:
        return _ROMAJI[text]
    try:
        return rank_code(text)
    except RuleError:
        pass
    grade = _grade(text)
    try:
        return rank_code(f"{grade[0]}{grade[1]}") if grade else NoStrength.UNREADABLE
    except RuleError:
        return NoStrength.UNREADABLE


def _in_figures(text: str) -> str:
    """Return a rank with its number in figures: 三段, 初段, 초단, 삼단, 십이급."""
    if match := _KOREAN.fullmatch(text):
        ones = 1 + "일이삼사오육칠팔구".index(match["ones"]) if match["ones"] else 0
        text = f"{(10 if match['ten'] else 0) + ones}{match['unit']}"
    return in_digits(text.replace("初段", "1段").replace("초단", "1단"))


def _grade(text: str) -> tuple[int, str] | None:
    digits = _in_figures(text)
    match = _TURNED.fullmatch(digits) or _SPELLED.fullmatch(digits)
    if match is None or not match["number"].isdecimal():
        return None
    return int(match["number"]), "k" if match["unit"][0] in "kค級级급" else "d"


def read_grade(cell: Cell) -> str:
    """A rank of any ladder as tournaments write it: "5k", "2d", "9p"; "" for none.

    What cannot be read, or is no number of a rank, stays as it is written.

    >>> read_grade("12 kyu"), read_grade("３段"), read_grade("三段"), read_grade("5 級"), \
    read_grade("Shodan"), read_grade("九段 プロ"), read_grade("0d")
    ('12k', '3d', '3d', '5k', '1d', '9p', '0d')
    """
    text = plain(cell)[:60]
    for _again in range(2):
        text = _ABOUT.sub("", text).strip()
    if says_nothing(text) or _UNRANKED.fullmatch(text):
        return ""
    if _PRO.fullmatch(text) or _PRO_NUMBER.fullmatch(text):
        digit = re.search(r"\d", _in_figures(_OF_PROS.sub("", text)))
        return f"{digit[0] if digit else 1}p"
    if text in _ROMAJI:
        return _ROMAJI[text]
    grade = _grade(text)
    return f"{grade[0]}{grade[1]}" if grade else clean(cell)


def read_rank(cell: Cell) -> str | NoStrength:
    """A rank that can be declared, "" for none; of a professional, that it is one.

    >>> read_rank("初段"), read_rank("２ ดั้ง"), read_rank("kyu 5"), read_rank("15k"), read_rank("–")
    ('1d', '2d', '5k', '15k', '')
    >>> read_rank("โปร"), read_rank("43 kyu")
    (<NoStrength.PROFESSIONAL: 'professional'>, <NoStrength.UNREADABLE: 'unreadable'>)
    """
    if not isinstance(cell, str):
        return "" if cell is None else NoStrength.UNREADABLE
    return _rank(plain(cell)[:60])


def has_no_start(rank: str) -> bool:
    """Whether a rank alone begins no member: above 8 dan nothing is published (S1-5)."""
    return rank == LADDER[HIGHEST]


def read_points(cell: Cell) -> int | NoStrength | None:
    """Points of a member, whole and within the system; None for none.

    >>> read_points("１０１"), read_points("115 点"), read_points(""), read_points(77.0)
    (101, 115, None, 77)
    >>> read_points("1250"), read_points("7½")
    (<NoStrength.TOO_MUCH: 'too_much'>, <NoStrength.UNREADABLE: 'unreadable'>)
    """
    if isinstance(cell, bool):
        return NoStrength.UNREADABLE
    if isinstance(cell, float) and not cell.is_integer():
        return NoStrength.UNREADABLE
    text = plain(cell)
    if says_nothing(text):
        return None
    if text.isdecimal() and len(text) > 12:
        return NoStrength.TOO_MUCH
    match = _POINTS.fullmatch(text)
    if match is None:
        return NoStrength.UNREADABLE
    number = int(match["number"])
    return number if number <= MAX_POINTS else NoStrength.TOO_MUCH
