"""The notebooks beside the checkout: every fault named by row and column, all else comes in."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from goclub.common.sheets.reading import read_sheets
from goclub.games.notebook.queries import Known
from goclub.games.notebook.services.columns import guess_kind, match_columns
from goclub.games.notebook.services.judged import JudgedSheet, MemberEntry
from goclub.games.notebook.services.judging_games import judge_games
from goclub.games.notebook.services.judging_members import judge_members

NOTEBOOK = Path(__file__).resolve().parents[5] / "shared" / "notebook"
TODAY = date(2026, 11, 23)
CLUBS = {
    "pl": ("members_pl.csv", "games_pl.csv"),
    "ja": ("members_ja.csv", "games_ja.xlsx"),
    "th": ("members_th.xlsx", ""),
}
pytestmark = pytest.mark.skipif(
    not NOTEBOOK.is_dir(), reason="no ../shared/notebook beside the checkout"
)


def judged(name: str, newcomers: tuple[MemberEntry, ...] = (), **choices: str) -> JudgedSheet:
    (sheet,) = read_sheets((NOTEBOOK / name).read_bytes(), name)
    kind = guess_kind(sheet)
    columns = match_columns(sheet, kind)
    if kind == "members":
        return judge_members(sheet, columns, known=Known(), today=TODAY, choices=choices)
    return judge_games(
        sheet, columns, known=Known(), newcomers=newcomers, today=TODAY, choices=choices
    )


@pytest.mark.parametrize("club", CLUBS)
def test_every_fault_is_named_and_no_other(club):
    told = json.loads((NOTEBOOK / "faults.json").read_text())
    members, games = CLUBS[club]
    people = judged(members)
    assert len(people.entries) == told["people"][club]
    for name, found in ((members, people), (games, games and judged(games, people.entries))):
        if not name:
            continue
        listed = {(one["row"], one["column"]) for one in told["faults"] if one["file"] == name}
        rows = {row for row, _ in listed}
        named = {(one.row, one.column) for one in (*found.faults, *found.asks, *found.warnings)}
        left = {row.row for row in found.left_out}
        assert {(row, column) for row, column in listed - named if row not in left} == set()
        # Beside them only names that are cut short wait, and remarks keep nothing out.
        assert {one.row for one in found.faults} <= rows
        assert {one.question for one in found.asks if one.row not in rows} <= {"several"}


def test_with_the_short_names_answered_all_games_are_in():
    told = json.loads((NOTEBOOK / "faults.json").read_text())
    for club, games in (("pl", "games_pl.csv"), ("ja", "games_ja.xlsx")):
        people = judged(CLUBS[club][0]).entries
        asked = judged(games, people)
        answers = {
            question.key: question.ask.options[0].value
            for question in asked.questions
            if question.ask.question == "several"
        }
        wrong = {one["row"] for one in told["faults"] if one["file"] == games}
        found = judged(games, people, **answers)
        out = {row.row for row in found.rows if row.entry is None and row.left_out != "blank"}
        # One of two who may be meant can also be the opponent.
        same = {fault.row for fault in found.faults if fault.code == "same_player"}
        early = {fault.row for fault in found.faults if fault.code == "before_joining"}
        assert out - same - early <= wrong
        assert len(found.entries) + len(out) == len(
            [r for r in found.rows if r.left_out != "blank"]
        )
