"""Rows of lists of members, judged one by one."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from goclub.games.notebook.queries import Known, KnownPerson
from goclub.games.notebook.tests.sheets import faults, members, questions
from ratings.tests.builders import refused

POLISH = "Imię|Nazwisko|Stopień|Punkty|E-mail|Dołączył(a)|Uwagi"


def test_a_polish_row_gives_clean_values():
    judged = members(POLISH, "Łukasz|Ćwik|7 kyu||lukasz@klub.example|07.04.2023|tylko czwartki")
    (entry,) = judged.entries
    assert (entry.row, entry.key, entry.name) == (2, "row:2", "Łukasz Ćwik")
    assert (entry.rank, entry.points, entry.joined_on) == ("7k", None, date(2023, 4, 7))
    assert entry.email == "lukasz@klub.example"
    assert not judged.faults


def test_a_japanese_row_gives_clean_values():
    judged = members(
        "氏名|ローマ字|持点|入会日|生年月日|備考",
        "中村　直樹|Nakamura N.|１０１|平成29年11月10日|1953/02/18|",
    )
    (entry,) = judged.entries
    assert (entry.name, entry.romanised, entry.points) == ("中村 直樹", "Nakamura N.", 101)
    assert (entry.joined_on, entry.born_on) == (date(2017, 11, 10), date(1953, 2, 18))


def test_nicknames_are_one_or_several():
    judged = members(
        "Name|Rank|Nickname",
        "Jan Kowalski|3k|kamyk (KGS); Janek_go",
        "佐藤 健|1d|けん、kenken",
        "Ola Nowak|5k|-",
        "Adam Lis|5k|=CMD()",
        f"Ewa Lis|5k|{'x' * 81}",
    )
    assert [entry.nicknames for entry in judged.entries] == [
        (("kamyk", "KGS"), ("Janek_go", "")),
        (("けん", ""), ("kenken", "")),
        (),
    ]
    assert [code for _row, _column, code in faults(judged)] == ["formula", "too_long"]


def test_names_in_two_columns_follow_the_custom_of_the_language():
    assert members("姓|名|段位", "中村|直樹|初段").entries[0].name == "中村 直樹"
    assert members("ชื่อ|นามสกุล|ระดับ", "ธนพล|วงศ์ไทย|2 ดั้ง").entries[0].name == "ธนพล วงศ์ไทย"
    assert members("Name|Rank", "Kowalski, Jan|3k").entries[0].name == "Jan Kowalski"


@pytest.mark.parametrize(
    ("row", "column", "code"),
    [
        ("Jan|Bezstopnia|43 kyu||||", "Stopień", "no_such_rank"),
        ("Ola|Jutro|5 kyu|||31.02.2019|", "Dołączył(a)", "no_such_day"),
        ("Ola|Jutro|5 kyu|||1.1.2050|", "Dołączył(a)", "day_to_come"),
        ("Tomasz|Poczta|3 kyu||tomasz[at]klub.example||", "E-mail", "no_mail_address"),
        ("T|P|3 kyu||\u212aim@b.example||", "E-mail", "no_mail_address"),
        ("T|P|3 kyu||a@b.example\nbcc:x@y.example||", "E-mail", "no_mail_address"),
        ("=CMD()|Formuła|1 kyu||||", "Imię", "formula"),
        ("Ola|@SUM(A1)|1 kyu||||", "Nazwisko", "formula"),
        ("Ola|Bogata||1250|||", "Punkty", "points_above"),
        ("Ola|Bogata||" + "9" * 5000 + "|||", "Punkty", "points_above"),
        ("Ola|Formuła||=1+1|||", "Punkty", "formula"),
        ("Ola|Bogata|#N/D!||||", "Stopień", "broken_cell"),
        ("#ADR!|Bogata|1 kyu||||", "Imię", "broken_cell"),
        ("Ola|S?owik|1 kyu||||", "Nazwisko", "lost_letters"),
        ("Ola|S\ufffdowik|1 kyu||||", "Nazwisko", "lost_letters"),
        ("<b>Ola</b>|Znak|1 kyu||||", "Imię", "no_name"),
        ("||1 kyu||||", "Nazwisko", "name_missing"),
        ("12345|678|1 kyu||||", "Imię", "no_name"),
        ("O" * 60 + "|" + "X" * 60 + "|1 kyu||||", "Nazwisko", "name_too_long"),
    ],
)
def test_a_fault_is_named_by_row_and_column(row, column, code):
    judged = members(POLISH, "Ewa|Wróbel|1 dan||||", row, "Iga|Król|1 dan||||")
    assert faults(judged) == [(3, column, code)]
    assert [entry.row for entry in judged.entries] == [2, 4]
    assert all(len(fault.value) <= 60 for fault in judged.faults)


def test_several_faults_of_one_row_are_all_named():
    judged = members(POLISH, "Jan|B|43 kyu|2000|x|1.1.2050|")
    assert {code for _, _, code in faults(judged)} == {
        "no_such_rank", "points_above", "no_mail_address", "day_to_come",
    }  # fmt: skip


def test_joining_before_birth_is_a_fault():
    judged = members("Name|Born|Joined", "Ola Nowak|2000-01-01|1999-01-01")
    assert faults(judged) == [(2, "Joined", "joined_before_birth")]


def test_a_member_twice_is_a_fault_and_a_namesake_a_question():
    head = "Name|E-mail|Points|Joined on"
    first = "Ola Nowak|ola@klub.example|77|2019-03-04"
    same = members(head, first, first)
    assert faults(same) == [(3, "Name", "member_twice")]
    assert same.faults[0].params["first"] == 2
    other = members(head, first, "NOWAK  Ola|ola@klub.example|99|2020-01-01")
    assert faults(other) == []  # another order of the names is another spelling: not compared here
    asked = members(head, first, "Ola Nowak||101|2013-04-01")
    assert (faults(asked), questions(asked)) == ([], [(3, "Name", "same_name")])
    key = asked.asks[0].key
    assert len(members(head, first, "Ola Nowak||101|2013-04-01", choices={key: "new"}).entries) == 2
    left = members(head, first, "Ola Nowak||101|2013-04-01", choices={key: "skip"})
    assert [row.left_out for row in left.rows] == ["", "skipped"]


def test_somebody_of_the_club_is_never_merged_silently():
    here = Known(
        (KnownPerson(42, "Ola Nowak", joined_on=date(2019, 3, 4), email="ola@klub.example"),)
    )
    head = "Name|E-mail|Joined on"
    asked = members(head, "ola nowak||2020-01-01", known=here)
    assert questions(asked) == [(2, "Name", "member_here")]
    assert [option.value for option in asked.asks[0].options] == ["42", "new", "skip"]
    key = asked.asks[0].key
    same = members(head, "ola nowak||2020-01-01", known=here, choices={key: "42"})
    assert (same.rows[0].there, same.entries) == (42, ())
    new = members(head, "ola nowak||2020-01-01", known=here, choices={key: "new"})
    assert len(new.entries) == 1
    sure = members(head, "Ola Nowak|OLA@klub.example|2019-03-04", known=here)
    assert (sure.there, sure.asks, sure.entries) == (1, (), ())
    turned = members(head, "NOWAK Ola||2020-01-01", known=here)
    assert questions(turned) == [(2, "Name", "member_here")]
    torn = members(head, "Ola Nowak|ola@klub.example|2020-01-01", known=here)
    assert questions(torn) == [(2, "Name", "member_here")]


def test_a_professional_is_asked_and_comes_in_without_a_rank():
    asked = members("ชื่อ|นามสกุล|ระดับ", "สมหมาย|ไม่มีระดับ|โปร")
    assert questions(asked) == [(2, "ระดับ", "professional")]
    key = asked.asks[0].key
    entry = members("ชื่อ|นามสกุล|ระดับ", "สมหมาย|ไม่มีระดับ|โปร", choices={key: "none"}).entries[0]
    assert (entry.rank, entry.points) == ("", None)
    assert members("Name|Rank|Points", "Ola Nowak|9 dan|230").entries[0].points == 230
    assert questions(members("Name|Rank|Points", "Ola Nowak|9 dan|"))[0][2] == "no_start"


def test_days_that_can_be_read_in_two_ways_are_asked_once():
    lines = ("Name|Joined", "Ola Nowak|3/4/2020", "Jan Król|5/6/2020", "Iga Łoś|2020-01-01")
    (question,) = members(*lines).questions
    assert (question.key, question.rows) == ("dates", (2, 3))
    answered = members(*lines, choices={"dates": "mdy"})
    assert [entry.joined_on for entry in answered.entries] == [
        date(2020, 3, 4), date(2020, 5, 6), date(2020, 1, 1),
    ]  # fmt: skip


def test_lines_that_are_nobodys_are_said():
    judged = members(
        "Name|Rank", "Ola Nowak|3k", "", "Name|Rank", "Jan Król|2d", "Razem: 2|", "Total|2",
    )  # fmt: skip
    assert [(row.row, row.left_out) for row in judged.left_out] == [
        (4, "heading"), (6, "totals"), (7, "totals"),
    ]  # fmt: skip
    assert len(judged.entries) == 2
    assert judged.rows[1].left_out == "blank"


def test_a_status_a_language_and_an_official_tick_are_read():
    judged = members(
        "Name|Status|Language|Official|Points|Points as of",
        "Ola Nowak|gość||||",
        "Jan Król|元会員|ja|yes|77|2024-01-01",
    )
    guest, former = judged.entries
    assert (guest.status, former.status, former.language) == ("guest", "former", "ja")
    assert (former.certified, former.points_on) == (True, date(2024, 1, 1))


def test_a_word_that_is_not_understood_is_remarked_upon():
    judged = members(
        "Name|Status|Language|Official",
        "Ola Nowak|zmarła||",
        "Jan Król|aktywny|Klingon|0",
        "Iga Lis|||zatwierdzone 2020",
    )
    assert [(warn.row, warn.column, warn.code) for warn in judged.warnings] == [
        (2, "Status", "not_understood"),
        (3, "Language", "not_understood"),
        (4, "Official", "not_understood"),
    ]
    assert len(judged.entries) == 3


def test_a_cell_without_a_heading_is_remarked_upon():
    """A comma inside a name moves every later cell by one."""
    [warn] = members("Name|Club", "Kos| Jan|Hoshi", "Lis Ola|Hoshi|").warnings
    assert (warn.row, warn.column, warn.code, warn.value) == (2, "Club", "past_headings", "Hoshi")


def test_points_hold_where_the_rank_says_otherwise():
    judged = members("Name|Rank|Points", "Ola Nowak|2d|50", "Jan Król|2d|135")
    assert [(entry.rank, entry.points) for entry in judged.entries] == [("", 50), ("2d", 135)]
    assert [(warn.row, warn.column, warn.code) for warn in judged.warnings] == [
        (2, "Rank", "rank_against_points")
    ]


def test_countries_are_codes_and_others_are_left_out():
    cells = ("Polska", "日本", "ไทย", "PL", "Germany", "", "Narnia")
    judged = members(
        "Name|Country", *(f"Ola {chr(65 + n)}ak|{cell}" for n, cell in enumerate(cells))
    )
    assert [entry.country for entry in judged.entries] == ["PL", "JP", "TH", "PL", "DE", "", ""]
    assert [(warn.row, warn.code) for warn in judged.warnings] == [(8, "no_such_country")]


def test_an_address_of_two_is_remarked_upon():
    judged = members("Name|E-mail", "Ola Nowak|dom@klub.example", "Jan Nowak|dom@klub.example")
    assert [(warn.row, warn.code) for warn in judged.warnings] == [(3, "address_shared")]
    assert len(judged.entries) == 2


def test_cells_of_a_workbook_are_values():
    joined = datetime(2019, 3, 4)  # noqa: DTZ001 - a spreadsheet has no time zone
    judged = members(("Name", "Points", "Joined"), ("Ola Nowak", 77.0, joined), (12.5, 3.5, True))
    assert (judged.entries[0].points, judged.entries[0].joined_on) == (77, date(2019, 3, 4))
    assert {code for _, _, code in faults(judged)} == {"no_name", "no_points", "no_such_day"}


def test_without_a_name_nothing_is_judged():
    with refused(reason="missing_columns"):
        members("Rank|Points", "3k|77")


def test_a_name_that_turns_letters_round_is_refused_as_in_a_form():
    for field in ("Name", "Nickname", "Club"):
        row = {"Name": "Ola Nowak", "Nickname": "", "Club": ""} | {field: "Ola\u202e Nowak"}
        assert faults(members("|".join(row), "|".join(row.values()))) == [(2, field, "unseen")]
