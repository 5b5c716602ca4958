"""Texts of cells made plain: widths, spaces, what nobody sees."""

from __future__ import annotations

import re
import unicodedata
from datetime import date, time, timedelta
from functools import lru_cache
from typing import Final

from goclub.common.name_field import unseen_in
from goclub.common.sheets.sheet import Cell, cell_text
from goclub.go.records.text import strip_unseen

#: No cell that says anything is longer; what is, is cut before any pattern looks at it.
LONGEST: Final = 400
_NOTHING: Final = frozenset(
    {"", "-", "--", "---", "–", "—", "?", "/", "n/a", "na", "none", "no", "nil", "null", "brak",
        "nie",
     "nie ma", "b.d.", "bd", "なし", "無し", "無", "ナシ", "不明", "未定", "ไม่มี", "ไม่ทราบ",
         "・", "ー"}
)  # fmt: skip
#: A formula as a whole cell: an equals sign alone is a result.
_WHOLE_FORMULA = re.compile(r"\s*=\s*[^\s=]")
#: A day or an hour of a workbook, as its text.
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?|\d\d:\d\d:\d\d")
#: What programs leave where their encoding has no such letter.
_LOST = re.compile(r"\ufffd|[^\W\d_]\?|\?[^\W\d_]|\?{2}")
_FORMULA = re.compile(r"\s*(?:[=@\t\r]|[+\-−](?=\s*[A-Za-z(=+@]))")


def clean(cell: Cell) -> str:
    """One line of a cell as it is to be kept: single spaces, nothing unseen, not too long."""
    text = cell_text(cell) if not isinstance(cell, str) else cell[:LONGEST]
    return " ".join(strip_unseen(text.replace("\0", " ")).split())


def is_no_text(cell: Cell) -> bool:
    """Whether a cell holds a day, an hour or a yes in the place of a name.

    >>> is_no_text(date(2024, 3, 5)), is_no_text(True), is_no_text("2024-03-05"), is_no_text("Ola")
    (True, True, True, False)
    """
    if isinstance(cell, str):
        return _MOMENT.fullmatch(cell.strip()) is not None
    return isinstance(cell, bool | date | time | timedelta)


def has_unseen(cell: Cell) -> bool:
    """Whether a name has what no form takes: a mark of direction, a sign that cannot be seen.

    >>> has_unseen("O\\u202ela"), has_unseen(" Ola\\n"), has_unseen("Ola")
    (True, False, False)
    """
    return isinstance(cell, str) and unseen_in(" ".join(cell[:LONGEST].split()))


def plain(cell: Cell) -> str:
    """The same for reading: in compatibility form, small letters."""
    text = clean(cell)
    if text.isascii():
        return text.lower()
    return _plain(text)


@lru_cache(maxsize=8192)
def _plain(text: str) -> str:
    # ½ would become 1⁄2 and swallow the number before it.
    kept = re.sub(r"(\d?)\s*½", lambda match: f"{match[1] or '0'}.5", text)
    return " ".join(unicodedata.normalize("NFKC", kept).casefold().split())


def says_nothing(text: str) -> bool:
    """Whether a cell is left blank, also in words: –, brak, なし, ไม่มี."""
    return text.strip().casefold() in _NOTHING


def is_formula(text: str) -> bool:
    """Whether a text would be run as a formula by a program that opens it.

    >>> is_formula("=CMD()"), is_formula("@SUM(A1)"), is_formula("-5.5"), is_formula("Ola")
    (True, True, False, False)
    """
    return _FORMULA.match(text) is not None


def has_formula(cell: Cell) -> bool:
    """Whether a cell is a formula that no program has computed.

    >>> has_formula("=B2+1"), has_formula("="), has_formula("-5.5")
    (True, False, False)
    """
    return isinstance(cell, str) and _WHOLE_FORMULA.match(cell) is not None


def has_lost_letters(text: str) -> bool:
    """Whether letters of a name were lost when its file was saved.

    >>> has_lost_letters("S?owik"), has_lost_letters("?? ?"), has_lost_letters("Ola"), \
    has_lost_letters("?")
    (True, True, False, False)
    """
    return _LOST.search(text) is not None
