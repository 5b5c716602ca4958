"""Rows of lists of games, judged one by one."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from goclub.games.notebook.queries import Known
from goclub.games.notebook.services.judged import MemberEntry
from goclub.games.notebook.tests.sheets import PEOPLE, faults, games, questions
from ratings.paa.rules import PaaRules, TimeLosses
from ratings.tests.builders import refused

POLISH = "Data|Czarne|Białe|Handicap|Komi|Wynik|Plansza"
JAPANESE = "対局日|黒|白|手合割|コミ|結果|備考"
GOOD = "1.2.2022|Hanna Kamińska|Adam Źrebiec||6,5|C+R|19"


def test_a_polish_row_gives_clean_values():
    (entry,) = games(POLISH, "27.04.2026|Adam Źrebiec|Kamińska Hanna|5|0,5|B+1,5|19x19").entries
    assert (entry.row, entry.black, entry.white) == (2, 3, 1)
    assert (entry.played_on, entry.board, entry.handicap, entry.komi2) == (
        date(2026, 4, 27), 19, 5, 1,
    )  # fmt: skip
    assert (entry.winner, entry.ending, entry.margin2) == ("W", "points", 3)


def test_a_japanese_row_gives_clean_values():
    (entry,) = games(
        JAPANESE, "令和5年8月5日|井上　直樹|井上恵子|二子|逆コミ1目半|黒中押し勝ち|"
    ).entries
    assert (entry.black, entry.white, entry.handicap, entry.komi2) == (5, 6, 2, -3)
    assert (entry.played_on, entry.winner, entry.ending) == (date(2023, 8, 5), "B", "resign")


@pytest.mark.parametrize(
    ("row", "column", "code"),
    [
        ("13.13.2021|Hanna Kamińska|Adam Źrebiec||6,5|C+R|", "Data", "no_such_day"),
        ("|Hanna Kamińska|Adam Źrebiec||6,5|C+R|", "Data", "day_missing"),
        ("1.1.2030|Hanna Kamińska|Adam Źrebiec||6,5|C+R|", "Data", "day_to_come"),
        ("1.1.1999|Hanna Kamińska|Adam Źrebiec||6,5|C+R|", "Data", "before_joining"),
        ("1.1.2014|Hanna Kamińska|Adam Źrebiec||6,5|C+R|", "Data", "before_joining"),
        ("1.2.2022|Hanna Kamińska|Hanna Kamińska||6,5|C+R|", "Białe", "same_player"),
        ("1.2.2022|Hanna Kamińska|Kamińska H.||6,5|C+R|", "Białe", "same_player"),
        ("1.2.2022||Adam Źrebiec||6,5|C+R|", "Czarne", "name_missing"),
        ("1.2.2022|=CMD()|Adam Źrebiec||6,5|C+R|", "Czarne", "formula"),
        ("1.2.2022|Hanna Kamińska|Adam Źrebiec||6,5|wygrana|", "Wynik", "no_result"),
        ("1.2.2022|Hanna Kamińska|Adam Źrebiec||6,5||", "Wynik", "result_missing"),
        ("1.2.2022|Hanna Kamińska|Adam Źrebiec||6,5|=1-0|", "Wynik", "formula"),
        ("1.2.2022|Hanna Kamińska|Adam Źrebiec||6,5|remis|", "Wynik", "jigo_half_komi"),
        ("1.2.2022|Hanna Kamińska|Adam Źrebiec|12|6,5|C+R|", "Handicap", "no_such_handicap"),
        ("1.2.2022|Hanna Kamińska|Adam Źrebiec|4|6,4|C+R|", "Komi", "no_half_points"),
        ("1.2.2022|Hanna Kamińska|Adam Źrebiec|4|dużo|C+R|", "Komi", "no_komi"),
        ("1.2.2022|Hanna Kamińska|Adam Źrebiec|4|650|C+R|", "Komi", "komi_too_large"),
        ("1.2.2022|Hanna Kamińska|Adam Źrebiec|4|0,5|C+R|15", "Plansza", "no_such_board"),
        ("1.2.2022|Hanna Kamińska|Adam Źrebiec||6,5|C+900,5|9", "Wynik", "no_result"),
        ("1.2.2022|Hanna Kamińska|Adam Źrebiec||6,5|C+88,5|9", "Wynik", "against_rules"),
        ("1.2.2022|Hanna Kamińska|Adam Źrebiec|" + "9" * 5000 + "|6,5|C+R|", "Handicap",
         "no_such_handicap"),
    ],
)  # fmt: skip
def test_a_fault_is_named_by_row_and_column(row, column, code):
    judged = games(POLISH, GOOD, row)
    assert faults(judged) == [(3, column, code)]
    assert [entry.row for entry in judged.entries] == [2]
    assert all(len(fault.value) <= 60 for fault in judged.faults)


def test_a_short_name_is_taken_where_it_fits_one_and_asked_where_several():
    row = "1.2.2022|Kamińska H.|{}||6,5|C+R|"
    one = games(POLISH, row.format("Adam Źrebiec"))
    assert [warn.code for warn in one.warnings] == ["abbreviated"]
    assert one.entries[0].black == 1
    lines = (POLISH, row.format("Źrebiec A."), row.format("A. Źrebiec"), row.format("Źrebiec A"))
    asked = games(*lines)
    assert questions(asked) == [(row, "Białe", "several") for row in (2, 3, 4)]
    question = asked.questions[0]
    assert question.rows == (2, 4)
    assert [option.value for option in question.ask.options] == ["3", "4", "guest", "skip"]
    answered = games(*lines, choices={question.key: "4", f"{question.key}@4": "3"})
    assert {entry.row: entry.white for entry in answered.entries} == {2: 4, 4: 3}


def test_a_name_that_is_only_begun_is_one_cut_short():
    judged = games(POLISH, "1.2.2022|Kamińska Han.|Źrebiec Ag.||6,5|C+R|")
    assert [(entry.black, entry.white) for entry in judged.entries] == [(1, 4)]
    assert {warn.code for warn in judged.warnings} == {"abbreviated"}


def test_another_character_of_the_same_name_is_offered():
    judged = games(JAPANESE, "2025-03-01|井上 直木|Hanna Kamińska|互先|5目半|白勝ち|")
    assert (judged.asks[0].question, judged.asks[0].options[0].seat) == ("nobody", 5)


def test_a_family_name_alone_is_asked():
    asked = games(JAPANESE, "2025-03-01|井上|Hanna Kamińska|互先|5目半|白勝ち|")
    assert questions(asked) == [(2, "黒", "part_of_name")]


def test_a_stranger_is_asked_and_may_be_a_guest():
    lines = (POLISH, "1.2.2022|Nieznajomy Pan|Adam Źrebiec||6,5|C+R|")
    asked = games(*lines)
    assert questions(asked) == [(2, "Czarne", "nobody")]
    key = asked.asks[0].key
    assert games(*lines, choices={key: "guest"}).entries[0].black == "guest:Nieznajomy Pan"
    assert games(*lines, choices={key: "skip"}).left_out[0].left_out == "skipped"
    near = games(POLISH, "1.2.2022|Hana Kaminska|Adam Źrebiec||6,5|C+R|")
    assert near.asks[0].options[0].seat == 1
    assert questions(games(*lines, choices={key: "999"})) == [(2, "Czarne", "nobody")]


def test_guests_nicknames_titles_and_romanised_names_are_known():
    names = (
        "Jan Gość",
        "けいちゃん",
        "井上直樹さん",
        "INOUE Naoki",
        "Naoki Inoue",
        "Hanna KAMINSKA",
    )
    judged = games(
        POLISH,
        *(f"{day}.2.2022|{name}|Adam Źrebiec||6,5|C+R|" for day, name in enumerate(names, 1)),
    )
    assert [entry.black for entry in judged.entries] == [7, 6, 5, 5, 5, 1]


def test_members_of_the_same_batch_are_meant_by_name():
    newcomers = (
        MemberEntry(17, "Ola Nowa", joined_on=date(2021, 5, 1)),
        MemberEntry(18, "Hanna Kamińska"),
    )
    judged = games(
        POLISH,
        "1.6.2021|Nowa Ola|Adam Źrebiec||6,5|C+R|",
        "1.4.2021|Ola Nowa|Adam Źrebiec||6,5|C+R|",
        GOOD,
        newcomers=newcomers,
    )
    assert judged.entries[0].black == "row:17"
    assert faults(judged) == [(3, "Data", "before_joining")]
    assert questions(judged) == [(4, "Czarne", "several")]


def test_what_is_known_of_a_result_is_kept():
    judged = games(
        POLISH,
        "1.2.2022|Hanna Kamińska|Adam Źrebiec|3|0|C+|",
        "2.2.2022|Hanna Kamińska|Adam Źrebiec|3|0|C+3,5|",
        "3.2.2022|Hanna Kamińska|Adam Źrebiec|3|0|C+czas|",
        "4.2.2022|Hanna Kamińska|Adam Źrebiec|3|0|Adam Źrebiec|",
    )
    assert [(entry.winner, entry.ending, entry.margin2) for entry in judged.entries[:2]] == [
        ("B", "unknown", None)
    ] * 2
    assert [warn.code for warn in judged.warnings] == [
        "ending_unknown", "margin_against_komi", "time_loss", "ending_unknown",
    ]  # fmt: skip
    assert judged.rows[3].entry.winner == "W"


def test_a_loss_on_time_stands_where_the_house_rule_of_its_day_knows_one():
    """S1-19."""
    since = date(2022, 2, 2)

    def rules(day):
        return PaaRules(time_losses=TimeLosses.OFF_RECORD if day < since else TimeLosses.EVERYWHERE)

    judged = games(
        POLISH,
        "1.2.2022|Hanna Kamińska|Adam Źrebiec|3|0|C+czas|",
        "2.2.2022|Hanna Kamińska|Adam Źrebiec|3|0|C+czas|",
        known=Known(PEOPLE, rules=rules),
    )
    assert [entry.ending for entry in judged.entries] == ["unknown", "time"]
    assert [(warn.row, warn.code) for warn in judged.warnings] == [(2, "time_loss")]


def test_komi_that_is_not_written_fits_the_result():
    rows = (
        "2022-02-01|Hanna Kamińska|Adam Źrebiec||B+R",
        "2022-02-02|Hanna Kamińska|Adam Źrebiec|3|B+R",
        "2022-02-03|Hanna Kamińska|Adam Źrebiec||B+4",
        "2022-02-04|Hanna Kamińska|Adam Źrebiec||Jigo",
        "2022-02-05|Hanna Kamińska|Adam Źrebiec|先|B+R",
    )
    judged = games("Date|Black|White|Handicap|Result", *rows)
    assert [entry.komi2 for entry in judged.entries] == [13, 1, 12, 12, 0]
    assert [warn.row for warn in judged.warnings] == [2, 3, 4, 5]


def test_the_same_game_twice_is_asked():
    again = games(POLISH, GOOD, GOOD)
    assert questions(again) == [(3, "Data", "game_twice")]
    assert again.asks[0].params["first"] == 2
    key = again.asks[0].key
    assert len(games(POLISH, GOOD, GOOD, choices={key: "another"}).entries) == 2
    assert len(games(POLISH, GOOD, GOOD, choices={key: "skip"}).entries) == 1


def test_games_of_the_club_are_there_as_often_as_they_are():
    game = (1, 3, date(2022, 2, 1), 19, 0, 13, "B", "resign", None)
    once = games(POLISH, GOOD, GOOD, known=Known(PEOPLE, {game: 1}))
    # The other may be a row twice: it is asked about, as on the first import of the file.
    assert (once.there, len(once.entries), questions(once)) == (1, 0, [(3, "Data", "game_twice")])
    twice = games(POLISH, GOOD, GOOD, known=Known(PEOPLE, {game: 2}))
    assert (twice.there, len(twice.entries), len(twice.asks)) == (2, 0, 0)


def test_letters_of_another_habit_are_asked_once():
    lines = (
        POLISH, "1.2.2022|Hanna Kamińska|Adam Źrebiec||6,5|B+R|",
        "2.2.2022|Hanna Kamińska|Adam Źrebiec||6,5|W+R|",
    )  # fmt: skip
    assert questions(games(*lines)) == [(2, "Wynik", "letters")]
    own, english = (games(*lines, choices={"letters": said}) for said in ("own", "english"))
    assert [entry.winner for entry in own.entries] == ["W", "W"]
    assert [entry.winner for entry in english.entries] == ["B", "W"]


def test_lines_that_are_nobodys_are_said():
    judged = games(
        JAPANESE,
        "2023年度||||||",
        "2025-03-03|井上 恵子|井上 直樹|互先|5目半|黒勝ち|",
        JAPANESE,
        "合計|||||1004局|",
        "",
    )
    assert [(row.row, row.left_out) for row in judged.left_out] == [
        (2, "line"), (4, "heading"), (5, "totals"),
    ]  # fmt: skip
    assert len(judged.entries) == 1


def test_numbers_of_a_workbook_are_values():
    row = (date(2022, 2, 1), "Hanna Kamińska", "Adam Źrebiec", 3.0, Decimal("0.5"), "C+R", 19.0)
    (entry,) = games(tuple(POLISH.split("|")), row).entries
    assert (entry.handicap, entry.komi2, entry.board) == (3, 1, 19)
    spoilt = (date(2022, 2, 1), "Hanna Kamińska", "Adam Źrebiec", 3, 0.5, date(2022, 10, 1), 19)
    assert faults(games(tuple(POLISH.split("|")), spoilt)) == [(2, "Wynik", "no_result")]


def test_a_day_or_an_unseen_sign_is_nobodys_name():
    day = date(2022, 2, 1)
    for cell, code in ((day, "no_name"), ("2022-02-01", "no_name"), ("Jan\u200f Gość", "unseen")):
        row = (day, cell, "Adam Źrebiec", 0, 6.5, "C+R", 19)
        judged = games(tuple(POLISH.split("|")), row)
        assert (faults(judged), questions(judged)) == ([(2, "Czarne", code)], [])


def test_without_its_columns_nothing_is_judged():
    with refused(reason="missing_columns"):
        games("Data|Czarne", "1.2.2022|x")


@pytest.mark.parametrize(
    ("headings", "row", "example"),
    [
        ("Date|Black|White|Result", "1.2.2022|Hanna Kamińska|Adam Źrebiec|won", "B+R, W+3.5"),
        ("Data|Czarne|Białe|Wynik", "1.2.2022|Hanna Kamińska|Adam Źrebiec|won", "C+R, B+3.5"),
        ("対局日|黒|白|結果", "2022-02-01|井上　直樹|井上恵子|won", "黒+R, 白+3.5"),
    ],
)
def test_what_to_write_is_said_in_the_letters_of_the_list(headings, row, example):
    """B is White under Polish headings: an example in English would turn the result round."""
    (fault,) = games(headings, row).faults
    assert (fault.code, fault.params["example"]) == ("no_result", example)


def test_a_place_is_kept_whole_or_refused():
    line = "2024-03-05|Hanna Kamińska|Adam Źrebiec|B+R|6.5|"
    judged = games("Date|Black|White|Result|Komi|Place", f"{line}{'K' * 80}", f"{line}{'K' * 81}")
    assert [entry.place for entry in judged.entries] == ["K" * 80]
    assert faults(judged) == [(3, "Place", "too_long")]


def test_the_answer_for_one_row_stands_beside_the_answer_for_all():
    """Once all rows were answered, an answer for a single row was not heard any more."""
    lines = (
        "Date|Black|White|Result",
        "24-05-06|Hanna Kamińska|Adam Źrebiec|B+R",
        "25-05-06|Hanna Kamińska|Adam Źrebiec|B+R",
    )
    judged = games(*lines, choices={"dates": "ymd", "dates@3": "dmy"})
    days = [fault.params.get("joined") or fault.code for fault in judged.faults]
    assert days == [date(2015, 1, 1)]
    assert [entry.played_on for entry in judged.entries] == [date(2024, 5, 6)]


def test_letters_of_one_row_may_mean_something_else():
    lines = (
        "Data|Czarne|Białe|Wynik",
        "1.2.2022|Hanna Kamińska|Adam Źrebiec|B+R",
        "2.2.2022|Hanna Kamińska|Adam Źrebiec|B+R",
        "3.2.2022|Hanna Kamińska|Adam Źrebiec|W+R",
    )
    judged = games(*lines, choices={"letters": "english", "letters@3": "own"})
    assert [entry.winner for entry in judged.entries] == ["B", "W", "W"]
