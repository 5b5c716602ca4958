"""The days of a game, from DT and what people write there: names of months, eras, ranges."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from goclub.go.records.numbers import in_digits

# -- words as numbers ------------------------------------------------------------------------------


# The year before the first of each era since Japan took over the common calendar.
_ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018, "民國": 1911}
_ERAS |= {"民国": 1911, "민국": 1911}
_ERA_LETTERS = {"M": 1867, "T": 1911, "S": 1925, "H": 1988, "R": 2018}
# The same of those before it, from the first castle games on: their months are the moon's.
_MOON_ERAS = {
    "慶長": 1595, "元和": 1614, "寛永": 1623, "正保": 1643, "慶安": 1647, "承応": 1651,
    "明暦": 1654, "万治": 1657, "寛文": 1660, "延宝": 1672, "天和": 1680, "貞享": 1683,
    "元禄": 1687, "宝永": 1703, "正徳": 1710, "享保": 1715, "元文": 1735, "寛保": 1740,
    "延享": 1743, "寛延": 1747, "宝暦": 1750, "明和": 1763, "安永": 1771, "天明": 1780,
    "寛政": 1788, "享和": 1800, "文化": 1803, "文政": 1817, "天保": 1829, "弘化": 1843,
    "嘉永": 1847, "安政": 1853, "万延": 1859, "文久": 1860, "元治": 1863, "慶応": 1864,
}  # fmt: skip
_BUDDHIST = 543
_FIRST_BUDDHIST, _LAST_BUDDHIST = 2400, 2700

# How the names of each month begin: English, German, French, Spanish, Italian, Polish, Russian.
_STEMS = (
    "jan|janv|ene|gen|sty|янв",
    "feb|fév|fev|lut|фев",
    "mar|mär|maer|мар",
    "apr|avr|abr|kwi|апр",
    "may|mai|maj|mag|мая|май",
    "jun|juin|giu|cze|июн",
    "jul|juil|lug|lip|июл",
    "aug|aoû|aou|ago|sie|авг",
    "sep|set|wrz|сен",
    "oct|okt|ott|paź|paz|окт",
    "nov|lis|ноя",
    "dec|dez|déc|dic|gru|дек",
)
_THAI = (
    "มกราคม|ม.ค.", "กุมภาพันธ์|ก.พ.", "มีนาคม|มี.ค.", "เมษายน|เม.ย.", "พฤษภาคม|พ.ค.", "มิถุนายน|มิ.ย.",
    "กรกฎาคม|ก.ค.", "สิงหาคม|ส.ค.", "กันยายน|ก.ย.", "ตุลาคม|ต.ค.", "พฤศจิกายน|พ.ย.", "ธันวาคม|ธ.ค.",
)  # fmt: skip


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: month for month, all_ in enumerate(names, 1) for name in all_.split("|")}


def _any_of(names: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True)))


_BEGINNINGS, _WHOLE = _numbered(_STEMS), _numbered(_THAI)
_NAME = re.compile(
    rf"(?<![^\W\d_])({_any_of(_BEGINNINGS)})[^\W\d_]{{0,9}}|({_any_of(_WHOLE)})", re.IGNORECASE
)
_ERA = re.compile(f"({'|'.join(_ERAS)})" r"\s*(元|\d{1,3})\s*[年년]")
_ERA_ALONE = re.compile(f"({'|'.join(_ERAS)})" r"\s*(元|\d{1,3})(?!\d)")
_ERA_LETTER = re.compile(r"(?<![A-Za-z])([MTSHR])(\d{1,2})(?=[.\-/]\d{1,2}[.\-/]\d{1,2}(?!\d))")
_MOON_YEAR = re.compile(f"({'|'.join(_MOON_ERAS)})" r"\s*(元|\d{1,2})年?")
_BUDDHIST_MARK = re.compile(r"(?:พ\.?\s?ศ\.?|B\.?E\.?)\s*(?=\d{4})", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\d:])\d{4}(?!\d)")


def in_numbers(text: str) -> str:
    """The text with names of months, eras and Buddhist years in numbers of the common calendar.

    >>> in_numbers("昭和32年4月"), in_numbers("5 maja 2010"), in_numbers("5 พ.ค. 2541")
    ('1957年4月', '5 <5> 2010', '5 <5> 1998')
    """
    text = _ERA.sub(lambda match: f"{_year(_ERAS, match)}年", text)
    text = _ERA_ALONE.sub(lambda match: f"{_year(_ERAS, match)}年", text)
    text = _ERA_LETTER.sub(lambda match: str(_ERA_LETTERS[match[1]] + int(match[2])), text)
    text = _BUDDHIST_MARK.sub("", text)
    text = _NAME.sub(_month, text)
    return _YEAR.sub(_common_year, text)


def moon_year(text: str) -> int | None:
    """The year of an era whose months are the moon's, so that no day of it is known.

    >>> moon_year("弘化3年7月21日"), moon_year("平成3年7月21日")
    (1846, None)
    """
    match = _MOON_YEAR.search(text)
    if match is None:
        return None
    year, following = _year(_MOON_ERAS, match), _next_era(match[1])
    return year if year <= following else None


def _year(eras: dict[str, int], match: re.Match[str]) -> int:
    return eras[match[1]] + (1 if match[2] == "元" else int(match[2]))


def _next_era(name: str) -> int:
    return next((_MOON_ERAS[b] + 1 for a, b in pairwise(_MOON_ERAS) if a == name), 1868)


def _month(match: re.Match[str]) -> str:
    return f"<{_BEGINNINGS[match[1].lower()] if match[1] else _WHOLE[match[2]]}>"


def _common_year(match: re.Match[str]) -> str:
    year = int(match[0])
    return str(year - _BUDDHIST) if _FIRST_BUDDHIST <= year <= _LAST_BUDDHIST else match[0]


# -- days ------------------------------------------------------------------------------------------


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
