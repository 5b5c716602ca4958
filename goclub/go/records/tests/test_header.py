"""Results, komi, handicap, dates and sizes in the spellings that files use."""

from __future__ import annotations

from datetime import date

import pytest

from goclub.go.records.dates import Dates, parse_date, read_dates
from goclub.go.records.errors import KifuError
from goclub.go.records.header import Overtime
from goclub.go.records.reading import read
from goclub.go.records.record import Record
from goclub.go.records.results import Result, parse_result


def codes(record: Record) -> list[str]:
    return [warning.code for warning in record.warnings]


def with_root(properties: str) -> Record:
    return read(f"(;GM[1]SZ[9]{properties};B[ee])".encode())


RESULTS = {
    "B+R": ("B", "resign", None),
    "b+r": ("B", "resign", None),
    "W+Resign": ("W", "resign", None),
    "White+R": ("W", "resign", None),
    "W+T": ("W", "time", None),
    "B+Time": ("B", "time", None),
    "B+F": ("B", "forfeit", None),
    "W+Forfeit": ("W", "forfeit", None),
    "B+3.5": ("B", "points", 7),
    "B + 12": ("B", "points", 24),
    "W+0.50": ("W", "points", 1),
    "W+1,5": ("W", "points", 3),
    "W+5½": ("W", "points", 11),
    "B+": ("B", "", None),
    "W+0.0": ("W", "", None),
    "B+0": ("B", "", None),
    "B+999999": ("B", "", None),
    "B+3/4": ("B", "points", 3),
    "W+2 3/4子": ("W", "points", 11),
    "黑胜1又3/4子": ("B", "points", 7),
    "白胜四分之三子": ("W", "points", 3),
    "黑胜二又四分之一子": ("B", "points", 9),
    "白半目胜": ("W", "points", 1),
    "黑中盘胜": ("B", "resign", None),
    "白中押し勝ち": ("W", "resign", None),
    "黒２目半勝ち": ("B", "points", 5),
    "黒番二目半勝": ("B", "points", 5),
    "白投了": ("B", "resign", None),
    "黑超时负": ("W", "time", None),
    "흑 불계승": ("B", "resign", None),
    "백 3집반승": ("W", "points", 7),
    "흑 시간승": ("B", "time", None),
    "Black wins by resignation": ("B", "resign", None),
    "White wins by 0.5": ("W", "points", 1),
    "White resigned": ("B", "resign", None),
    "black 59.5 win": ("B", "points", 119),
    "white wins on time": ("W", "time", None),
    "W+ by 12 at move 200": ("W", "points", 24),
    "B+3.5 (moves: 200)": ("B", "points", 7),
    "W+R (126 moves)": ("W", "resign", None),
    "W+2目半(コミ6目半)": ("W", "points", 5),
    "201手完, 黒中押し勝ち": ("B", "resign", None),
    "232手完、黒2目半勝ち": ("B", "points", 5),
    "黑贴3又3/4子 黑胜1又1/4子": ("B", "points", 5),
    "白番2目半勝ち 持時間3時間": ("W", "points", 5),
    "B+2.5 (White was in time trouble the whole game)": ("B", "points", 5),
    "Black won by 3.5 points after 210 moves": ("B", "points", 7),
    "White (S. Mori) wins by 2.5": ("W", "points", 5),
    "White won the 5th game": ("W", "", None),
    "black wins 2005-03-04": ("B", "", None),
    "W+forfeit (5 minutes late)": ("W", "forfeit", None),
    "0": ("J", "", None),
    "Draw": ("J", "", None),
    "Jigo": ("J", "", None),
    "持碁": ("J", "", None),
    "和棋": ("J", "", None),
    "Void": ("N", "", None),
    "無勝負": ("N", "", None),
}


@pytest.mark.parametrize("text", RESULTS)
def test_result_in_many_spellings(text: str) -> None:
    assert parse_result(text) == (Result(*RESULTS[text]), True)


@pytest.mark.parametrize("text", ["", "?", "打ち掛け", "unfinished", "Suspended", "Unknown"])
def test_open_result_is_none_without_a_warning(text: str) -> None:
    assert parse_result(text) == (None, True)
    assert codes(with_root(f"RE[{text}]")) == []


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("B+, White gave up after his 126th move", "B+"),
        ("B+, White crushed in his 126th move", "B+"),
        ("B+126th", "B+"),
        ("W+Sometimes", "W+"),
        ("B+2.5 (time)", "B+"),  # by points, or on time
        ("B+3.5, B+R", "B+"),
    ],
)
def test_of_a_story_only_the_winner_is_taken(text: str, result: str) -> None:
    record = with_root(f"RE[{text}]")
    assert str(record.header.result) == result
    assert codes(record) == ["result_in_part"]
    assert dict(record.warnings[0].params) == {"text": text, "result": result}


#: What may mean the winner as well as the loser.
EITHER = (
    "B-R", "W-R", "B - resign", "W–T", "B-3.5", "黒-R",
    "Białe walkower", "białe: walkower", "czarne – walkower", "walkower białych",
    "Walkower: czarne", "Białe czas",
    "White walkover", "Black: default", "White timeout", "W time", "Walkover Black",
    "白不戦", "黒番 不戦", "白 時間", "黑不战", "白时间", "백 부전", "흑 시간",
    "ขาว บาย", "ดำ เวลา",
)  # fmt: skip
#: What says nothing, and what contradicts itself.
NOTHING = ("<script>", "yes", "Black: 30, White: 25", "+R")
CONTRADICTORY = ("B+1.5 ? W+timeout", "B+R / W+R", "B+2, but White won on time")


@pytest.mark.parametrize("text", [*NOTHING, *CONTRADICTORY, *EITHER])
def test_a_result_that_names_nobody_stays_as_text_with_a_remark(text: str) -> None:
    record = with_root(f"RE[{text}]")
    assert (record.header.result, record.header.result_text) == (None, text)
    assert codes(record) == ["result_unread"]
    assert record.warnings[0].params["text"] == text


@pytest.mark.parametrize("result", [Result(*value) for value in RESULTS.values()])
def test_written_result_is_read_again(result: Result) -> None:
    assert parse_result(str(result))[0] == result


KOMI = {
    "6.5": 13, "0": 0, "0.50": 1, "7": 14, "5.50": 11, "3.75": 15, "2.75": 11,
}  # fmt: skip
UNUSUAL_KOMI = {
    "-5.5": -11,  # White gives komi: possible in this club, but worth a look
    "−5.5": -11,
    "- 5.5": -11,
    "375": 15,  # Fox: 3¾ Chinese stones
    "650": 13,
    "750": 15,
    "7.5 ": 15,
    "6,5": 13,
    "6目半": 13,
    "６.５": 13,
    "黑贴3又3/4子": 15,
    "5 1/2": 11,
    "60": 120,
}
NO_KOMI = ("six", "0x10", "1e5", "nan", "inf", "0.3", "7.25", "-", "99999")
#: Words for none; and those of them that mean no stones as well.
NONE = (
    "なし", "無し", "無", "ナシ", "コミなし", "コミ無し", "定先",
    "无", "無貼目", "无贴目", "不贴目", "不貼", "让先", "讓先",
    "없음", "덤없음", "덤 없음", "무", "정선",
    "ไม่มี", "ไม่มีโคมิ", "ไม่มีค่าโคมิ",
    "brak", "Brak", "brak komi", "bez komi", "bez", "nie ma",
    "none", "None", "no", "no komi", "without komi", "zero", "nil",
)  # fmt: skip
NO_STONES = ("なし", "无", "없음", "ไม่มี", "brak", "none", "置石なし", "無し")


@pytest.mark.parametrize(
    ("name", "field", "text", "value", "warnings"),
    [
        *(("KM", "komi2", text, komi2, []) for text, komi2 in KOMI.items()),
        *(("KM", "komi2", text, komi2, ["komi_unusual"]) for text, komi2 in UNUSUAL_KOMI.items()),
        *(("KM", "komi2", text, None, ["komi_unread"]) for text in NO_KOMI),
        *(("KM", "komi2", text, 0, []) for text in NONE),
        *(("HA", "handicap", text, 0, []) for text in NO_STONES),
        *(
            ("HA", "handicap", text, None, ["handicap_unread"])
            for text in ("99", "x", "-2", "1000000")
        ),
    ],
)
def test_komi_and_handicap(
    name: str, field: str, text: str, value: int | None, warnings: list[str]
) -> None:
    record = with_root(f"{name}[{text}]")
    assert getattr(record.header, field) == value
    assert codes(record) == warnings
    assert [warning.params.get(field) for warning in record.warnings] == [value] * len(warnings)


def test_silence_is_none() -> None:
    header = with_root("").header
    assert (header.komi2, header.handicap, header.date, header.result) == (None,) * 4
    assert (header.black, header.date_text, header.size_text) == ("", "", "9×9")


#: TM, OT: main time in seconds; kind, count and seconds of the overtime.
TIMES = {
    ("1800", "5x30 byo-yomi"): (1800, ("byoyomi", 5, 30)),
    ("600", "25/300 Canadian"): (600, ("canadian", 25, 300)),
    ("600", "30 fischer"): (600, ("fischer", 1, 30)),
    ("10:00(5x1:00)", ""): (600, ("byoyomi", 5, 60)),
    ("30:00+10:00/25", ""): (1800, ("canadian", 25, 600)),
    ("各3時間", "60秒3回"): (10800, ("byoyomi", 3, 60)),
    ("2h", "1分3回"): (7200, ("byoyomi", 3, 60)),
    ("600", "none"): (600, None),
    ("-", ""): (None, None),
    ("", ""): (None, None),
    ("600", "0x30"): (600, None),
}


@pytest.mark.parametrize(("time", "overtime"), TIMES)
def test_times_in_many_spellings(time: str, overtime: str) -> None:
    main, extra = TIMES[time, overtime]
    header = with_root(f"TM[{time}]OT[{overtime}]").header
    assert (header.main_seconds, header.extra_time) == (main, Overtime(*extra) if extra else None)


def test_servers_that_write_periods_and_their_length() -> None:
    assert with_root("TM[1200]TC[3]TT[30]").header.extra_time == Overtime("byoyomi", 3, 30)


DATES = {
    "1996-12-27": date(1996, 12, 27),
    "1996-12-27,28": date(1996, 12, 27),
    "2019/03/08": date(2019, 3, 8),
    "2015- 8-29": date(2015, 8, 29),
    "20190308": date(2019, 3, 8),
    "2019年3月8日": date(2019, 3, 8),
    "二〇一九年三月八日": date(2019, 3, 8),
    "2015년 8월 29일": date(2015, 8, 29),
    "平成10年5月3日": date(1998, 5, 3),
    "昭和六十三年三月五日": date(1988, 3, 5),
    "令和元年12月1日": date(2019, 12, 1),
    "H10.5.3": date(1998, 5, 3),
    "27 Dec 1996": date(1996, 12, 27),
    "December 3rd, 2001": date(2001, 12, 3),
    "Published 1996-12-27 at noon": date(1996, 12, 27),
    "27TH DEC 1996": date(1996, 12, 27),
    "Round 3, 27 Dec 1996": date(1996, 12, 27),
    "1996-12-27?": date(1996, 12, 27),
    "1996-Dec-27": date(1996, 12, 27),
    "27.Dez.1996": date(1996, 12, 27),
    "5 mars 2010": date(2010, 3, 5),
    "3 października 2009 r.": date(2009, 10, 3),
    "5 мая 2010": date(2010, 5, 5),
    "5 พ.ค. 2541": date(1998, 5, 5),
    "5 พฤษภาคม พ.ศ. 2541": date(1998, 5, 5),
    "2541-05-03": date(1998, 5, 3),
    "民國99年3月5日": date(2010, 3, 5),
    "9-09-2000": date(2000, 9, 9),
    "25-12-2000": date(2000, 12, 25),
    "Fri Mar  5 12:30:00 2010": date(2010, 3, 5),
    "2010-03-05, 12:30": date(2010, 3, 5),
}


@pytest.mark.parametrize("text", DATES)
def test_date_in_many_spellings(text: str) -> None:
    assert parse_date(text) == (DATES[text], True)


#: Lists and ranges; "d" or "m-d" of 1957.
SEVERAL_DAYS = {
    "1957-04-14,15": "4-14 4-15",
    "1957-04-14~16": "4-14 4-15 4-16",
    "1957/4/14-15": "4-14 4-15",
    "1957-04-30 - 1957-05-02": "4-30 5-1 5-2",
    "1957-04-14, 05-04": "4-14 5-4",
    "1957年4月14・15日": "4-14 4-15",
    "1957年4月14日～15日": "4-14 4-15",
    "昭和32年4月14-15日": "4-14 4-15",
    "S32.4.14-15": "4-14 4-15",
    "April 14-15, 1957": "4-14 4-15",
    "April 14, 15, 1957": "4-14 4-15",
    "14/15 April 1957": "4-14 4-15",
    "14 April 1957,15": "4-14 4-15",
    "14.4.1957,15": "4-14 4-15",
    "on 14-15 April 1957": "4-14 4-15",
    "14TH AND 15TH APRIL 1957": "4-14 4-15",
    "1957-04-14 TO 16": "4-14 4-15 4-16",
    "14 and 15 April 1957": "4-14 4-15",
    "April 30-May 1, 1957": "4-30 5-1",
    "30 April - 1 May 1957": "4-30 5-1",
    "1957-04-14 - 1957-12-01": "4-14 12-1",
}


@pytest.mark.parametrize("text", SEVERAL_DAYS)
def test_lists_and_ranges_of_days(text: str) -> None:
    days = read_dates(text).days
    assert " ".join(f"{day.month}-{day.day}" for day in days) == SEVERAL_DAYS[text]
    assert {day.year for day in days} == {1957}


def test_a_range_over_new_year_ends_in_the_year_it_names() -> None:
    days = read_dates("Dec 30 - Jan 1, 1997").days
    assert days == (date(1996, 12, 30), date(1996, 12, 31), date(1997, 1, 1))


PARTS = {
    "April 1957": (1957, 4),
    "1957 Apr": (1957, 4),
    "03/2010": (2010, 3),
    "1957-04-??": (1957, 4),
    "1957-04-1x": (1957, 4),
    "2010-03-00": (2010, 3),
    "1996-05,06": (1996, 5),
    "民國99年": (2010,),
    # The months of that time are the moon's: no day of ours is known.
    "弘化3年7月21日": (1846,),
    "文化元年": (1804,),
}


@pytest.mark.parametrize("text", PARTS)
def test_what_is_known_of_a_date_is_kept(text: str) -> None:
    assert read_dates(text) == Dates(parts=PARTS[text])


@pytest.mark.parametrize("text", ["", "1996", "1996-12", "平成10年", "平成10年5月", "1996年"])
def test_partial_date_is_understood_but_no_day(text: str) -> None:
    assert parse_date(text) == (None, True)
    record = with_root(f"DT[{text}]")
    assert record.header.date_text == text
    assert codes(record) == []


@pytest.mark.parametrize(
    "text", ["2019-13-45", "2017-02-30", "03/04/2001", "3-4-2001", "yesterday", "12-27"]
)
def test_date_that_is_none(text: str) -> None:
    record = with_root(f"DT[{text}]")
    assert record.header.date is None
    assert record.header.date_text == text
    assert codes(record) == ["date_unread"]


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("19", (19, 19)),
        (" 19 ", (19, 19)),
        ("", (19, 19)),
        ("5", (5, 5)),
        ("13:19", (13, 19)),
        ("52", (52, 52)),
        ("1", (1, 1)),
    ],
)
def test_size(text: str, size: tuple[int, int]) -> None:
    record = read(f"(;SZ[{text}];B[aa])".encode()) if size != (1, 1) else None
    if record is None:
        record = read(b"(;SZ[1];B[])")
    assert (record.width, record.height) == size
    unusual = size not in [(19, 19), (13, 13), (9, 9), (5, 5)]
    assert ("not_club_size" in codes(record)) is unusual


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("19.0", (19, 19)),
        ("１９", (19, 19)),
        ("19路", (19, 19)),
        ("１３：９", (13, 9)),
        ("9.", (9, 9)),
    ],
)
def test_size_in_other_digits_is_read_with_a_warning(text: str, size: tuple[int, int]) -> None:
    record = read(f"(;SZ[{text}];B[aa])".encode())
    assert (record.width, record.height) == size
    assert codes(record)[0] == "size_unusual"
    assert record.warnings[0].params == {"text": text, "size": f"{size[0]}×{size[1]}"}


@pytest.mark.parametrize(("text", "handicap"), [("２", 2), ("三子", 3), ("４子局", 4)])
def test_handicap_in_other_digits_is_read_with_a_warning(text: str, handicap: int) -> None:
    record = read(f"(;HA[{text}]AB[aa][bb][cc][dd];W[ee])".encode())
    assert record.header.handicap == handicap
    assert codes(record)[0] == "handicap_unusual"


@pytest.mark.parametrize(
    "text", ["0", "-1", "53", "99999999", "abc", "19:", "19:99", "1e1", "19.5"]
)
def test_size_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(KifuError) as refused:
        read(f"(;SZ[{text}];B[aa];W[bb])".encode())
    assert (refused.value.reason, refused.value.value) == ("records.bad_size", text)


def test_header_in_the_second_node_is_found() -> None:
    record = read(b"(;SZ[9];PB[Ito]PW[Abe]KM[6.5];B[ee]PB[no])")
    assert (record.header.black, record.header.white, record.header.komi2) == ("Ito", "Abe", 13)


#: Words that name the loser, in the grammar of five languages; none of them names the winner.
LOSERS = {
    "White forfeits": "B+F", "Black forfeited": "W+F", "Forfeit by White": "B+F",
    "White timed out": "B+T", "Black ran out of time": "W+T", "Time forfeit by white": "B+T",
    "White disconnected": "B+F", "Black disqualified": "W+F", "White gave up": "B+",
    "Black gives up": "W+", "White withdrew": "B+", "White abandons": "B+",
    "black surrendered": "W+R", "White has resigned": "B+R", "Resignation by Black": "W+R",
    "White’s resignation": "B+R", "White lost by 3.5": "B+3.5", "White beaten by Black": "B+",
    "白弃权": "B+F", "黒反則": "W+F", "黑超时": "W+T", "黒時間切れ": "W+T", "白不戦敗": "B+F",
    "흑 기권": "W+F", "백 시간패": "B+T", "Czarne poddały się": "W+",
    "Białe przekroczyły czas": "B+T",
    "ดำหมดเวลา": "W+T", "ขาวสละสิทธิ์": "B+F", "чёрные сдались": "W+R",
    "белые просрочили время": "B+T",
    "White concedes": "B+", "Black left": "W+", "White didn’t show up": "B+",
    "Black out of time": "W+T",
    "B负": "W+",
}  # fmt: skip
#: Beside the same words somebody is said to have won: it is he.
WINNERS = {
    "White resigned, Black wins": "B+R", "White won by forfeit of Black": "W+F",
    "白负黑胜": "B+", "黑胜白": "B+", "黑中盘胜白": "B+R", "白反則勝ち": "W+F",
    "黒時間切れ勝ち": "B+T",
    "白不戦勝": "W+F", "흑 기권승": "B+F", "Win by White": "W+", "Black beats White by 2": "B+2",
    "White defeats Black": "W+", "Black won (White resigned)": "B+R", "W胜": "W+",
    "白+R": "W+R", "黒+3.5": "B+3.5", "黑+中盘": "B+R", "czarne +3,5": "B+3.5",
    "W+1-1/2": "W+1.5", "B+184.25": "B+", "B+walkover": "B+F",
}  # fmt: skip


@pytest.mark.parametrize(("text", "result"), [*LOSERS.items(), *WINNERS.items()])
def test_a_loser_in_words_is_not_taken_for_the_winner(text, result):
    found, _understood = parse_result(text)
    assert str(found) == result


@pytest.mark.parametrize(
    "text", ["White resign", "Both lost", "両者負け", "Black and White resigned"]
)
def test_where_nobody_can_be_named_nothing_is_claimed(text):
    found, understood = parse_result(text)
    assert (found, understood) == (None, False)
