"""Ranks, half points, figures, lists and days as each language writes them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import override

from goclub.common import notation
from goclub.common.notation import PLAIN

#: What stands between a number and its unit, so that a line does not break there.
N = "\u00a0"
LANGUAGES = ("en", "ja", "pl", "th")

RANKS = {  # in a sentence
    "5k": (f"5{N}kyu", "5級", f"5{N}kyu", f"5{N}คิว"),
    "1d": (f"1{N}dan", "初段", f"1{N}dan", f"1{N}ดั้ง"),
    "2d": (f"2{N}dan", "二段", f"2{N}dan", f"2{N}ดั้ง"),
    "10d": (f"10{N}dan", "十段", f"10{N}dan", f"10{N}ดั้ง"),
    "3k+": (f"3{N}kyu+", "3級+", f"3{N}kyu+", f"3{N}คิว+"),
    "8d+": (f"8{N}dan+", "八段+", f"8{N}dan+", f"8{N}ดั้ง+"),
    "5k?": (f"provisional 5{N}kyu", "5級?", f"5{N}kyu?", f"5{N}คิว?"),
    "9p": (f"9{N}dan{N}pro", "プロ九段", f"9{N}dan{N}pro", f"9{N}ดั้ง{N}(โปร)"),
    "P": ("professional", "プロ棋士", "zawodowiec", "โปร"),
    "BC": ("BC",) * 4,
    "": ("",) * 4,
    "六段格": ("六段格",) * 4,
}
SHORT = {
    "5k": ("5k", "5級", "5k", f"5{N}คิว"),
    "5k?": ("5k?", "5級?", "5k?", f"5{N}คิว?"),
    "1d": ("1d", "初段", "1d", f"1{N}ดั้ง"),
    "8d+": ("8d+", "八段+", "8d+", f"8{N}ดั้ง+"),
    "9p": ("9p", "プロ九段", "9p", f"9{N}โปร"),
    "P": ("P", "プロ棋士", "P", "โปร"),
    "30k": ("30k", "30級", "30k", f"30{N}คิว"),
}
HALVES = {
    11: ("5½", "5.5", "5½", "5½"),
    1: ("½", "0.5", "½", "½"),
    -1: ("−½", "−0.5", "−½", "−½"),
    -11: ("−5½", "−5.5", "−5½", "−5½"),
    14: ("7",) * 4,
    0: ("0",) * 4,
}
POINTS = {11: ("5½", "5.5", "5½", "5½"), 1: ("½", "半", "½", "½"), 2: ("1",) * 4}
NUMBERS = {
    (5250, 0): ("5,250", "5,250", "5250", "5,250"),
    (100_000, 0): ("100,000", "100,000", "100\u202f000", "100,000"),
    (0.65, 2): ("0.65", "0.65", "0,65", "0.65"),
    (2100.5, 1): ("2,100.5", "2,100.5", "2100,5", "2,100.5"),
    (-0.04, 1): ("0.0", "0.0", "0,0", "0.0"),
    (Fraction(-7, 2), 1): ("−3.5", "−3.5", "−3,5", "−3.5"),
    (Fraction(1, 8), 2): ("0.13", "0.13", "0,13", "0.13"),
}
PERCENTS = {
    (65, 0): ("65%", "65%", "65%", "65%"),
    (Fraction(200, 3), 1): ("66.7%", "66.7%", "66,7%", "66.7%"),
}
SPANS = {
    ("2026-11-21", "2026-11-22"): (
        ("21–22 November 2026", "21–22 Nov 2026"),
        ("2026年11月21日〜22日", "2026/11/21〜11/22"),
        ("21–22 listopada 2026", "21–22.11.2026"),
        ("21–22 พฤศจิกายน 2026", "21–22 พ.ย. 2026"),
    ),
    ("2026-11-28", "2026-12-03"): (
        ("28 November – 3 December 2026", "28 Nov – 3 Dec 2026"),
        ("2026年11月28日〜12月3日", "2026/11/28〜12/03"),
        ("28 listopada – 3 grudnia 2026", "28.11–03.12.2026"),
        ("28 พฤศจิกายน – 3 ธันวาคม 2026", "28 พ.ย. – 3 ธ.ค. 2026"),
    ),
    ("2026-12-30", "2027-01-02"): (
        ("30 December 2026 – 2 January 2027", "30 Dec 2026 – 2 Jan 2027"),
        ("2026年12月30日〜2027年1月2日", "2026/12/30〜2027/01/02"),
        ("30 grudnia 2026 – 2 stycznia 2027", "30.12.2026 – 02.01.2027"),
        ("30 ธันวาคม 2026 – 2 มกราคม 2027", "30 ธ.ค. 2026 – 2 ม.ค. 2027"),
    ),
    ("2026-11-20", "2026-11-20"): (
        ("20 November 2026", "20 Nov 2026"),
        ("2026年11月20日", "2026/11/20"),
        ("20 listopada 2026", "20.11.2026"),
        ("20 พฤศจิกายน 2026", "20 พ.ย. 2026"),
    ),
}


def told(call):
    """What a call says in each language."""
    said = []
    for language in LANGUAGES:
        with override(language):
            said.append(call())
    return tuple(said)


FIGURES = [
    (notation.rank, RANKS),
    (notation.short_rank, SHORT),
    (notation.half, HALVES),
    (notation.half_points, POINTS),
    (notation.number, NUMBERS),
    (notation.percent, PERCENTS),
]


@pytest.mark.parametrize(
    ("write", "given", "wanted"),
    [(write, given, wanted) for write, rows in FIGURES for given, wanted in rows.items()],
)
def test_ranks_and_figures(write, given, wanted):
    given = given if isinstance(given, tuple) else (given,)
    assert told(lambda: write(*given)) == wanted


@pytest.mark.parametrize(("days", "wanted"), SPANS.items())
def test_spans(days, wanted):
    first, last = map(date.fromisoformat, days)
    long = told(lambda: notation.span(first, last, short=False))
    assert tuple(zip(long, told(lambda: notation.span(first, last)), strict=True)) == wanted


AT = datetime(2026, 11, 5, 14, 5, tzinfo=UTC)
SUNDAY = date(2026, 11, 29)
NAMES = ["Ito", "Sato", "Ueda"]
#: What a call says in English, Japanese, Polish and Thai; None where it does not matter.
SAID = [
    (lambda: date_format(AT, "SHORT_DATETIME_FORMAT"),
     ("5 Nov 2026, 14:05", "2026/11/05 14:05", "05.11.2026, 14:05", "5 พ.ย. 2026 14:05 น.")),
    (lambda: notation.named("Sato Ken", "1d"), (f"Sato Ken{N}1d", "Sato Ken（初段）", None, None)),
    (lambda: notation.named("Sato Ken", ""), ("Sato Ken",) * 4),
    (lambda: notation.month_name(12), ("December", "12月", "grudzień", "ธันวาคม")),
    (lambda: notation.weekday_name(4), ("Friday", "金曜日", "piątek", "ศุกร์")),
    (lambda: notation.month_of(SUNDAY), ("November 2026", "2026年11月", None, None)),
    (lambda: notation.weekday_of(SUNDAY),
     ("Sunday, 29 November 2026", "2026年11月29日（日）", "Niedziela, 29 listopada 2026",
      "วันอาทิตย์ที่ 29 พฤศจิกายน 2026")),
    (lambda: notation.weekday_of(SUNDAY, inside=True),
     ("Sunday, 29 November 2026", "2026年11月29日（日）", "niedziela, 29 listopada 2026",
      "วันอาทิตย์ที่ 29 พฤศจิกายน 2026")),
    (lambda: notation.listed(NAMES), ("Ito, Sato, Ueda", "Ito、Sato、Ueda", None, None)),
    (lambda: notation.listed_and(NAMES),
     ("Ito, Sato and Ueda", "Ito、Sato、Ueda", "Ito, Sato i Ueda", "Ito, Sato และ Ueda")),
    (lambda: notation.listed_or(NAMES[:2]), (None, "ItoまたはSato", None, None)),
    (lambda: notation.listed_and([]), ("",) * 4),
    (lambda: notation.dotted(["a", "", "b"]), ("a · b", "a・b", "a · b", "a · b")),
    (lambda: notation.clauses(["a", "", "b"]), ("a, b", "a、b", "a, b", "a b")),
    (lambda: notation.between(131, 140), ("131–140", "131〜140", "131–140", "131–140")),
    (lambda: notation.quoted("ko"), ("“ko”", "「ko」", "„ko”", "“ko”")),
    (lambda: notation.record_result("B+12.5"), ("B+12.5", "B+12.5", "B+12,5", "B+12.5")),
    (lambda: notation.record_result("W+R"), ("W+R",) * 4),
    (lambda: notation.sentence("on time"), ("On time.", "On time。", "On time.", "On time")),
    (lambda: notation.sentences(["A。", "B。"]), (None, "A。B。", None, None)),
    (lambda: notation.hours(AT, AT.replace(hour=22)),
     ("14:05–22:05", "14:05〜22:05", "14:05–22:05", "14:05–22:05 น.")),
    (lambda: f"Hoshi{notation.bracketed('UTC')}",
     ("Hoshi (UTC)", "Hoshi（UTC）", "Hoshi (UTC)", "Hoshi (UTC)")),
    (lambda: notation.labelled("Contact", "Hana"),
     ("Contact: Hana", "Contact：Hana", "Contact: Hana", "Contact: Hana")),
    (lambda: notation.kept("komi 5½ for 3 of us"),
     ("komi 5½ for 3 of us", "komi 5½ for 3 of us", f"komi{N}5½{N}for{N}3{N}of us",
      f"komi{N}5½{N}for{N}3{N}of us")),
]  # fmt: skip


@pytest.mark.parametrize(("call", "wanted"), SAID)
def test_what_each_language_says(call, wanted):
    said = zip(told(call), wanted, strict=True)
    assert [pair for pair in said if pair[1] is not None and pair[0] != pair[1]] == []


def test_every_language_of_the_site_has_its_row():
    assert set(notation.NOTATIONS) == {code for code, _name in settings.LANGUAGES}


@pytest.mark.parametrize("language", ["fr", "de"])
def test_a_language_without_a_row_falls_back(language):
    """It writes codes and figures as Django has them: one line of the settings is enough."""
    with override(language):
        assert notation.notation() is PLAIN
        assert notation.rank("5k?") == "5k?"
        assert notation.rank("9p") == "9p"
        assert notation.half(11) == "5½"
        assert notation.percent(66.7, 1) == "66,7%"
        assert notation.listed_and(["a", "b", "c"]) == "a, b, c"
        first, last = date(2026, 11, 21), date(2026, 11, 22)
        assert notation.span(first, last) == (
            f"{date_format(first, 'SHORT_DATE_FORMAT')} – {date_format(last, 'SHORT_DATE_FORMAT')}"
        )


def test_a_country_writes_as_its_language():
    with override("pl-pl"):
        assert notation.number(0.5, 1) == "0,5"
        assert notation.rank("1d") == f"1{N}dan"


def test_a_number_that_was_said_is_no_other_language_s_nor_another_kind_s():
    said = {language: [] for language in LANGUAGES}
    for language in LANGUAGES * 2:
        with override(language):
            said[language] += [
                notation.number(2100.5, 1),
                notation.number(1),
                notation.number(1.0, 1),
            ]
    assert (said["pl"], said["en"][1:3]) == (["2100,5", "1", "1,0"] * 2, ["1", "1.0"])
    assert said["en"][:3] == said["en"][3:]
    assert said["ja"] != said["pl"]


@pytest.mark.parametrize(
    ("language", "days", "said"),
    [
        ("en", 0, "Tonight 18:00"),
        ("en", 1, "Tomorrow 18:00"),
        ("en", 3, "Friday 18:00"),
        ("en", 7, "Tuesday, 11 March 2025 18:00"),
        ("en", -1, "Monday, 3 March 2025 18:00"),
        ("ja", 1, "明日18:00"),
        ("ja", 3, "金曜日18:00"),
        ("pl", 3, "Piątek 18:00"),
        ("th", 3, "วันศุกร์ 18:00 น."),
    ],
)
def test_a_coming_moment_is_said_as_people_say_it(language, days, said):
    """On the clocks of the club, where it is Tuesday already."""
    now = datetime(2025, 3, 3, 23, 30, tzinfo=UTC)
    begins = datetime(2025, 3, 4, 18, tzinfo=ZoneInfo("Asia/Tokyo")) + timedelta(days=days)
    with override(language):
        assert notation.near_time(begins, now) == said


def test_the_afternoon_of_today_is_not_tonight():
    now = datetime(2025, 3, 4, 1, tzinfo=UTC)
    at = datetime(2025, 3, 4, 14, tzinfo=UTC)
    assert notation.near_day(at, now) == "Today"
    assert notation.near_day(at, now, inside=True) == "today"
