"""The days of a game, from DT and what people write there."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from .numbers import in_digits

# The year before the first of each Japanese era.
_ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
_ERA_LETTERS = {"M": "明治", "T": "大正", "S": "昭和", "H": "平成", "R": "令和"}
_MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTHS = {name: number for number, name in enumerate(_MONTH_NAMES, start=1)}
_MONTH = "(" + "|".join(_MONTHS) + r")[a-z]{0,6}\.?"
_ISO = re.compile(r"(?<!\d)(\d{4})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{1,2})(?!\d)")
_COMPACT = re.compile(r"(?<!\d)(\d{4})(\d{2})(\d{2})(?!\d)")
_EASTERN = re.compile(r"(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일号]")
_ERA = re.compile(f"({'|'.join(_ERAS)})" r"\s*(元|\d{1,2})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日")
_ERA_SHORT = re.compile(r"(?<![A-Za-z])([MTSHR])(\d{1,2})[.\-/](\d{1,2})[.\-/](\d{1,2})(?!\d)")
_DAY_MONTH = re.compile(
    r"(?<!\d)(\d{1,2})(?:st|nd|rd|th)?\s+" + _MONTH + r",?\s+(\d{4})(?!\d)", re.IGNORECASE
)
_MONTH_DAY = re.compile(
    r"\b" + _MONTH + r"\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)", re.IGNORECASE
)
_DOTTED = re.compile(r"(?<![\d.])(\d{1,2})([./])\s?(\d{1,2})\2\s?(\d{4})(?![\d.])")
_NEXT_DAY = re.compile(
    r"\s*(?:[,、;&]|and|\+)\s*(?:(?:(\d{4})\s*[-/.年]\s*)?(\d{1,2})\s*[-/.月]\s*)?(\d{1,2})\s*日?"
    r"(?![\d/.-])"
)
_PARTIAL = re.compile(
    r"(?:published|played|circa|ca?\.|about|before|after)?\s*"
    r"(?:(?P<era>明治|大正|昭和|平成|令和)(?P<of_era>元|\d{1,2})|(?P<year>\d{4}))"
    r"(?:年|년|\s*[-/.年년]\s*(?P<month>\d{1,2})\s*[月월]?)?",
    re.IGNORECASE,
)
_MOST_DAYS = 20


@dataclass(frozen=True, slots=True)
class Dates:
    """``days`` every full date, in the order written; ``parts`` year, month, day of the first as
    far as they are known; ``understood`` False if there is a text that tells no date."""

    days: tuple[datetime.date, ...] = ()
    parts: tuple[int, ...] = ()
    understood: bool = True


@lru_cache(maxsize=2048)
def read_dates(text: str) -> Dates:
    """The dates in ``text``: lists (``1996-12-27,28``), Eastern and era dates, a year or a month
    alone.  Day and month in figures alone (03/04/2001) are ambiguous and are not understood,
    unless one of them can be no month or dots say that the day comes first.

    >>> read_dates("1996-12-27,28").days[1], read_dates("昭和61年").parts
    (datetime.date(1996, 12, 28), (1986,))
    """
    text = text[:120]
    if not text.isascii():
        text = in_digits(unicodedata.normalize("NFKC", text))
    text = text.strip()
    try:
        if (first := _first(text)) is None:
            return _partial(text)
        (year, month, day), end = first
        days = [datetime.date(year, month, day)]
        days += _following(text, end, days[0])
    except ValueError:
        return Dates(understood=False)
    return Dates(tuple(dict.fromkeys(days)), (year, month, day))


def parse_date(text: str) -> tuple[datetime.date | None, bool]:
    """The first full date in ``text``, and whether the text was understood.

    >>> parse_date("平成10年5月3日"), parse_date("1996-12-27,28"), parse_date("2019-13-45")
    ((datetime.date(1998, 5, 3), True), (datetime.date(1996, 12, 27), True), (None, False))
    """
    found = read_dates(text)
    return (found.days[0] if found.days else None), found.understood


def write_dates(days: Sequence[datetime.date], parts: Sequence[int] = ()) -> str:
    """Dates as SGF writes them; without a full date what is known of one.

    >>> write_dates(read_dates("1996-12-27,28,1997-01-03").days), write_dates((), (1986, 5))
    ('1996-12-27,28,1997-01-03', '1986-05')
    """
    if not days:
        return "-".join(f"{part:02}" for part in parts)
    texts, before = [days[0].isoformat()], days[0]
    for day in days[1:]:
        text = day.isoformat()
        if day.year == before.year:
            text = text[8:] if day.month == before.month else text[5:]
        texts.append(text)
        before = day
    return ",".join(texts)


def _first(text: str) -> tuple[tuple[int, int, int], int] | None:
    """Year, month and day of the first full date, and where it ends."""
    if found := _ERA.search(text):
        year = 1 if found[2] == "元" else int(found[2])
        return (_ERAS[found[1]] + year, int(found[3]), int(found[4])), found.end()
    if found := _ERA_SHORT.search(text):
        year = _ERAS[_ERA_LETTERS[found[1]]] + int(found[2])
        return (year, int(found[3]), int(found[4])), found.end()
    for pattern in (_ISO, _EASTERN, _COMPACT):
        if found := pattern.search(text):
            return (int(found[1]), int(found[2]), int(found[3])), found.end()
    if found := _DAY_MONTH.search(text):
        return (int(found[3]), _MONTHS[found[2][:3].lower()], int(found[1])), found.end()
    if found := _MONTH_DAY.search(text):
        return (int(found[3]), _MONTHS[found[1][:3].lower()], int(found[2])), found.end()
    return _day_first(text)


def _day_first(text: str) -> tuple[tuple[int, int, int], int] | None:
    if found := _DOTTED.search(text):
        one, two, year = int(found[1]), int(found[3]), int(found[4])
        if found[2] == "." or one > 12:
            return (year, two, one), found.end()
        if two > 12:
            return (year, one, two), found.end()
    return None


def _following(text: str, end: int, day: datetime.date) -> Iterator[datetime.date]:
    """The further days of a list; each may leave out the year and the month."""
    for _ in range(_MOST_DAYS):
        found = _NEXT_DAY.match(text, end)
        if found is None:
            return
        try:
            day = datetime.date(
                int(found[1] or day.year), int(found[2] or day.month), int(found[3])
            )
        except ValueError:
            return
        yield day
        end = found.end()


def _partial(text: str) -> Dates:
    """What a text without a full date tells."""
    found = _PARTIAL.fullmatch(text)
    if found is None:
        return Dates(understood=not text)
    if found["era"]:
        year = _ERAS[found["era"]] + (1 if found["of_era"] == "元" else int(found["of_era"]))
    else:
        year = int(found["year"])
    if not found["month"]:
        return Dates(parts=(year,))
    month = int(found["month"])
    return Dates(parts=(year, month)) if 1 <= month <= 12 else Dates(understood=False)
