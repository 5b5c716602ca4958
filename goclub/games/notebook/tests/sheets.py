"""Sheets judged by tests, written as people would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from goclub.common.sheets.sheet import Cell, Spreadsheet
from goclub.games.notebook.queries import Known, KnownPerson
from goclub.games.notebook.services.columns import match_columns
from goclub.games.notebook.services.judged import GameEntry, JudgedSheet, MemberEntry
from goclub.games.notebook.services.judging_games import judge_games
from goclub.games.notebook.services.judging_members import judge_members

TODAY = date(2026, 11, 23)

PEOPLE = (
    KnownPerson(1, "Hanna Kamińska", joined_on=date(2012, 10, 9)),
    KnownPerson(2, "Grzegorz Kamiński", joined_on=date(2020, 1, 1)),
    KnownPerson(3, "Adam Źrebiec", joined_on=date(2015, 1, 1)),
    KnownPerson(4, "Agnieszka Źrebiec", joined_on=date(2016, 1, 1)),
    KnownPerson(5, "井上 直樹", "Inoue Naoki", joined_on=date(2015, 1, 1)),
    KnownPerson(6, "井上 恵子", "Inoue Keiko", nicknames=("けいちゃん",)),
    KnownPerson(7, "Jan Gość", is_guest=True),
)


def rows_of(*lines: str | Sequence[Cell]) -> Spreadsheet:
    """A sheet; of a text the cells are parted by bars."""
    texts = (line.split("|") if isinstance(line, str) else line for line in lines)
    return Spreadsheet("x", tuple(tuple(cell or None for cell in cells) for cells in texts))


def members(
    *lines: str | Sequence[Cell],
    known: Known | None = None,
    choices: Mapping[str, str] | None = None,
) -> JudgedSheet[MemberEntry]:
    sheet = rows_of(*lines)
    return judge_members(
        sheet,
        match_columns(sheet, "members"),
        known=known or Known(),
        today=TODAY,
        choices=choices or {},
    )


def games(
    *lines: str | Sequence[Cell],
    known: Known | None = None,
    newcomers: Sequence[MemberEntry] = (),
    choices: Mapping[str, str] | None = None,
) -> JudgedSheet[GameEntry]:
    sheet = rows_of(*lines)
    return judge_games(
        sheet,
        match_columns(sheet, "games"),
        known=known or Known(PEOPLE),
        newcomers=newcomers,
        today=TODAY,
        choices=choices or {},
    )


def faults(judged: JudgedSheet[MemberEntry] | JudgedSheet[GameEntry]) -> list[tuple[int, str, str]]:
    """Row, column and code of every fault."""
    return [(fault.row, fault.column, fault.code) for fault in judged.faults]


def questions(
    judged: JudgedSheet[MemberEntry] | JudgedSheet[GameEntry],
) -> list[tuple[int, str, str]]:
    """Row, column and question of everything that is asked."""
    return [(ask.row, ask.column, ask.question) for ask in judged.asks]
