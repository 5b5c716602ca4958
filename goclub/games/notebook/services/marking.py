"""What is noted while one row is judged, and the lines that are nobody's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from goclub.common.sheets.sheet import Cell, Spreadsheet, cell_text, is_empty, is_error
from goclub.games.notebook.queries import Seat
from goclub.games.notebook.services.cells.text import clean, has_formula, plain
from goclub.games.notebook.services.columns import SheetColumns
from goclub.games.notebook.services.headings import plain as plain_heading
from goclub.games.notebook.services.judged import (
    AnswerOption,
    Ask,
    Judgement,
    RowFault,
    Warn,
    shown,
)
from ratings.errors import Code, RuleError

Entry = TypeVar("Entry")

_TOTALS: Final = re.compile(
    r"(?:合計|総計|小計|計|総数|件数|total|totals|sum|subtotal|count|razem|suma|łącznie|lacznie"
    r"|ogółem"
    r"|ogolem|w sumie|podsumowanie|รวม|รวมทั้งหมด|ทั้งหมด|ยอดรวม|ผลรวม)(?![^\W\d_])[\s:：=\d.]*"
    r"(?:名|局|人|件|osób|członków|partii|games|members|คน|เกม)?"
)
SKIP, NEW, GUEST, ANOTHER, NONE = "skip", "new", "guest", "another", "none"


@dataclass
class Marks(Generic[Entry]):
    """The faults, questions and remarks of one row; ``choices`` what people answered."""

    row: int
    cells: tuple[Cell, ...]
    columns: SheetColumns
    choices: Mapping[str, str]
    faults: list[RowFault] = field(default_factory=list)
    asks: list[Ask] = field(default_factory=list)
    warnings: list[Warn] = field(default_factory=list)
    skipped: bool = False

    def cell(self, name: str) -> Cell:
        """What the row has for a field."""
        return self.columns.cell(self.cells, name)

    def fault(self, code: str, *fields: str, **params: object) -> None:
        """Note why the row stays out, at the column of the first field that the file has."""
        column = self.columns.heading_of(*fields)
        self.faults.append(RowFault(self.row, column, code, self._value(fields), params))

    def warn(self, code: str, *fields: str, **params: object) -> None:
        """Note a remark on a row that comes in."""
        column = self.columns.heading_of(*fields)
        self.warnings.append(Warn(self.row, column, code, self._value(fields), params))

    def ask(
        self,
        key: str,
        question: str,
        field: str,
        options: tuple[AnswerOption, ...],
        **params: object,
    ) -> str:
        """The answer to a question, "" where it is open: then the row waits for it."""
        answer = self.choices.get(f"{key}@{self.row}") or self.choices.get(key, "")
        if any(option.value == answer for option in options):
            self.skipped |= answer == SKIP
            return answer
        column = self.columns.heading_of(field)
        value = self._value((field,))
        self.asks.append(Ask(self.row, column, question, value, options, key, params))
        return ""

    def find_broken(self) -> bool:
        """Note a fault for each cell that has an error or a formula in place of a value.

        What stands to the right of the last heading is remarked upon: nobody reads it.
        """
        for name in self.columns.fields:
            cell = self.cell(name)
            if is_error(cell):
                self.fault("broken_cell", name)
            elif has_formula(cell):
                self.fault("formula", name)
        width = len(self.columns.headings)
        if width and (value := line_text(self.cells[width:])):
            column = self.columns.headings[-1]
            self.warnings.append(Warn(self.row, column, "past_headings", value))
        return bool(self.faults)

    @property
    def is_clear(self) -> bool:
        """Whether nothing keeps the row out."""
        return not (self.faults or self.asks or self.skipped)

    def judgement(self, entry: Entry | None, there: Seat | None = None) -> Judgement[Entry]:
        """What the row came to."""
        if self.skipped:
            return Judgement(self.row, left_out="skipped", value=line_text(self.cells))
        if there is not None:
            return Judgement(self.row, there=there)
        ok = self.is_clear
        return Judgement(
            self.row,
            entry if ok else None,
            tuple(self.faults),
            tuple(self.asks),
            tuple(self.warnings) if ok else (),
        )

    def _value(self, fields: tuple[str, ...]) -> str:
        name = next((name for name in fields if name in self.columns.chosen), fields[0])
        return shown(clean(self.cell(name)))


def need_columns(columns: SheetColumns) -> None:
    """Refuse to judge a sheet of which the necessary columns are not known."""
    if columns.missing:
        raise RuleError(
            Code.MISSING, field="columns", value=", ".join(columns.missing),
            reason="notebook.missing_columns",
        )  # fmt: skip


def rows_of(sheet: Spreadsheet, columns: SheetColumns) -> list[tuple[int, tuple[Cell, ...]]]:
    """The rows below the headings, each with its number in the spreadsheet."""
    first = columns.heading + 1
    return list(enumerate(sheet.rows[first:], first + 1))


def line_text(cells: tuple[Cell, ...]) -> str:
    """A row as one line, for telling what was left out."""
    return shown(" · ".join(cell_text(cell) for cell in cells if not is_empty(cell)))


def nobodys(cells: tuple[Cell, ...], columns: SheetColumns) -> str:
    """Why a row is no entry at all: ``blank``, ``totals``, ``heading``, ``line``; "" if it may be.

    ``line``: one cell alone in a list of games, such as a title between two years.
    """
    filled = [at for at, cell in enumerate(cells) if not is_empty(cell)]
    if not filled:
        return "blank"
    names = ("black", "white") if columns.kind == "games" else ("name", "family", "given")
    first = plain(cells[filled[0]])[:60]
    named = [at for name in names if (at := columns.chosen.get(name, -1)) in filled]
    if _TOTALS.fullmatch(first) and (len(named) < 2 or filled[0] in named):
        return "totals"
    if _repeats_headings(cells, columns):
        return "heading"
    if columns.kind == "games" and len(filled) == 1:
        return "line"
    return ""


def _repeats_headings(cells: tuple[Cell, ...], columns: SheetColumns) -> bool:
    if columns.heading < 0:
        return False
    same = filled = 0
    for at in columns.chosen.values():
        cell = cells[at] if at < len(cells) else None
        if isinstance(cell, str) and cell.strip():
            filled += 1
            same += plain_heading(cell[:80]) == plain_heading(columns.headings[at])
    return filled > 1 and same == filled
