"""How each language writes ranks, half points, figures, days and lists: the one place that knows.

What Django's formats know (dates, decimal marks) stands in ``goclub/formats``; what they do not is
a row of :data:`NOTATIONS`.  A language without a row writes as :data:`PLAIN` does.  Files that
other programs read (CSV, SGF, H9) keep their codes and do not come here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Final, TypeAlias

from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format, get_format, number_format
from django.utils.functional import lazy
from django.utils.translation import get_language
from django.utils.translation import gettext as _

#: From this hour on today is tonight; so many days have names of their own.
EVENING: Final = 17
DAYS_OF_WEEK: Final = 7

#: The first day, the dash and the last day: of one month, then of one year.
Spans: TypeAlias = tuple[()] | tuple[tuple[str, str, str], tuple[str, str, str]]


@dataclass(frozen=True, slots=True, eq=False)
class Notation:
    """What a language writes in its own way; the defaults are what needs no language.

    ``kyu`` … ``short_pro``: a rank with its number, in sentences and in narrow cells; ``dans``: the
    dan grades by name; ``provisional``: what a rank that is not certified looks like in a sentence.
    ``half``: behind a whole number, ``half_alone``: before the word for points.  ``comma`` parts
    the items of a list, ``clause`` the clauses of a line, ``dot`` facts beside each other,
    ``gap`` two sentences; ``stop`` ends one.  ``group_from``: where digits are parted by threes.
    ``day_alone``: a day whose year a heading says.
    ``kept``: a number and its unit stay in one line.
    ``weekday``: a day with its name, ``weekday_alone``: its name alone.
    ``clock``: what follows an hour, once in a span of hours;
    ``brackets``: what stands before an addition and around it; ``colon`` behind a label.
    ``spans``: two days of one month and of one year, as formats with a dash between;
    ``short_spans`` the same for tables; without them both days are written out.
    """

    kyu: str = "{}k"
    dan: str = "{}d"
    pro: str = "{}p"
    nameless_pro: str = "P"
    short_kyu: str = "{}k"
    short_dan: str = "{}d"
    short_pro: str = "{}p"
    dans: str = ""
    provisional: str = "{}?"
    half: str = "½"
    half_alone: str = "½"
    comma: str = ", "
    clause: str = ", "
    last_and: str = ", "
    last_or: str = ", "
    dot: str = " · "
    quotes: str = "“”"
    gap: str = " "
    stop: str = "."
    group_from: int = 1000
    spans: Spans = ()
    short_spans: Spans = ()
    apart: str = " – "
    dash: str = "–"
    short_month: str = "Y-m"
    day_alone: str = "j M"
    small_months: bool = False
    kept: bool = False
    weekday: str = "l, j F Y"
    weekday_alone: str = "l"
    clock: str = ""
    brackets: str = " ()"
    colon: str = ": "
    named: str = "{}\u00a0{}"


PLAIN: Final = Notation()

NOTATIONS: Final = {
    "en": Notation(
        kyu="{}\u00a0kyu", dan="{}\u00a0dan", pro="{}\u00a0dan\u00a0pro",
        nameless_pro="professional",
        provisional="provisional {}", last_and=" and ", last_or=" or ",
        spans=(("j", "–", "j F Y"), ("j F", " – ", "j F Y")),
        short_spans=(("j", "–", "j M Y"), ("j M", " – ", "j M Y")), short_month="M Y",
    ),
    "ja": Notation(
        kyu="{}級", dan="{}段", pro="プロ{}段", nameless_pro="プロ棋士",
        short_kyu="{}級", short_dan="{}段", short_pro="プロ{}段", dans="初二三四五六七八九十",
        half=".5", half_alone="半", comma="、", clause="、", last_and="、", last_or="または",
        dot="・", quotes="「」", named="{}（{}）", gap="", stop="。", apart="〜", dash="〜",
        spans=(("Y年n月j日", "〜", "j日"), ("Y年n月j日", "〜", "n月j日")),
        short_spans=(("Y/m/d", "〜", "m/d"), ("Y/m/d", "〜", "m/d")), short_month="Y/m",
        weekday="Y年n月j日（D）", brackets="（）", colon="：",
        day_alone="n月j日",
    ),
    "pl": Notation(
        kyu="{}\u00a0kyu", dan="{}\u00a0dan", pro="{}\u00a0dan\u00a0pro", nameless_pro="zawodowiec",
        last_and=" i ", last_or=" lub ", group_from=10_000, quotes="„”",
        small_months=True, kept=True,
        spans=(("j", "–", "j E Y"), ("j E", " – ", "j E Y")),
        short_spans=(("d", "–", "d.m.Y"), ("d.m", "–", "d.m.Y")), short_month="m.Y",
        weekday="l, j E Y",
        day_alone="j.m",
    ),
    "th": Notation(
        kyu="{}\u00a0คิว", dan="{}\u00a0ดั้ง", pro="{}\u00a0ดั้ง\u00a0(โปร)", nameless_pro="โปร",
        short_kyu="{}\u00a0คิว", short_dan="{}\u00a0ดั้ง", short_pro="{}\u00a0โปร",
        clause=" ", kept=True, last_and=" และ ", last_or=" หรือ ", stop="",
        spans=(("j", "–", "j F Y"), ("j F", " – ", "j F Y")),
        short_spans=(("j", "–", "j M Y"), ("j M", " – ", "j M Y")), short_month="M Y",
        weekday="วันlที่ j F Y", weekday_alone="วันl", clock=" น.",
    ),
}  # fmt: skip


def notation() -> Notation:
    """How the reader's language writes."""
    code = get_language() or ""
    return NOTATIONS.get(code) or NOTATIONS.get(code.partition("-")[0], PLAIN)


# --- Ranks ---------------------------------------------------------------------------------------
_RANK = re.compile(r"(?P<number>[1-9]\d?)(?P<unit>[kdp])(?P<plus>\+?)(?P<mark>\??)", re.IGNORECASE)


def rank(code: str) -> str:
    """A rank in a sentence: “5 kyu”, 初段, “2 dan+”; what is no rank of ours stays as it is."""
    return _rank(code, notation(), short=False)


def short_rank(code: str) -> str:
    """A rank in a badge or a cell: “5k”, 初段, “3d+?”."""
    return _rank(code, notation(), short=True)


#: For the choices of a field, which are written once and read in every language.
lazy_rank = lazy(short_rank, str)


def _rank(code: str, ways: Notation, *, short: bool) -> str:
    if code == "P":
        return code if short and ways.short_pro == PLAIN.short_pro else ways.nameless_pro
    match = _RANK.fullmatch(code)
    if match is None:
        return code
    number, unit = match["number"], match["unit"].lower()
    if short:
        shape = {"k": ways.short_kyu, "d": ways.short_dan, "p": ways.short_pro}[unit]
    else:
        shape = {"k": ways.kyu, "d": ways.dan, "p": ways.pro}[unit]
    if unit != "k" and int(number) <= len(ways.dans):
        number = ways.dans[int(number) - 1]
    text = shape.format(number) + match["plus"]
    if not match["mark"]:
        return text
    return f"{text}?" if short else ways.provisional.format(text)


def named(name: str, code: str) -> str:
    """A name with its rank inside a sentence: “Sato Ken 1d”, 佐藤 健（初段）; a name alone too."""
    return notation().named.format(name, short_rank(code)) if code else name


# --- Figures -------------------------------------------------------------------------------------
def half(doubled: int) -> str:
    """A doubled half-point number: 7 is 3½, in Japanese 3.5."""
    behind = notation().half
    whole, rest = divmod(abs(doubled), 2)
    digits = "" if rest and not whole and behind == "½" else number(whole)
    return f"{'−' if doubled < 0 else ''}{digits}{behind if rest else ''}"


def half_points(doubled: int) -> str:
    """The same before the word for points: 5½, and in Japanese 半 for a half alone (半目)."""
    return notation().half_alone if doubled == 1 else half(doubled)


def number(value: int | float | Fraction | Decimal, digits: int = 0) -> str:
    """A number with the reader's decimal mark and groups of three: 5,250; 2100,5; −0.35."""
    exact = Decimal(value) if isinstance(value, int) else _rounded(value, digits)
    size = abs(exact)
    if size < notation().group_from:
        text = f"{size:.{digits}f}"
        mark = get_format("DECIMAL_SEPARATOR") if digits else "."
        text = text if mark == "." else text.replace(".", mark)
    else:
        text = str(number_format(size, digits, force_grouping=True))
    return f"−{text}" if exact < 0 else text


def _rounded(value: float | Fraction | Decimal, digits: int) -> Decimal:
    """To so many decimals, halves away from zero where they are exact; never −0."""
    if isinstance(value, Fraction):
        value = Decimal(value.numerator) / Decimal(value.denominator)
    step = Decimal(1).scaleb(-digits)
    if isinstance(value, float):
        return Decimal(f"{value:.{digits}f}") + 0
    return Decimal(value).quantize(step, ROUND_HALF_UP) + 0


def percent(value: int | float | Fraction, digits: int = 0) -> str:
    """Hundredths with their sign: 65%, 66.7%."""
    return f"{number(value, digits)}%"


def between(low: int, high: int) -> str:
    """A range of figures: 131–140, 131〜140."""
    return f"{number(low)}{notation().dash}{number(high)}"


def kept(text: str) -> str:
    """A number with its unit, which no line parts where the language wants it so."""
    return _APART.sub("\u00a0", text) if notation().kept else text


_APART = re.compile(r"(?<=[\d½]) (?=\w)|(?<=\w) (?=[\d½])")


# --- Lists and lines -----------------------------------------------------------------------------
def listed(items: Iterable[object]) -> str:
    """Items of a list: “R4, Q3, C3”; 「佐藤、田中」."""
    return notation().comma.join(map(str, items))


def listed_and(items: Iterable[object]) -> str:
    """Items of a list in a sentence, the last with “and”."""
    return _with_last(list(map(str, items)), notation().last_and)


def listed_or(items: Iterable[object]) -> str:
    """Items of a list in a sentence, the last with “or”."""
    return _with_last(list(map(str, items)), notation().last_or)


def _with_last(items: list[str], last: str) -> str:
    if len(items) < 2:
        return "".join(items)
    return last.join((listed(items[:-1]), items[-1]))


def clauses(parts: Iterable[object]) -> str:
    """What one line says one after the other; empty parts are left out."""
    return notation().clause.join(str(part) for part in parts if part)


def dotted(parts: Iterable[object]) -> str:
    """Facts beside each other: “3 stones · White gives ½”; empty ones are left out."""
    return notation().dot.join(str(part) for part in parts if part)


def quoted(text: object) -> str:
    """Somebody's own words, in the quotation marks of the reader's language."""
    quotes = notation().quotes
    return f"{quotes[0]}{text}{quotes[1]}"


def record_result(code: object) -> str:
    """A result as records write it, with the reader's decimal mark: B+12,5; words stay."""
    return _POINT.sub(str(get_format("DECIMAL_SEPARATOR")), str(code))


_POINT = re.compile(r"(?<=\d)\.(?=\d)")


def sentence(text: str) -> str:
    """Words as a sentence of their own, with the stop of the reader's language."""
    return text[:1].upper() + text[1:] + notation().stop


def sentences(parts: Iterable[object]) -> str:
    """Sentences one after the other; empty ones are left out."""
    return notation().gap.join(str(part) for part in parts if part)


# --- Days ----------------------------------------------------------------------------------------
def short_day(day: date) -> str:
    """A day in a table: 22 Nov 2026, 2026/11/22, 22.11.2026."""
    return written(day, "SHORT_DATE_FORMAT")


def written(day: date, style: str) -> str:
    """A day in one of Django's formats, by its letters or by the name of a language's own."""
    return str(date_format(day, style))


def day_of_month(day: date) -> str:
    """A day below the heading of its month: 22 Nov, 11月22日, 22.11."""
    return written(day, notation().day_alone)


def hour(moment: datetime) -> str:
    """The hour that a moment shows on its own clocks."""
    return str(date_format(moment, "TIME_FORMAT"))


def clock_note(begins: datetime) -> str:
    """Return what the change of the clocks does to an hour; "" on all other nights.

    *begins* shows the day and the hour as they were typed, on the clocks of its zone.
    """
    before, after = (begins.replace(fold=fold).utcoffset() for fold in (0, 1))
    if before is None or after is None or before == after:
        return ""
    words = {"hour": hour(begins)}
    if before > after:
        return (
            _("The clocks go back that night: %(hour)s comes twice. The first one applies.") % words
        )
    words["real"] = hour(begins.astimezone(UTC).astimezone(begins.tzinfo))
    return _("The clocks go forward that night: there is no %(hour)s. %(real)s applies.") % words


def span_note(begins: datetime, ends: datetime) -> str:
    """The same for hours of one zone between which the clocks change: the end is another one."""
    if note := clock_note(begins):
        return note
    before, after = begins.utcoffset(), ends.utcoffset()
    if before is None or after is None or before == after:
        return ""
    if before > after:
        text = _("The clocks go back that night: it ends at %(hour)s.")
    else:
        text = _("The clocks go forward that night: it ends at %(hour)s.")
    return text % {"hour": hour(ends)}


def weekday_of(day: date, *, inside: bool = False) -> str:
    """A day with its name: Sunday, 29 November 2026, 2026年11月29日（日）; or *inside* a line."""
    text = str(date_format(day, notation().weekday))
    return f"{text[0].lower()}{text[1:]}" if inside and notation().small_months else text


def near_day(begins: datetime, now: datetime, *, inside: bool = False) -> str:
    """A coming day as people say it: Tonight, Today, Tomorrow, Friday; from a week on its date.

    Days are those of the clocks of *begins*.
    """
    day, today = begins.date(), now.astimezone(begins.tzinfo).date()
    ahead = (day - today).days
    if ahead == 0:
        text = _("Tonight") if begins.hour >= EVENING else _("Today")
    elif ahead == 1:
        text = _("Tomorrow")
    elif 1 < ahead < DAYS_OF_WEEK:
        text = str(date_format(day, notation().weekday_alone))
    else:
        return weekday_of(day, inside=inside)
    return text[0].lower() + text[1:] if inside else text


def near_time(begins: datetime, now: datetime) -> str:
    """A coming moment as people say it: Tonight 18:00, Tomorrow 14:00, 今夜18:00."""
    return f"{near_day(begins, now)}{notation().gap}{hour(begins)}"


def hours(begins: datetime, ends: datetime) -> str:
    """From an hour to another, each on its own clocks: 18:00–22:00, in Japanese 18:00〜22:00."""
    ways = notation()
    return f"{hour(begins).removesuffix(ways.clock)}{ways.dash}{hour(ends)}"


def bracketed(text: object) -> str:
    """What is added behind a word, with the space before it that the reader's language has."""
    return notation().brackets.replace("()", f"({text})").replace("（）", f"（{text}）")


def labelled(label: object, text: object) -> str:
    """What a label says of something: “Contact: Hana”."""
    return f"{label}{notation().colon}{text}"


def span(first: date, last: date, *, short: bool = True) -> str:
    """Two days: 21–22 Nov 2026, 2026年11月21日〜22日, 30.11–3.12.2026."""
    ways, style = notation(), "SHORT_DATE_FORMAT" if short else "DATE_FORMAT"
    if first == last:
        return written(first, style)
    shapes = ways.short_spans if short else ways.spans
    if not shapes or first.year != last.year:
        return f"{written(first, style)}{ways.apart}{written(last, style)}"
    begin, dash, end = shapes[first.month != last.month]
    return f"{written(first, begin)}{dash}{written(last, end)}"


def month_name(month: int) -> str:
    """A month without its year, as it stands inside a sentence."""
    name = str(date_format(date(2000, month, 1), "F"))
    return name.lower() if notation().small_months else name


def weekday_name(weekday: int) -> str:
    """A day of the week, from 0 for Monday, as it stands inside a sentence."""
    name = str(WEEKDAYS[weekday])
    return name.lower() if notation().small_months else name


def short_month(day: date) -> str:
    """A month with its year where there is little room: Nov 2026, 2026/11, 11.2026."""
    return written(day, notation().short_month)


def month_of(day: date) -> str:
    """A month with its year: November 2026, 2026年11月."""
    return written(day, "YEAR_MONTH_FORMAT")
