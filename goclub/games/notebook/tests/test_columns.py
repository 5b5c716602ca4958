"""Columns found by their headings, and chosen by hand."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from goclub.common.sheets.sheet import Spreadsheet
from goclub.games.notebook.labels.drafts import FIELD_LABELS, fields_to_choose, preview_of
from goclub.games.notebook.services.columns import (
    SheetColumns,
    guess_kind,
    guess_sheet,
    match_columns,
)
from goclub.games.notebook.services.headings import (
    FIELDS,
    GAMES,
    LANGUAGES,
    MEMBERS,
    heading_of,
    known_headings,
    plain,
)
from ratings.tests.builders import refused


def sheet(*lines: str) -> Spreadsheet:
    return Spreadsheet("x", tuple(tuple(line.split("|")) for line in lines))


@pytest.mark.parametrize(
    ("headings", "kind", "language", "fields"),
    [
        ("Imię|Nazwisko|Stopień|Dołączył(a)", "members", "pl", "given family rank joined"),
        ("Imię i nazwisko|E-mail|Punkty", "members", "pl", "name email points"),
        ("氏名|ローマ字|持点|入会日|生年月日", "members", "ja",
            "name romanised points joined born"),
        ("ชื่อ|นามสกุล|ระดับ|วันที่สมัคร", "members", "th", "given family rank joined"),
        ("ชื่อ-นามสกุล|คะแนน|อีเมล", "members", "th", "name points email"),
        ("Name|First name|Rank|Joined", "members", "en", "family given rank joined"),
        ("Surname|Rank", "members", "en", "name rank"),
        ("Full name|Points as of|Rating|Club", "members", "en", "name points_on points club"),
        ("Data|Czarne|Białe|Handicap|Komi|Wynik|Plansza", "games", "pl",
         "date black white handicap komi result board"),
        ("対局日|黒|白|手合割|コミ|結果|備考", "games", "ja",
         "date black white handicap komi result note"),
        ("วันที่|ดำ|ขาว|แต้มต่อ|โคมิ|ผล", "games", "th", "date black white handicap komi result"),
        ("DATE | Black | White | Hcp. | KM | Result | Place | Event", "games", "en",
         "date black white handicap komi result place event"),
        ("ＤＡＴＥ|黒 / Black|白 / White|結果 (Result)", "games", "ja", "date black white result"),
    ],
)  # fmt: skip
def test_headings_of_four_languages(headings, kind, language, fields):
    found = sheet(headings, "x|y")
    columns = match_columns(found, kind)
    assert guess_kind(found) == kind
    assert (columns.language, columns.missing) == (language, ())
    assert sorted(columns.chosen, key=columns.chosen.__getitem__) == fields.split()


def test_what_the_site_keeps_nothing_of_is_known_and_said_to_be_passed_over():
    found = sheet("Data|Czarne|Białe|Wynik|Turniej|Uwagi", "1|2|3|4|5|6")
    columns = match_columns(found, "games")
    assert [*columns.chosen][:4] == ["date", "black", "white", "result"]
    assert preview_of(found, columns) == [(2, list("123456"))]
    assert not {"event", "note"} & {name for name, _label in fields_to_choose(columns)}


def test_the_preview_shows_no_mark_that_turns_the_line():
    columns_sheet = sheet("Data|Czarne|Białe|Wynik", "1|\u202eRtl|3|4")
    assert preview_of(columns_sheet, match_columns(columns_sheet, "games")) == [
        (2, ["1", "Rtl", "3", "4"])
    ]


def test_a_title_above_the_headings_is_passed_over():
    columns = match_columns(
        sheet("囲碁クラブ 対局記録", "", "対局日|黒|白|結果", "x|y|z|w"), "games"
    )
    assert columns.heading == 2
    assert columns.heading_of("result") == "結果"


def test_a_sheet_without_headings_is_refused():
    found = sheet("17|x|y", "18|a|b")
    with refused(reason="no_headings"):
        match_columns(found, "games")
    assert guess_kind(found) == ""


def test_what_is_missing_can_be_chosen_by_hand():
    columns = match_columns(sheet("Data|Czarne|Przeciwnik|Wynik", "1|2|3|4"), "games")
    assert (columns.missing, columns.unknown) == (("white",), (2,))
    chosen = replace(columns, chosen={**columns.chosen, "white": 2})
    assert (chosen.missing, chosen.unknown) == ((), ())


def test_columns_go_to_the_database_and_back():
    columns = match_columns(sheet("Data|Czarne|Białe|Wynik"), "games")
    assert SheetColumns.from_json(json.loads(json.dumps(columns.to_json()))) == columns


def test_of_a_workbook_the_sheet_that_fits_is_taken():
    members, games = sheet("Name|Rank|Joined"), sheet("Date|Black|White|Result")
    assert guess_sheet((members, games), "games") is games
    assert guess_sheet((members, games), "members") is members


@pytest.mark.parametrize("kind", FIELDS)
def test_our_own_headings_are_read_in_every_language(kind):
    for language in LANGUAGES:
        for field in FIELDS[kind]:
            heading = heading_of(field, kind, language)
            assert known_headings(kind)[plain(heading)][0] == field, heading


def test_every_field_has_a_label():
    assert {field for kind in (MEMBERS, GAMES) for field in FIELDS[kind]} == set(FIELD_LABELS)
