"""Sheets of players and results of every make and language, read as the tables of the rules."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time, timedelta

import pytest

from goclub.common.sheets.sheet import Spreadsheet
from goclub.common.sheets.tests.making import ods, ods_cell, ods_row, xlsx
from goclub.common.sheets.text import read_text, write_text
from goclub.games.notebook.services.headings import ENTRIES, RESULTS
from goclub.leagues.league.services.sheet_tables import entries_table, results_table
from goclub.leagues.league.services.table_texts import read_players, read_upload
from ratings.errors import Code
from ratings.tests.builders import refused
from tournaments.formats.opengotha_write import write_opengotha
from tournaments.formats.registrations import read_registrations
from tournaments.tests.test_small_open import OPEN

PEOPLE = {
    "cp1250": ("Nazwisko;Imię;Stopień;Kraj\nŁoś;Bożena;12 kyu;Polska\n", ("Łoś", "Bożena", "PL")),
    "cp932": ("姓,名,段級,国\n佐藤,健,12級,日本\n", ("佐藤", "健", "JP")),
    "euc_jp": ("姓,名,段級,国\n佐藤,健太郎,12 級,ドイツ\n", ("佐藤", "健太郎", "DE")),
    "cp874": ("ชื่อจริง,นามสกุล,ระดับ,ประเทศ\nสมชาย,ใจดี,12 คิว,ไทย\n", ("ใจดี", "สมชาย", "TH")),
    "cp949": ("Family name,Given name,Rank,Country\n박,정환,12k,한국\n", ("박", "정환", "KR")),
    "utf-16": ("Nom\tPrénom\tGrade\tPays\nLe Goff\tZoë\t12k\tfra\n", ("Le Goff", "Zoë", "FR")),
}  # fmt: skip


def players(text):
    return read_registrations(entries_table(read_text(text.encode(), "", "utf-8")))


@pytest.mark.parametrize("encoding", ["utf-8", "cp949"])
@pytest.mark.parametrize("titles", ["", "제3회 서울 바둑대회, 2026\n참가자 명단\n", "서울컵\n,,\n"])
def test_a_list_from_korea_is_read_below_its_titles(titles, encoding):
    list_of_players = "이름,급수,국가\n김철수,3급,한국\n이영희,초단,대한민국\n"
    text = read_players((titles + list_of_players).encode(encoding), "x.csv", rounds=5)
    read = [(one.name, one.rank, one.country) for one in players(text).entries]
    assert read == [("김철수", -3, "KR"), ("이영희", 0, "KR")]


@pytest.mark.parametrize("encoding", PEOPLE)
def test_players_are_read_in_every_encoding_and_language(encoding):
    text, (name, first_name, country) = PEOPLE[encoding]
    sheet = players(read_players(text.encode(encoding), "x.csv", rounds=3))
    if country is None:  # Korean is none of the languages of the site
        assert [error.field for error in sheet.rows[0].problems] == ["country"]
        return
    (player,) = sheet.entries
    assert (player.name, player.first_name, player.rank) == (name, first_name, -12)
    assert player.country == country


def test_players_are_read_from_workbooks():
    rows = [["Name", "Rank"], ["Nowak, Ewa", "3 段"], ["#N/A", "3k"], ["Jan Lis", "=B3"]]
    for book in (
        xlsx([["other"]], rows),
        ods("".join(ods_row("".join(map(ods_cell, row))) for row in rows)),
    ):
        sheet = players(read_upload(book, "x", kind=ENTRIES))
        assert [(one.name, one.first_name, one.rank) for one in sheet.entries] == [
            ("Nowak", "Ewa", 2)
        ]
        assert [(row.at, row.problems[0].reason) for row in sheet.rows[1:]] == [
            (3, "formats.broken_cell"),
            (4, "formats.formula"),
        ]


@pytest.mark.parametrize(
    ("kind", "headings"), [(ENTRIES, ["Name", "Rank"]), (RESULTS, ["White", "Black", "Result"])]
)
def test_no_sheet_with_a_list_is_left_out_silently(kind, headings):
    """Of groups or rounds on sheets of their own only one was read."""
    row = ["Nowak", "3k", "1-0"][: len(headings)]
    with refused(Code.INCONSISTENT, "file", "files.several_sheets"):
        read_upload(xlsx([headings, row], [headings, row]), "x.xlsx", kind=kind)
    assert "Nowak" in read_upload(xlsx([headings, row], [headings]), "x.xlsx", kind=kind)


@pytest.mark.parametrize(
    ("text", "rank"),
    [
        ("12 kyu", -12), ("1 dan", 0), ("3段", 2), ("三段", 2), ("初段", 0), ("2級", -2),
        ("5 級", -5), ("２ ดั้ง", 1), ("30K", -30), ("9d", 8), ("dan 3", 2), ("Shodan", 0),
        ("0d", None), ("31k", None), ("10d", None), ("9p", None), ("プロ九段", None), ("7", None),
        ("strong", None), ("0k", None), ("1p", None), ("100k", None), ("", None),
    ],
)  # fmt: skip
def test_ranks_are_read_or_refused_and_never_changed(text, rank):
    sheet = players(write_text([("name", "rank"), ("Nowak", text)]))
    assert [one.rank for one in sheet.entries] == ([] if rank is None else [rank])
    assert [error.field for error in sheet.rows[0].problems] == (["rank"] if rank is None else [])


def test_countries_are_known_by_name_and_by_code():
    said = ["Polska", "Japan", "タイ", "NO", "NLD", "xk", "Narnia"]
    text = write_text([("name", "rank", "kraj"), *((f"P{n}", "1d", c) for n, c in enumerate(said))])
    sheet = players(text)
    assert [one.country for one in sheet.entries] == ["PL", "JP", "TH", "NO", "NL", "XK"]
    assert sheet.rows[-1].problems[0].reason == "formats.no_country"


@pytest.mark.parametrize(
    ("code", "names"),
    {
        "DE": "GER|DEU|DE|Germany|Niemcy|ドイツ|เยอรมัน|ประเทศเยอรมนี",
        "CH": "SUI|CHE|Szwajcaria|スイス",
        "NL": "NED|NLD|The Netherlands|Niderlandy|Holandia|オランダ",
        "PT": "POR|PRT", "DK": "DEN|DNK", "HR": "CRO|HRV", "GR": "GRE|GRC", "BN": "BRN",
        "US": "USA|United States|United States of America|アメリカ|สหรัฐ|อเมริกา",
        "CZ": "CZE|Czech Republic|Republika Czeska",
        "TR": "TUR|Turkey", "AU": "AUS|豪州",
        "GB": "GBR|UK|Scotland|Wales|England|Northern Ireland|Wlk. Brytania",
        "KR": "KOR|Republic of Korea|South Korea|Korea Płd.",
        "RU": "Russian Federation", "MK": "Macedonia", "CI": "CIV|Ivory Coast", "BA": "Bosnia",
    }.items(),
)  # fmt: skip
def test_sport_codes_and_usual_names_are_one_country(code, names):
    said = names.split("|")
    text = write_text(
        [("name", "rank", "country"), *((f"P{n}", "1d", c) for n, c in enumerate(said))]
    )
    sheet = players(text)
    assert [one.country for one in sheet.entries] == [code] * len(said)


@pytest.mark.parametrize("said", ["ZZZ", "ZZ", "XX", "QQQ", "G"])
def test_a_code_that_is_no_countrys_is_a_fault_of_its_row(said):
    sheet = players(write_text([("name", "rank", "country"), ("Nowak", "1d", said)]))
    assert [error.reason for error in sheet.rows[0].problems] == ["formats.no_country"]


@pytest.mark.parametrize(
    ("heading", "name", "divided"),
    [
        ("Name", "Nowak, Ewa", ("Nowak", "Ewa")),
        ("Imię i nazwisko", "Ewa Nowak", ("Nowak", "Ewa")),
        ("Nazwisko i imię", "Nowak Ewa", ("Nowak", "Ewa")),
        ("氏名", "佐藤 健", ("佐藤", "健")),
        ("Name", "Smith, John, Jr.", ("Smith", "John, Jr.")),
        ("Player", "Guest 001", ("Guest 001", "")),
        ("Surname", "Nie", ("Nie", "")),
    ],
)
def test_a_whole_name_is_divided(heading, name, divided):
    (player,) = players(write_text([(heading, "Rank"), (name, "1d")])).entries
    assert (player.name, player.first_name) == divided


def test_numbers_are_read_in_the_figures_of_every_script_and_a_dash_is_blank():
    sheet = players(
        "名前\t段級\tレーティング\tPIN\t欠席\t補正\t仮登録\n"
        "佐藤 健\t３段\t２１００\t１２３４５６７８\t２\t-\t-\nสมชาย ใจดี\t๒ ดั้ง\t๒๐๐๐\t\t๑ ๓\t๑\t–\n"
    )
    assert [
        (one.rank, one.rating, one.egf_pin, one.absent, one.correction, one.registered)
        for one in sheet.entries
    ] == [(2, 2100, "12345678", {1}, 0, True), (1, 2000, "", {0, 2}, 1, True)]


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        (date(2024, 3, 5), "formats.no_name"),
        (datetime(2024, 3, 5, 10), "formats.no_name"),  # noqa: DTZ001 - as a workbook has it
        ("Nowak\u202e", "formats.unseen"),
    ],
)
@pytest.mark.parametrize("column", ["Name", "Club"])
def test_a_day_or_an_unseen_sign_is_nobodys_name(column, cell, reason):
    row = {"Name": "Ewa Nowak", "Rank": "3k", "Club": "Krak"} | {column: cell}
    text = read_players(xlsx([list(row), list(row.values())]), "x.xlsx", rounds=3)
    (line,) = entries_table(read_text(text.encode(), "", "utf-8")).rows
    assert [(error.field, error.reason) for error in line.problems] == [(column.lower(), reason)]


def test_letters_that_were_lost_are_refused():
    sheet = players("name\tfirst_name\trank\nS?owik\tJan\t1d\nNowak\t\ufffdwa\t1d\n??\tKen\t1d\n")
    assert [row.problems[0].reason for row in sheet.rows] == ["formats.lost_letters"] * 3


# --- Files of other programs ----------------------------------------------------------------------
EUROPEAN = (
    "<pre>\n Pin_Player  Player  Country\n"
    "  12345678  Nowak Ewa                    PL  Krak  3k   2k   1812    12  E200101A\n"
    "  23456789  Van_Dam Kees                 NL  Amst  2d   --   2210     3  E210101B\n"
    "  34567890  Nobody without a rank\n</pre>\n"
)
AMERICAN = (
    "Nowak, Ewa\t12345\tFull\t-3.24\t1/1/2030\tNone\tCA\nLee, Ann\t23\tFull\t5.6\t\tBay\tNY\n"
)
H9 = "; CL[A]\n1 Nowak Ewa 3k PL Krak 30 2+/b0 0= |12345678\n2 Sato Ken 4p JP Toky 29 1-/w0 0+\n"


def test_lines_of_the_european_list_enter_players():
    sheet = players(read_players(EUROPEAN.encode(), "list.html", rounds=3))
    assert [
        (one.name, one.first_name, one.rank, one.rating, one.club, one.country, one.egf_pin)
        for one in sheet.entries
    ] == [
        ("Nowak", "Ewa", -3, 1812, "Krak", "PL", "12345678"),
        ("Van Dam", "Kees", 1, 2210, "Amst", "NL", "23456789"),
    ]
    # What looks like a line of the list and is none is refused, not lost.
    assert [error.field for error in sheet.rows[2].problems] == ["rank"]


def test_lines_of_the_american_list_enter_players():
    sheet = players(read_players(AMERICAN.encode(), "tdlist.txt", rounds=3))
    assert [
        (one.name, one.first_name, one.rank, one.club, one.country, one.aga_id)
        for one in sheet.entries
    ] == [("Nowak", "Ewa", -3, "", "US", "12345"), ("Lee", "Ann", 4, "Bay", "US", "23")]


def test_a_list_with_vertical_bars():
    text = "; club list\nNowak|Ewa|2k|Waw|PL|1950|p\n佐藤|健|3d ; late\nBerg||1D|Kiel||| F\n"
    rows = players(read_players(text.encode(), "", rounds=3))
    assert [(one.name, one.first_name, one.rank, one.club) for one in rows.entries] == [
        ("Nowak", "Ewa", -2, "Waw"),
        ("佐藤", "健", 2, ""),
        ("Berg", "", 0, "Kiel"),
    ]
    assert [one.registered for one in rows.entries] == [False, True, True]
    assert (rows.entries[0].rating, rows.entries[0].country) == (1950, "PL")


def test_lines_of_h9_enter_players_and_a_professional_is_refused():
    sheet = players(read_players(H9.encode(), "x.h9", rounds=3))
    (player,) = sheet.entries
    assert (player.name, player.rank, player.club, player.egf_pin) == (
        "Nowak", -3, "Krak", "12345678",
    )  # fmt: skip
    assert sheet.rows[1].problems[0].reason == "formats.professional"


def test_a_professional_of_macmahon_is_refused():
    text = (
        "<Tournament typeversion='2'><NumberOfRounds>3</NumberOfRounds><IndividualParticipant>"
        "<Id>1</Id><GoPlayer><Surname>Sato</Surname><GoLevel>1p</GoLevel></GoPlayer>"
        "</IndividualParticipant></Tournament>"
    )
    sheet = players(read_players(text.encode(), "x.xml", rounds=3))
    assert sheet.rows[0].problems[0].reason == "formats.professional"


def test_a_file_of_opengotha_enters_its_players():
    odd = replace(OPEN.players[0], name="=1", absent=frozenset({0, 6}), correction=1, grade="4P")
    cup = replace(OPEN, players=(odd, *OPEN.players[1:]))
    sheet = players(read_players(write_opengotha(cup), "cup.xml", rounds=5))
    assert [(one.name, one.first_name, one.rank) for one in sheet.entries] == [
        (one.name, one.first_name, one.rank) for one in cup.players
    ]
    first = sheet.entries[0]
    assert (first.absent, first.correction, first.grade) == ({0}, 1, "4P")


# --- Results --------------------------------------------------------------------------------------
def results(text, **answers):
    table, questions = results_table(read_text(text.encode(), "", "utf-8"), answers)
    said = [(row.values["result"], row.values["by_default"], row.values["margin"])
            for row in table.rows]  # fmt: skip
    return said, [question.name for question in questions if not question.answer]


ENGLISH, POLISH = "Table\tWhite\tBlack\tResult", "Stół\tBiałe\tCzarne\tWynik"
JAPANESE, THAI = "卓\t白\t黒\t結果", "โต๊ะ\tขาว\tดำ\tผล"


@pytest.mark.parametrize(
    ("headings", "text", "said"),
    [
        (ENGLISH, "B", ("black", "", "")),
        (ENGLISH, "B+R", ("black", "", "")),
        (ENGLISH, "W+3.5", ("white", "", "3.5")),
        (ENGLISH, "C+R", ("black", "", "")),
        (JAPANESE, "C", ("black", "", "")),
        (ENGLISH, "W+F", ("white", "yes", "")),
        (ENGLISH, "1-0", ("white", "", "")),
        (ENGLISH, "0:1", ("black", "", "")),
        (ENGLISH, "½-½", ("equal", "", "")),
        (ENGLISH, "jigo", ("equal", "", "")),
        (ENGLISH, "=", ("equal", "", "")),
        (ENGLISH, "0-0", ("both_lose", "", "")),
        (ENGLISH, "both_win", ("both_win", "", "")),
        (ENGLISH, "white", ("white", "", "")),
        (ENGLISH, "Nowak", ("Nowak", "", "")),
        (ENGLISH, "?", ("", "", "")),
        (ENGLISH, "bye", ("bye", "", "")),
        (ENGLISH, "won", ("won", "", "")),
        (ENGLISH, "0", ("0", "", "")),
        (POLISH, "B", ("white", "", "")),
        (POLISH, "C", ("black", "", "")),
        (POLISH, "B+3,5", ("white", "", "3.5")),
        (POLISH, "białe", ("white", "", "")),
        (POLISH, "czarne", ("black", "", "")),
        (JAPANESE, "黒", ("black", "", "")),
        (JAPANESE, "白勝", ("white", "", "")),
        (JAPANESE, "黒中押し勝ち", ("black", "", "")),
        (THAI, "ดำ", ("black", "", "")),
        (THAI, "ขาว", ("white", "", "")),
    ],
)
def test_results_are_read_in_the_language_of_the_headings(headings, text, said):
    assert results(f"{headings}\n1\tNowak\tSato\t{text}\n") == ([said], [])


@pytest.mark.parametrize(
    ("margin", "said"),
    [
        ("３．５", "3.5"), ("3½", "3.5"), ("3目半", "3.5"), ("2,5 pts", "2.5"), ("10", "10"),
        ("-", ""), ("0", "0"), ("-5", "-5"), ("R", ("", "resign")), ("中押し", ("", "resign")),
        ("na czas", ("", "time")),
    ],
)  # fmt: skip
def test_a_margin_is_read_as_results_name_it(margin, said):
    table, _questions = results_table(
        read_text(f"Table\tResult\tMargin\n１\tW\t{margin}\n".encode(), "", "utf-8"), {}
    )
    values = table.rows[0].values
    margin, ending = said if isinstance(said, tuple) else (said, "")
    assert (values["table"], values["margin"], values["ending"]) == ("1", margin, ending)


def test_the_point_of_a_score_is_that_of_the_column():
    assert results("Black\tWhite\tResult\nNowak\tSato\t1-0\n")[0][0][0] == "black"
    assert results("White\tBlack\tResult\nNowak\tSato\t1-0\n")[0][0][0] == "white"


def test_what_is_ambiguous_is_asked_once_for_the_file():
    text = "Table\tResult\n1\t1-0\n2\t0-1\n"
    assert results(text)[1] == ["scores"]
    assert [one[0] for one in results(text, scores="black")[0]] == ["black", "white"]
    assert [one[0] for one in results(text, scores="white")[0]] == ["white", "black"]
    for text in ("Stół\tWynik\n1\tB\n2\tW\n", "Table\tResult\n1\tB\n2\tC+R\n"):
        assert results(text)[1] == ["letters"]
        assert results(text, letters="own")[0][0][0] == "white"
        assert results(text, letters="english")[0][0][0] == "black"
    assert results("Stół\tWynik\n1\tB\n") == ([("white", "", "")], [])


def test_a_time_of_the_day_in_a_workbook_is_a_score():
    rows = (("Black", "White", "Result"), ("Nowak", "Sato", time(1, 0)))
    table, _questions = results_table(Spreadsheet("x", rows), {})
    assert table.rows[0].values["result"] == "black"


@pytest.mark.parametrize("headings", [ENGLISH, POLISH, JAPANESE])
@pytest.mark.parametrize(
    "text",
    ["W.O.", "w/o", "wo", "Walkower", "W.O. białe", "w.o. Nowak", "〇", "○", "◯", "●", "白〇"],
)
def test_a_walkover_or_a_circle_asks_who_won(headings, text):
    rows = read_text(f"{headings}\n1\tNowak\tSato\t{text}\n".encode(), "", "utf-8")
    table, _questions = results_table(rows, {})
    assert [error.reason for error in table.rows[0].problems] == ["formats.who_won"]


@pytest.mark.parametrize("headings", [ENGLISH, POLISH, JAPANESE])
@pytest.mark.parametrize(
    "text", ["B=", "b/r", "B=W", "W?", "W!", "b*", "B|W", "B w", "B x", "not white", "white?", "W,"]
)
def test_what_stands_beside_a_foreign_sign_is_never_half_read(headings, text):
    (result, *_more), questions = results(f"{headings}\n1\tNowak\tSato\t{text}\n")
    assert (result[0], questions) == (text, [])


def test_a_walkover_with_its_winner_is_one():
    for text in ("W+W.O.", "białe W.O.", "W w/o"):
        assert results(f"{ENGLISH}\n1\tNowak\tSato\t{text}\n")[0] == [("white", "yes", "")]


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        (time(1, 0), "black"), (time(0, 1), "white"), (timedelta(hours=1), "black"),
        ("1:00", "black"), ("01:00", "black"), ("01:00:00", "black"), ("1:00:00", "black"),
        ("0:01", "white"), ("00:01", "white"), ("00:01:00", "white"),
        ("1/2", "equal"), ("½", "equal"), ("1/2-1/2", "equal"), ("12:30", "12:30"),
    ],
)  # fmt: skip
def test_scores_that_a_spreadsheet_takes_for_times_come_back(cell, said):
    book = xlsx([["Black", "White", "Result"], ["Nowak", "Sato", cell]])
    assert results(read_upload(book, "x.xlsx", kind=RESULTS))[0][0][0] == said


def test_a_pin_keeps_its_leading_zero_where_a_workbook_made_it_a_number():
    book = xlsx([["Name", "Rank", "EGF PIN"], ["Nowak, Ewa", "ama 5d", 1234567]])
    (player,) = players(read_players(book, "x.xlsx", rounds=3)).entries
    assert (player.egf_pin, player.rank) == ("01234567", 4)


def test_a_sheet_without_headings_and_a_heading_twice_are_refused():
    for text, reason in (
        ("1;2;3\n", "files.missing_column"),
        ("name;rank;name\n", "same_heading"),
    ):
        with refused(reason=reason):
            players(text)
