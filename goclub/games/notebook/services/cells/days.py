"""Days as notebooks write them: figures in several orders, eras, Buddhist years, serial numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum
from functools import lru_cache
from typing import Final

from goclub.common.sheets.sheet import Cell
from goclub.games.notebook.services.cells.text import plain
from goclub.go.records.dates import in_numbers
from goclub.go.records.numbers import in_digits

DAY_FIRST, MONTH_FIRST, YEAR_FIRST = "dmy", "mdy", "ymd"

_BUDDHIST: Final = 543
_BUDDHIST_YEARS: Final = range(2400, 2700)
_YEARS: Final = range(1850, 2400)
#: The first day that Excel counts from, and what numbers can be meant as days: 1954 to 2119.
_EXCEL_DAY: Final = date(1899, 12, 30)
_SERIALS: Final = range(20_000, 80_000)

_ERA_SHORT: Final = {"令": "令和", "平": "平成", "昭": "昭和", "大": "大正", "明": "明治"}
_ERA_LETTERS: Final = {"r": "令和", "h": "平成", "s": "昭和", "t": "大正", "m": "明治"}
#: The day before which no day of an era lies, and its last.
_ERA_SPANS: Final = {
    "令和": (2018, date(2019, 5, 1), date.max),
    "平成": (1988, date(1989, 1, 8), date(2019, 4, 30)),
    "昭和": (1925, date(1926, 12, 25), date(1989, 1, 7)),
    "大正": (1911, date(1912, 7, 30), date(1926, 12, 24)),
    "明治": (1867, date(1868, 1, 25), date(1912, 7, 29)),
}
_CLOCK = re.compile(r"[t\s,]+\d{1,2}[:時]\d{2}(?:[:分]\d{2})?(?:[.,]\d+)?(?:秒|分|z"
    r"|[+-]\d\d:?\d\d)?"
                    r"(?:\s*[ap]\.?m\.?|\s*น\.)?$")  # fmt: skip
_WEEKDAY = re.compile(
    r"[(]?(?:[月火水木金土日](?:曜日?)?)[)]$|^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]?\s+"
    r"|^(?:pon|wt|śr|sr|czw|pt|sob|niedz|nd)[^\W\d]*[.,]?\s+|^วัน[^\d\s]*\s+(?:ที่\s*)?"
)
_TAIL = re.compile(r"\s*(?:r\.|roku|r)$")
_ERA = re.compile(
    r"(?P<era>令和|平成|昭和|大正|明治|令|平|昭|大|明|[rhstm])\s*\.?\s*(?P<year>元"
    r"|\d{1,2})\s*[年./\- ]\s*"
    r"(?P<month>\d{1,2})\s*[月./\- ]\s*(?P<day>\d{1,2})\s*日?"
)
_YEAR_FIRST = re.compile(
    r"(?P<year>\d{4})\s*(?:[年.\-/]|\s)\s*(?P<month>\d{1,2})\s*(?:[月.\-/]"
    r"|\s)\s*(?P<day>\d{1,2})\s*[日.]?"
)
_PACKED = re.compile(r"(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})")
_FIGURES = re.compile(
    r"(?P<one>\d{1,2})\s*(?P<sign>[./\-\s])\s*(?P<two>\d{1,2})\s*(?:(?P=sign)"
    r"|\s)\s*(?P<year>\d{4}|\d{2})\.?"
)
_SHORT_YEAR_FIRST = re.compile(
    r"(?P<year>\d{2})(?P<sign>[./\-])(?P<month>\d{1,2})(?P=sign)(?P<day>\d{1,2})"
)
_NAMED = re.compile(
    r"(?P<day>\d{1,2})(?:st|nd|rd"
    r"|th)?[.\-/\s]*(?:of\s+)?<(?P<month>\d{1,2})>\.?[,.\-/\s]*(?P<year>\d{4}|\d{2})"
)
_MONTH_NAMED = re.compile(
    r"<(?P<month>\d{1,2})>\.?\s*(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<year>\d{4}|\d{2})"
)
_YEAR_NAMED = re.compile(r"(?P<year>\d{4})[.\-/\s,]*<(?P<month>\d{1,2})>[.\-/\s]*(?P<day>\d{1,2})")
#: The month between day and year, as Poland writes it by hand: 5 III 2024.
_ROMAN = re.compile(r"(?<=\d)[.\s/-]*\b(x?(?:ix|iv|v?i{0,3})|xi{0,2})\b[.\s/-]*(?=\d{2,4}\b)")
_ROMANS: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_BUDDHIST_MARK = re.compile(r"พ\.?\s*ศ\.?\s*|\bb\.?\s?e\.?\s*(?=\d)|\s*\(?(?:พ\.?ศ\.?|b\.e\.)\)?$")
#: Years beside Thai words or figures are Buddhist, under headings of any language.
_THAI = re.compile(r"[\u0e01-\u0e59]")
_COMMON_MARK = re.compile(r"ค\.?\s*ศ\.?\s*|西暦\s*|\ba\.?d\.?\s*|\bc\.?e\.?\s*")


class NoDay(Enum):
    """Why a cell tells no day: nothing of a day in it, a day of no calendar, or both ways."""

    UNREADABLE = "unreadable"
    IMPOSSIBLE = "impossible"
    AMBIGUOUS = "ambiguous"


@dataclass(frozen=True, slots=True)
class Order:
    """How a file writes days in figures: ``slashes`` ``dmy``, ``mdy``, ``ymd`` or "" for unknown;
    ``language`` of its headings; ``today`` for years of two digits."""

    slashes: str
    language: str
    today: date


def order_of(cells: Iterable[Cell], *, language: str, today: date, chosen: str = "") -> Order:
    """In which order the figures stand, by those of the file that can be read in one way only.

    Somebody's answer, *chosen*, decides where no row does; without one Polish and Thai headings do,
    unless a day may also begin with its year: that is left open, as under English ones.
    """
    first = second = either = 0
    for cell in cells:
        if not isinstance(cell, str):
            continue
        match = _FIGURES.fullmatch(_tidied(plain(cell)))
        if match is None or match["sign"] == ".":
            continue
        left, right = int(match["one"]), int(match["two"])
        by_day = left > 12 >= right
        either += by_day and _may_begin_with_year(match)
        first += by_day and not _may_begin_with_year(match)
        second += right > 12 >= left
    if first != second:
        return Order(DAY_FIRST if first > second else MONTH_FIRST, language, today)
    if chosen in (DAY_FIRST, MONTH_FIRST, YEAR_FIRST):
        return Order(chosen, language, today)
    return Order(DAY_FIRST if language in ("pl", "th") and not either else "", language, today)


def read_day(cell: Cell, order: Order) -> date | NoDay | None:
    """The day of a cell, why there is none, or None for a blank one.

    >>> pl = Order("dmy", "pl", date(2026, 11, 23))
    >>> read_day("3.02.2024", pl), read_day("令和元年5月1日", pl), read_day("28/1/2559", pl)
    (datetime.date(2024, 2, 3), datetime.date(2019, 5, 1), datetime.date(2016, 1, 28))
    >>> read_day("31.02.2019", pl), read_day("wczoraj", pl), read_day("", pl)
    (<NoDay.IMPOSSIBLE: 'impossible'>, <NoDay.UNREADABLE: 'unreadable'>, None)
    """
    if isinstance(cell, date):
        return _common(cell.year, cell.month, cell.day)
    if isinstance(cell, bool) or cell is None:
        return None if cell is None else NoDay.UNREADABLE
    if isinstance(cell, float) and not cell.is_integer():
        return _serial(int(cell)) if abs(cell) < 1e6 else NoDay.UNREADABLE
    return _read(plain(cell)[:80], order)


@lru_cache(maxsize=8192)
def _read(text: str, order: Order) -> date | NoDay | None:
    text = _tidied(text)
    if text in ("", "-", "–", "?", "n/a", "brak", "なし", "不明", "ไม่มี"):
        return None
    if text.isdecimal() and len(text) == 5:
        return _serial(int(text))
    if match := _ERA.fullmatch(in_digits(text)):
        return _of_era(match)
    is_common = _COMMON_MARK.search(text) is not None
    buddhist = _BUDDHIST_MARK.search(text) is not None or (
        not is_common and _THAI.search(text) is not None
    )
    text = in_numbers(_COMMON_MARK.sub("", _BUDDHIST_MARK.sub("", text)))
    text = in_digits(_ROMAN.sub(_roman, text))
    if order.language == "ja" and (match := _SHORT_YEAR_FIRST.fullmatch(text)):
        year = _year(match["year"], order, buddhist=False)
        return _common(year, int(match["month"]), int(match["day"]))
    for pattern in (_YEAR_FIRST, _PACKED, _NAMED, _MONTH_NAMED, _YEAR_NAMED):
        if match := pattern.fullmatch(text):
            year = _year(match["year"], order, buddhist=buddhist)
            return _common(year, int(match["month"]), int(match["day"]))
    if match := _FIGURES.fullmatch(text):
        return _in_figures(match, order, buddhist=buddhist)
    return NoDay.UNREADABLE


def _roman(match: re.Match[str]) -> str:
    return f" <{_ROMANS.index(match[1]) + 1}> " if match[1] in _ROMANS else match[0]


@lru_cache(maxsize=8192)
def _tidied(text: str) -> str:
    """Without a clock, a weekday, "r." and apostrophes that keep a spreadsheet from counting."""
    text = text.strip(" '’`")
    for pattern in (_CLOCK, _WEEKDAY, _TAIL):
        text = pattern.sub("", text).strip()
    return text


def _serial(number: int) -> date | NoDay:
    return _EXCEL_DAY + timedelta(days=number) if number in _SERIALS else NoDay.UNREADABLE


def _of_era(match: re.Match[str]) -> date | NoDay:
    name = match["era"]
    name = _ERA_LETTERS.get(name) or _ERA_SHORT.get(name) or name
    before, first, last = _ERA_SPANS[name]
    year = 1 if match["year"] == "元" else int(match["year"])
    try:
        day = date(before + year, int(match["month"]), int(match["day"]))
    except ValueError:
        return NoDay.IMPOSSIBLE
    # People go on with an era for some months after its end, and begin one with its year.
    near = timedelta(days=366)
    too_early = day < first and day.year != first.year
    too_late = last != date.max and day > last + near
    return NoDay.IMPOSSIBLE if year == 0 or too_early or too_late else day


def orders_of(cell: Cell) -> tuple[str, ...]:
    """The orders in which the figures of an ambiguous cell may stand."""
    match = _FIGURES.fullmatch(_tidied(plain(cell)))
    if match is None or not _may_begin_with_year(match):
        return (DAY_FIRST, MONTH_FIRST)
    return (
        (DAY_FIRST, MONTH_FIRST, YEAR_FIRST) if int(match["one"]) <= 12 else (DAY_FIRST, YEAR_FIRST)
    )


def _may_begin_with_year(match: re.Match[str]) -> bool:
    """Whether three numbers of two digits can also be year, month and day: 24-05-06."""
    return len(match["one"]) == len(match["year"]) == 2 and 1 <= int(match["year"]) <= 31


def _in_figures(match: re.Match[str], order: Order, *, buddhist: bool) -> date | NoDay:
    left, right = int(match["one"]), int(match["two"])
    year = _year(match["year"], order, buddhist=buddhist)
    if match["sign"] == ".":
        return _common(year, right, left)
    if _may_begin_with_year(match):
        if order.slashes == YEAR_FIRST:
            return _common(_year(match["one"], order, buddhist=buddhist), right, int(match["year"]))
        if order.slashes == "" and (left > 12 >= right or left == right <= 12):
            return NoDay.AMBIGUOUS
    if left == right:
        return _common(year, right, left)
    if left > 12 or right > 12:
        day_first = right <= 12 or (left > 12 and order.slashes != MONTH_FIRST)
        return _common(year, right, left) if day_first else _common(year, left, right)
    if order.slashes not in (DAY_FIRST, MONTH_FIRST):
        both = {_common(year, right, left), _common(year, left, right)}
        return NoDay.AMBIGUOUS if not both & {NoDay.IMPOSSIBLE} else NoDay.IMPOSSIBLE
    return _common(year, right, left) if order.slashes == DAY_FIRST else _common(year, left, right)


def _year(text: str, order: Order, *, buddhist: bool) -> int:
    """A year of four digits, or of two: none that lies after next year."""
    year = int(text)
    if len(text) == 2:
        if buddhist or order.language == "th":
            year += 2500
            if year - _BUDDHIST > order.today.year + 1:
                year -= 100
        else:
            year += 2000 if year <= (order.today.year + 1) % 100 else 1900
    return year


def _common(year: int, month: int, day: int) -> date | NoDay:
    """The day of the common calendar; a Buddhist year is told by its number."""
    if year in _BUDDHIST_YEARS:
        year -= _BUDDHIST
    if year not in _YEARS:
        return NoDay.IMPOSSIBLE
    try:
        return date(year, month, day)
    except ValueError:
        return NoDay.IMPOSSIBLE
