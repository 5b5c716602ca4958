"""Cells read one by one: days, ranks, points, conditions, results, in four languages."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goclub.games.notebook.services.cells.conditions import (
    Handicap,
    NoCondition,
    read_board,
    read_handicap,
    read_komi,
)
from goclub.games.notebook.services.cells.countries import read_country
from goclub.games.notebook.services.cells.days import NoDay, Order, order_of, orders_of, read_day
from goclub.games.notebook.services.cells.results import (
    Letters,
    ReadResult,
    letters_of,
    read_result,
    write_result,
)
from goclub.games.notebook.services.cells.strength import NoStrength, read_points, read_rank
from goclub.games.notebook.services.cells.text import clean, is_formula, plain

TODAY = date(2026, 11, 23)
ORDERS = {
    "pl": Order("dmy", "pl", TODAY), "th": Order("dmy", "th", TODAY), "ja": Order("", "ja", TODAY),
    "en": Order("", "en", TODAY), "us": Order("mdy", "en", TODAY),
}  # fmt: skip


@pytest.mark.parametrize(
    ("cell", "language", "day"),
    [
        ("2024-03-05", "en", "2024-03-05"),
        ("2024/3/5", "ja", "2024-03-05"),
        ("2024.03.05", "pl", "2024-03-05"),
        ("20240305", "en", "2024-03-05"),
        ("5.3.2024", "pl", "2024-03-05"),
        ("05.03.2024 r.", "pl", "2024-03-05"),
        ("5.3.24", "pl", "2024-03-05"),
        ("5.3.1987", "en", "1987-03-05"),
        ("5.3.87", "pl", "1987-03-05"),
        ("05/03/2024", "pl", "2024-03-05"),
        ("05/03/2024", "us", "2024-05-03"),
        ("25/03/2024", "us", "2024-03-25"),
        ("5-3-2024", "pl", "2024-03-05"),
        ("5 marca 2024", "pl", "2024-03-05"),
        ("5 marca 2024 r.", "pl", "2024-03-05"),
        ("5 paź 2024", "pl", "2024-10-05"),
        ("5 III 2024", "pl", "2024-03-05"),
        ("5.XII.2024 r.", "pl", "2024-12-05"),
        ("5-ix-24", "pl", "2024-09-05"),
        ("wt. 5.03.2024", "pl", "2024-03-05"),
        ("5 March 2024", "en", "2024-03-05"),
        ("March 5, 2024", "en", "2024-03-05"),
        ("5th of March 2024", "en", "2024-03-05"),
        ("Tue, 5 Mar 2024", "en", "2024-03-05"),
        ("05-Mar-24", "en", "2024-03-05"),
        ("2024年3月5日", "ja", "2024-03-05"),
        ("２０２４年３月５日", "ja", "2024-03-05"),
        ("2024年3月5日(火)", "ja", "2024-03-05"),
        ("二〇二四年三月五日", "ja", "2024-03-05"),
        ("令和6年3月5日", "ja", "2024-03-05"),
        ("令和元年5月1日", "ja", "2019-05-01"),
        ("平成31年3月9日", "ja", "2019-03-09"),
        ("昭和六十二年三月五日", "ja", "1987-03-05"),
        ("R6.3.5", "ja", "2024-03-05"),
        ("Ｒ６．３．５", "ja", "2024-03-05"),
        ("H29/11/10", "ja", "2017-11-10"),
        ("S62-3-5", "ja", "1987-03-05"),
        ("令6.3.5", "ja", "2024-03-05"),
        ("24/3/5", "ja", "2024-03-05"),
        ("28/1/2559", "th", "2016-01-28"),
        ("๒๘/๑/๒๕๕๙", "th", "2016-01-28"),
        ("28 มกราคม 2559", "th", "2016-01-28"),
        ("28 ม.ค. 2559", "th", "2016-01-28"),
        ("28 มกราคม พ.ศ. 2559", "th", "2016-01-28"),
        ("28 ม.ค. 59", "th", "2016-01-28"),
        ("29/2/2563", "th", "2020-02-29"),
        ("2559-01-28", "th", "2016-01-28"),
        ("2024-03-05 18:30", "en", "2024-03-05"),
        ("2024-03-05T18:30:00", "en", "2024-03-05"),
        ("'2024-03-05", "en", "2024-03-05"),
        ("45356", "en", "2024-03-05"),
        (45356.0, "en", "2024-03-05"),
        (45356.75, "en", "2024-03-05"),
        (20240305, "en", "2024-03-05"),
        (date(2024, 3, 5), "en", "2024-03-05"),
        (datetime(2024, 3, 5, 18), "en", "2024-03-05"),  # noqa: DTZ001
        (date(2559, 1, 28), "th", "2016-01-28"),
        (datetime(2559, 1, 28, 18), "th", "2016-01-28"),  # noqa: DTZ001
        ("28 ม.ค. 59", "en", "2016-01-28"),
        ("28 ม.ค. ค.ศ. 16", "en", "2016-01-28"),
    ],
)
def test_days_of_every_form(cell, language, day):
    assert read_day(cell, ORDERS[language]) == date.fromisoformat(day)


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        ("31.02.2019", NoDay.IMPOSSIBLE),
        ("13.13.2021", NoDay.IMPOSSIBLE),
        ("2024-02-30", NoDay.IMPOSSIBLE),
        ("令和6年2月30日", NoDay.IMPOSSIBLE),
        ("令和0年2月3日", NoDay.IMPOSSIBLE),
        ("昭和99年1月1日", NoDay.IMPOSSIBLE),
        ("平成64年1月1日", NoDay.IMPOSSIBLE),
        ("1.1.0001", NoDay.IMPOSSIBLE),
        ("2024", NoDay.UNREADABLE),
        ("latem 2019", NoDay.UNREADABLE),
        ("9" * 5000, NoDay.UNREADABLE),
        ("=TODAY()", NoDay.UNREADABLE),
        (True, NoDay.UNREADABLE),
        (1e300, NoDay.UNREADABLE),
        (7, NoDay.UNREADABLE),
    ],
)
def test_what_is_no_day(cell, why):
    assert read_day(cell, ORDERS["pl"]) is why


@pytest.mark.parametrize("cell", [None, "", " \u3000 ", "–", "-", "brak", "不明", "ไม่มี"])
def test_a_blank_day_is_none(cell):
    assert read_day(cell, ORDERS["pl"]) is None


def test_the_majority_of_a_file_says_which_comes_first():
    def order(*cells: str) -> Order:
        return order_of(cells, language="en", today=TODAY)

    assert order("13/4/2024", "3/4/2024").slashes == "dmy"
    assert order("4/13/2024", "4/14/2024", "13/4/2024").slashes == "mdy"
    open_order = order("3/4/2024", "13.4.2024")
    assert read_day("3/4/2024", open_order) is NoDay.AMBIGUOUS
    assert read_day("4/4/2024", open_order) == date(2024, 4, 4)
    assert read_day("3.4.2024", open_order) == date(2024, 4, 3)
    assert order_of(["3/4/2024"], language="pl", today=TODAY).slashes == "dmy"


def test_a_year_of_two_digits_in_front_is_asked_for():
    """24-05-06 is 24 May 2006 or 6 May 2024: no row says which, and nobody guesses."""
    cell = "24-05-06"
    open_order = order_of([cell, "25-01-13"], language="en", today=TODAY)
    assert read_day(cell, open_order) is NoDay.AMBIGUOUS
    assert orders_of(cell) == ("dmy", "ymd")
    assert orders_of("05-06-07") == ("dmy", "mdy", "ymd")
    assert orders_of("3/4/2024") == ("dmy", "mdy")
    assert read_day(cell, Order("dmy", "en", TODAY)) == date(2006, 5, 24)
    assert read_day(cell, Order("ymd", "en", TODAY)) == date(2024, 5, 6)
    assert read_day("05-06-07", Order("ymd", "en", TODAY)) == date(2005, 6, 7)
    assert read_day("3/4/2024", Order("ymd", "en", TODAY)) is NoDay.AMBIGUOUS
    assert read_day("24-05-45", open_order) == date(1945, 5, 24)
    assert order_of(["24-05-06", "13/4/2024"], language="en", today=TODAY).slashes == "dmy"


def test_one_figure_for_day_and_month_may_follow_a_year_too():
    """05-05-06 after the answer that years come first is 6 May 2005, never 5 May 2006."""
    assert read_day("05-05-06", Order("ymd", "en", TODAY)) == date(2005, 5, 6)
    assert read_day("05-05-06", Order("", "en", TODAY)) is NoDay.AMBIGUOUS
    assert read_day("05-05-06", Order("dmy", "en", TODAY)) == date(2006, 5, 5)


@pytest.mark.parametrize("language", ["pl", "th"])
def test_headings_do_not_answer_whether_a_year_stands_in_front(language):
    """24-05-31 under Polish headings was 24 May 1931, and nobody asked."""
    rows = ["24-05-31", "24-05-06"]
    assert order_of(rows, language=language, today=TODAY).slashes == ""
    assert order_of(rows, language=language, today=TODAY, chosen="ymd").slashes == "ymd"
    assert order_of([*rows, "13/4/2024"], language=language, today=TODAY).slashes == "dmy"


def test_komi_may_be_as_large_as_in_a_reported_game():
    """Seven stones and 121.5 in return (IGS) come back from our own export."""
    assert read_komi("'-121.5") == -243
    assert read_komi("361") == 722
    assert read_komi("361.5") is NoCondition.OUT_OF_RANGE


@pytest.mark.parametrize(
    ("rank", "texts"),
    [
        (
            "1d",
            "初段|1段|一段|１段|1 dan|1d|1D|1 ดั้ง|１ ดั้ง|๑ ดั้ง|dan 1|shodan|1. dan|1-dan"
            "|1 dan?|アマ初段",
        ),
        ("3k", "三級|3級|３級|3 kyu|3k|3K|3 คิว|kyu 3|k3|ok. 3 kyu|~3k|3 kyu EGF|約3級"),
        ("2d", "二段|2 dan|nidan|2 ดั้ง|2.dan|2dan"),
        ("30k", "初心者|30 kyu|beginner|początkujący|มือใหม่|入門"),
        ("15k", "15k|十五級|15 คิว|kyu 15|15-kyu"),
        ("9k", "9k|9級以下"),
        ("8d+", "9 dan|九段|8d+"),
        ("", "|-|–|brak|なし|無段|ไม่มี|bez stopnia|?"),
        ("5d", "5단|아마 5단|아마5단|5단(아마)|오단|아마추어 오단|5 dan (amateur)|아마 五段"),
        ("12k", "12급|십이급|12 kyū|12 kyu (EGF)"),
    ],
)
def test_ranks_of_four_languages(rank, texts):
    assert {text: read_rank(text) for text in texts.split("|")} == dict.fromkeys(
        texts.split("|"), rank
    )


@pytest.mark.parametrize(
    "text",
    [
        "โปร",
        "プロ",
        "3p",
        "pro",
        "professional",
        "zawodowiec",
        "プロ三段",
        "프로 9단",
        "삼단(프로)",
    ],
)
def test_a_professional_is_no_amateur(text):
    assert read_rank(text) is NoStrength.PROFESSIONAL


@pytest.mark.parametrize(
    "cell",
    [
        "43 kyu",
        "31k",
        "0k",
        "11d",
        "0 dan",
        "silny",
        "5",
        "급",
        "프로급수 5",
        "=A1",
        5,
        "1" * 5000,
        True,
    ],
)
def test_what_is_no_rank(cell):
    assert read_rank(cell) is NoStrength.UNREADABLE


@pytest.mark.parametrize(
    ("cell", "points"),
    [
        ("77", 77), ("１０１", 101), ("๗๗", 77), ("115点", 115), ("115 pkt", 115), (77, 77),
            (77.0, 77),
        ("0", 0), ("999", 999), ("", None), (None, None), ("–", None),
        ("1250", NoStrength.TOO_MUCH), ("9" * 5000, NoStrength.TOO_MUCH), (1e9,
            NoStrength.TOO_MUCH),
        ("-5", NoStrength.UNREADABLE), ("7,5", NoStrength.UNREADABLE), (7.5, NoStrength.UNREADABLE),
        ("=1+1", NoStrength.UNREADABLE), (True, NoStrength.UNREADABLE),
    ],
)  # fmt: skip
def test_points(cell, points):
    assert read_points(cell) == points


@pytest.mark.parametrize(
    ("stones", "texts"),
    [
        (0, "互先|0|even|równa|równo|ไม่ต่อ|bez handicapu|互い先"),
        (2, "二子|2子|２子|2|2 stones|2 kamienie|H2|2 kam.|ต่อ 2|2 หมาก|2.0|二子局|2目"),
        (5, "五子|5 kamieni|5|5 stones|5 เม็ด"),
        (9, "九子|9子|9 kamieni|9"),
    ],
)
def test_handicaps_in_words(stones, texts):
    read = {text: read_handicap(text) for text in texts.split("|")}
    assert read == dict.fromkeys(texts.split("|"), Handicap(stones))


def test_the_first_move_without_komi_is_a_handicap_of_its_own():
    assert {read_handicap(text) for text in ("先", "定先", "1", "先番")} == {Handicap(0, 0)}
    assert read_handicap(4.0) == Handicap(4)
    assert [read_handicap(cell) for cell in (None, "", "–")] == [None, None, None]


@pytest.mark.parametrize("text", ["十子", "12", "10 stones", "99"])
def test_more_than_nine_stones_are_no_handicap(text):
    assert read_handicap(text) is NoCondition.OUT_OF_RANGE


@pytest.mark.parametrize("cell", ["dużo", "=2", 2.5, True, "-2", "9" * 5000])
def test_what_is_no_handicap(cell):
    assert isinstance(read_handicap(cell), NoCondition)


@pytest.mark.parametrize(
    ("komi2", "texts"),
    [
        (13, "6.5|6,5|6½|6目半|６目半|六目半|6.5目|6,5 pkt|komi 6,5|6 1/2|6.50"),
        (11, "5目半|5,5|コミ5目半|5.5"),
        (0, "0|なし|コミなし|brak|no komi|ไม่มี|none"),
        (1, "0.5|0,5|½|半目|pół|ครึ่ง"),
        (-3, "逆コミ1目半|-1.5|-1,5|−1.5"),
        (14, "7|7目|7.0|7 points"),
    ],
)
def test_komi_in_words(komi2, texts):
    read = {text: read_komi(text) for text in texts.split("|")}
    assert read == dict.fromkeys(texts.split("|"), komi2)


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        ("6,4", NoCondition.BETWEEN), (6.4, NoCondition.BETWEEN), ("6.25", NoCondition.BETWEEN),
        ("dużo", NoCondition.UNREADABLE), ("=6", NoCondition.UNREADABLE),
        ("9" * 5000, NoCondition.UNREADABLE), ("650", NoCondition.OUT_OF_RANGE),
        (True, NoCondition.UNREADABLE),
    ],
)  # fmt: skip
def test_what_is_no_komi(cell, why):
    assert read_komi(cell) is why


def test_boards():
    assert [read_board(text) for text in ("19x19", "19", "13路", "9×9", "９", "", 19.0)] == [
        19, 19, 13, 9, 9, None, 19,
    ]  # fmt: skip
    assert [read_board(text) for text in ("15", "19x13", "duża")] == [
        NoCondition.OUT_OF_RANGE, NoCondition.UNREADABLE, NoCondition.UNREADABLE,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text", "result"),
    [
        ("pl", "C+R", ReadResult("B", "resign")),
        ("pl", "C+rez.", ReadResult("B", "resign")),
        ("pl", "B+rez.", ReadResult("W", "resign")),
        ("pl", "B+1,5", ReadResult("W", "points", 3)),
        ("pl", "C + 12,5 pkt", ReadResult("B", "points", 25)),
        ("pl", "C+", ReadResult("B")),
        ("pl", "czarne", ReadResult("B")),
        ("pl", "białe +0,5", ReadResult("W", "points", 1)),
        ("pl", "C+czas", ReadResult("B", "time")),
        ("pl", "B+walkower", ReadResult("W", "forfeit")),
        ("pl", "remis", ReadResult("J")),
        ("pl", "czarne wygrały przez poddanie", ReadResult("B", "resign")),
        ("en", "B+R", ReadResult("B", "resign")),
        ("en", "W+3.5", ReadResult("W", "points", 7)),
        ("en", "Black+Resign", ReadResult("B", "resign")),
        ("en", "B+T", ReadResult("B", "time")),
        ("en", "W+F", ReadResult("W", "forfeit")),
        ("en", "0-1", ReadResult("W")),
        ("en", "1:0", ReadResult("B")),
        ("en", "½-½", ReadResult("J")),
        ("en", "Black", ReadResult("B")),
        ("en", "White won by 2.5 points", ReadResult("W", "points", 5)),
        ("en", "jigo", ReadResult("J")),
        ("en", "Draw (time was called)", ReadResult("J", "called")),
        ("en", "Draw (time called)", ReadResult("J", "called")),
        ("en", "void", ReadResult("N")),
        ("ja", "黒中押し勝ち", ReadResult("B", "resign")),
        ("ja", "白中押勝", ReadResult("W", "resign")),
        ("ja", "黒3目半勝ち", ReadResult("B", "points", 7)),
        ("ja", "白３目半", ReadResult("W", "points", 7)),
        ("ja", "黒勝ち", ReadResult("B")),
        ("ja", "白時間切れ勝ち", ReadResult("W", "time")),
        ("ja", "持碁", ReadResult("J")),
        ("ja", "ジゴ", ReadResult("J")),
        ("ja", "B+R", ReadResult("B", "resign")),
        ("th", "ดำชนะ", ReadResult("B")),
        ("th", "ขาวชนะ 3.5 แต้ม", ReadResult("W", "points", 7)),
        ("th", "ดำ+R", ReadResult("B", "resign")),
        ("th", "เสมอ", ReadResult("J")),
        ("th", "ขาวยอมแพ้", ReadResult("B", "resign")),
        ("th", "ดำชนะขาวยอมแพ้", ReadResult("B", "resign")),
        ("th", "ขาวชนะหมดเวลา", ReadResult("W", "time")),
        ("th", "ขาวชนะ 7.5", ReadResult("W", "points", 15)),
        ("ja", "黒10目勝", ReadResult("B", "points", 20)),
        ("ja", "白半目勝ち", ReadResult("W", "points", 1)),
        ("ja", "白の2目半勝ち", ReadResult("W", "points", 5)),
        ("ja", "黒反則負け", ReadResult("W", "forfeit")),
        ("pl", "czarne o 3,5 pkt", ReadResult("B", "points", 7)),
        ("pl", "białe przez poddanie", ReadResult("W", "resign")),
        ("pl", "C wygrywa", ReadResult("B")),
        ("pl", "C 3,5", ReadResult("B", "points", 7)),
        ("en", "B wins by resignation", ReadResult("B", "resign")),
        ("en", "C+R", ReadResult("B", "resign")),
        ("en", "White by 4.5", ReadResult("W", "points", 9)),
        ("en", "W by resign", ReadResult("W", "resign")),
        ("en", "B R", ReadResult("B", "resign")),
        ("en", "B+.5", ReadResult("B", "points", 1)),
        ("en", "White resigns", ReadResult("B", "resign")),
        ("en", "B resigned", ReadResult("W", "resign")),
        ("pl", "B resigned", ReadResult("B", "resign")),
        ("pl", "czarne poddały", ReadResult("W")),
        ("ja", "黒 投了", ReadResult("W", "resign")),
        ("th", "ดำ ยอมแพ้", ReadResult("W", "resign")),
    ],
)
def test_results_in_the_language_of_the_headings(language, text, result):
    assert read_result(plain(text), Letters(language)) == result


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "W timeout"), ("en", "W: resigned"), ("en", "White no show"),
        ("pl", "wygrana"), ("pl", "X+3"), ("en", "X+R"), ("en", "0"), ("pl", "1"),
        ("en", "B+3.25"), ("en", "B+0"), ("en", "2-1"),
        ("en", "B+99999"), ("ja", "勝ち"), ("th", "ชนะ"), ("en", "=1-0"), ("en", "B+" + "9" * 300),
        ("pl", "1.10"), ("en", "+3.5"),
    ],
)  # fmt: skip
def test_what_says_not_who_won(language, text):
    assert read_result(plain(text), Letters(language)) is None


def test_letters_of_another_habit_are_asked():
    assert letters_of(["C+R", "B+R"], language="pl") == Letters("pl")
    assert letters_of(["W+R", "B+R"], language="pl") == Letters("pl", doubtful=True)
    assert letters_of(["W+R", "B+R"], language="pl", chosen="english") == Letters("en")
    assert letters_of(["W+R", "B+R"], language="en") == Letters("en")


@given(
    st.sampled_from("BW"),
    st.sampled_from(["points", "resign", "time", "forfeit", "left", "unknown", "penalty"]),
    st.integers(1, 700),
    st.sampled_from(["en", "ja", "th", "pl"]),
)
def test_what_we_write_reads_back_the_same(winner, ending, margin2, language):
    margin = margin2 if ending == "points" else None
    read = read_result(plain(write_result(winner, ending, margin, language)), Letters(language))
    assert read == ReadResult(winner, "" if ending == "unknown" else ending, margin)


@pytest.mark.parametrize("text", ["=CMD()", "@SUM(A1)", "+A1", "-cmd|x", "=1+1", " =x"])
def test_formulas_are_known(text):
    assert is_formula(text)


def test_what_nobody_sees_is_taken_out():
    assert clean("O\u202ela\0\u200b  Nowak\nx") == "Ola Nowak x"
    assert len(clean("9" * 5000)) == 400


@given(st.text(max_size=60))
def test_no_text_breaks_a_reader(text):
    for order in ORDERS.values():
        read_day(text, order)
    for read in (read_rank, read_points, read_handicap, read_komi, read_board):
        read(text)
    for language in ("en", "ja", "th", "pl"):
        read_result(plain(text), Letters(language))


@given(st.floats() | st.integers() | st.booleans() | st.dates() | st.datetimes() | st.times())
def test_no_value_breaks_a_reader(value):
    read_day(value, ORDERS["en"])
    for read in (read_rank, read_points, read_handicap, read_komi, read_board, plain):
        read(value)


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("DE", "Deutschland|Allemagne|Německo|Németország|德国|Німеччина|독일"),
        ("ES", "España|Espagne|Spanien"),
        ("UA", "Україна|Украина|Ukraine"),
        ("TD", "Čad|チャド"),
        ("BE", "Bỉ|Belgien"),
        (None, "Narnia|Utopien|Áo"),
    ],
)
def test_countries_in_languages_beyond_those_of_the_site(code, names):
    assert {read_country(name) for name in names.split("|")} == {code}
