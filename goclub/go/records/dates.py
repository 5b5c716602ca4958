"""The days of a game, from DT and what people write there."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from goclub.go.records.date_words import in_numbers, moon_year
from goclub.go.records.numbers import in_digits

# In all of these the names of months are ``<4>`` already.
_ORDINAL = r"(?:st|nd|rd|th|er|º|ª)?"
_LIST = r"\s*(?:[,、;&+/・]|and|und|et|i|y)\s*"
_RANGE = r"\s*(?:~|-|–|—|〜|から|to|bis|do|au|ถึง|まで)\s*"
_NEXT = rf"(?:{_RANGE}|{_LIST})"
_YEAR_FIRST = (
    re.compile(
        r"(?<!\d)(\d{4})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(?!00)(\d{1,2})(?!\d|(?<=\D[0-3])[x?])"
    ),
    re.compile(r"(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일号]?(?!\d)"),
    re.compile(r"(?<!\d)(\d{4})(\d{2})(\d{2})(?!\d)"),
    re.compile(r"(?<!\d)(\d{4})[-/.,\s]*<(\d+)>[-/.\s]*(\d{1,2})(?!\d)"),
)
_FURTHER = re.compile(
    rf"(?:(?P<range>{_RANGE})|{_LIST})"
    r"(?:(?:(?P<year>\d{4})\s*[-/.年]\s*)?(?P<month>\d{1,2})\s*[-/.月]\s*)?(?P<day>\d{1,2})\s*日?"
    r"(?![\d/.:-]|\s*月)",
    re.IGNORECASE,
)
_NAMED_DAY = rf"\d{{1,2}}{_ORDINAL}"
_DAY_FIRST = re.compile(
    rf"(?<![\d:])((?:{_NAMED_DAY}\.?(?:\s*<\d+>\.?)?{_NEXT}){{0,4}}{_NAMED_DAY}"
    r"[-.\s]*(?:of\s+|de\s+|del\s+)?<\d+>)[-.,\s]*(?:de\s+)?(\d{4})(?!\d)",
    re.IGNORECASE,
)
_MONTH_FIRST = re.compile(
    rf"(<\d+>\.?\s*{_NAMED_DAY}(?:{_NEXT}(?:<\d+>\.?\s*)?{_NAMED_DAY}){{0,4}}),?\s+"
    r"(?:\d{1,2}:\d\d(?::\d\d)?\s+(?:[A-Z]{2,5}\s+)?)?(\d{4})(?!\d)",
    re.IGNORECASE,
)
_NAMED = re.compile(
    rf"(?P<range>{_RANGE})?(?:<(?P<month>\d+)>\.?\s*)?(?P<day>\d{{1,2}})", re.IGNORECASE
)
_NAMED_AFTER = re.compile(
    rf"(?P<range>{_RANGE})?(?P<day>\d{{1,2}}){_ORDINAL}[-.\s]*(?:of\s+|de\s+|del\s+)?"
    r"(?:<(?P<month>\d+)>)?",
    re.IGNORECASE,
)
_IN_FIGURES = re.compile(r"(?<![\d.-])(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4})(?![\d.-])")
_PARTIAL = re.compile(
    r"(?:published|played|circa|ca?\.|about|before|after)?\s*"
    r"(?:(?P<year>\d{4})(?:[年년]|\s*[-/.年년]?\s*<(?P<named>\d+)>"
    r"|\s*[-/.年년]\s*(?P<month>\d{1,2})(?:,\d{1,2})*\s*[月월]?)?"
    r"|<(?P<name>\d+)>[-/.,\s]*(?P<of>\d{4})|(?P<number>\d{1,2})[-/.](?P<after>\d{4}))",
    re.IGNORECASE,
)
_UNKNOWN = re.compile(r"(?:\s*[-/.年月]\s*(?:[0-3]?[x?]+|00)\s*[月日]?)+\s*$", re.IGNORECASE)
# The round of an event is no day.
_COUNTED = re.compile(r"\b(?:round|runde|runda|game|partie|board|table)\s*\d{1,3}\b", re.IGNORECASE)
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
    """The dates in ``text``: lists (``1996-12-27,28``), ranges, months by name, Eastern, era and
    Buddhist dates, a year or a month alone.  Day and month in figures alone (03/04/2001) are
    ambiguous and are not understood, unless one of them can be no month or dots say that the day
    comes first.

    >>> read_dates("1996-12-27,28").days[1], read_dates("昭和61年").parts
    (datetime.date(1996, 12, 28), (1986,))
    """
    text = text[:120]
    if not text.isascii():
        text = in_digits(unicodedata.normalize("NFKC", text))
        if (year := moon_year(text)) is not None:
            return Dates(parts=(year,))
    text = in_numbers(_COUNTED.sub("", text).strip())
    try:
        days = list(dict.fromkeys(_days(text)))[:_MOST_DAYS]
    except ValueError:
        return Dates(understood=False)
    if not days:
        return _partial(_UNKNOWN.sub("", text))
    return Dates(tuple(days), (days[0].year, days[0].month, days[0].day))


def parse_date(text: str) -> tuple[datetime.date | None, bool]:
    """The first full date in ``text``, and whether the text was understood.

    >>> parse_date("平成10年5月3日"), parse_date("1996-12-27,28"), parse_date("2019-13-45")
    ((datetime.date(1998, 5, 3), True), (datetime.date(1996, 12, 27), True), (None, False))
    """
    dates = read_dates(text)
    return (dates.days[0] if dates.days else None), dates.understood


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


def _days(text: str) -> Iterator[datetime.date]:
    """Every full date; ValueError if the first is none."""
    days, end = _first_days(text)
    yield from days
    if days:
        yield from _following(text, end, days[-1])


def _first_days(text: str) -> tuple[list[datetime.date], int]:
    """The first date, or all that share its year by name of the month, and where they end."""
    for pattern in _YEAR_FIRST:
        if match := pattern.search(text):
            return [datetime.date(int(match[1]), int(match[2]), int(match[3]))], match.end()
    for pattern, each_day in ((_DAY_FIRST, _NAMED_AFTER), (_MONTH_FIRST, _NAMED)):
        if match := pattern.search(text):
            return list(_named(list(each_day.finditer(match[1])), int(match[2]))), match.end()
    if match := _IN_FIGURES.search(text):
        first, second, year = int(match[1]), int(match[3]), int(match[4])
        if match[2] == "." or first > 12 or first == second:
            return [datetime.date(year, second, first)], match.end()
        if second > 12:
            return [datetime.date(year, first, second)], match.end()
    return [], 0


def _following(text: str, end: int, day: datetime.date) -> Iterator[datetime.date]:
    """The further days of a list or range; each may leave out the year and the month."""
    for _ in range(_MOST_DAYS):
        match = _FURTHER.match(text, end)
        if match is None:
            return
        try:
            last = datetime.date(
                int(match["year"] or day.year), int(match["month"] or day.month), int(match["day"])
            )
        except ValueError:
            return
        yield from _between(day, last) if match["range"] else ()
        yield last
        day, end = last, match.end()


def _named(day_matches: list[re.Match[str]], year: int) -> Iterator[datetime.date]:
    """Days with months by name, which stand before or after them, and the year of the last."""
    months = [int(each["month"] or 0) for each in day_matches]
    known = 0
    for place in range(len(months)):  # after the month: 14 and 15 of <4> 14, 15
        known = months[place] = months[place] or known
    for place in reversed(range(len(months))):  # before it: 14 and 15 of 14, 15 <4>
        known = months[place] = months[place] or known
    day: datetime.date | None = None
    for each, month in zip(day_matches, months, strict=True):
        last = datetime.date(year - (month > months[-1]), month, int(each["day"]))
        if day and each["range"]:
            yield from _between(day, last)
        yield last
        day = last


def _between(first: datetime.date, last: datetime.date) -> Iterator[datetime.date]:
    """The days inside a range that one game may have taken."""
    if (last - first).days <= _MOST_DAYS:
        for number in range(first.toordinal() + 1, last.toordinal()):
            yield datetime.date.fromordinal(number)


def _partial(text: str) -> Dates:
    """What a text without a full date tells."""
    match = _PARTIAL.fullmatch(text)
    if match is None:
        return Dates(understood=not text)
    year = int(match["year"] or match["of"] or match["after"])
    written = match["named"] or match["month"] or match["name"] or match["number"]
    if not written:
        return Dates(parts=(year,))
    month = int(written)
    return Dates(parts=(year, month)) if 1 <= month <= 12 else Dates(understood=False)
