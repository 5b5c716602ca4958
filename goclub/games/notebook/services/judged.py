"""What is said of the rows of a notebook: entries, faults, questions, remarks.

Codes only; the words are in ``labels/questions.py``.  A row is counted from 1 as the spreadsheet
shows it, a column is called by its own heading.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum
from functools import cached_property
from typing import Final, Generic, TypeVar

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.sheets.sheet import Cell, Spreadsheet, cell_text, is_empty, is_error
from goclub.games.notebook.queries import KnownPerson, Seat
from goclub.games.notebook.services.cells.days import NoDay, Order, orders_of, read_day
from goclub.games.notebook.services.cells.text import (
    clean,
    has_formula,
    has_lost_letters,
    has_unseen,
    is_formula,
    is_no_text,
    plain,
)
from goclub.games.notebook.services.columns import SheetColumns
from goclub.games.notebook.services.headings import plain as plain_heading
from goclub.members.people.services import Called
from ratings.errors import Code

Entry = TypeVar("Entry")
Read = TypeVar("Read")
Params = Mapping[str, object]
#: So much of a cell is shown.
LONGEST_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class RowRemark:
    """A fault, why a row stays out until the file says something else, or a remark on one that
    comes in all the same: ``code`` with ``params``, at a column and its ``value``."""

    row: int
    column: str
    code: str
    value: str = ""
    params: Params = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """An answer: ``value`` as the form sends it; ``kind`` ``person``, ``guest``, ``new``, ``skip``,
    ``none``, ``another``, ``dmy``, ``mdy``, ``own``, ``english``; a person's name and seat."""

    value: str
    kind: str
    name: str = ""
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """A question that keeps a row out until somebody answers it.

    ``key`` is the same for all rows that ask the same; an answer is kept under it, or under
    ``key@row`` for one row alone.
    """

    row: int
    column: str
    question: str
    value: str
    options: tuple[AnswerOption, ...]
    key: str
    params: Params = field(default_factory=dict)


def shown(text: str) -> str:
    """A cell, cut to what a page has room for.

    >>> len(shown("9" * 5000)), shown("Ola")
    (60, 'Ola')
    """
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


@dataclass(frozen=True, slots=True)
class MemberEntry:
    """Somebody of a list of members; ``rank`` as the ladder writes it, "" where none is known.

    ``points_on`` the day as of which points or rank hold, ``certified`` whether they are official.
    """

    row: int
    name: str
    romanised: str = ""
    nicknames: tuple[Called, ...] = ()
    joined_on: date | None = None
    born_on: date | None = None
    rank: str = ""
    points: int | None = None
    points_on: date | None = None
    certified: bool = False
    email: str = ""
    club: str = ""
    country: str = ""
    language: str = ""
    status: str = "member"

    @property
    def key(self) -> str:
        """By what games of the same batch name this person."""
        return f"row:{self.row}"


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game of a list of games; half points doubled, ``winner`` and ``ending`` as
    :class:`goclub.games.models.Game` keeps them."""

    row: int
    black: Seat
    white: Seat
    played_on: date
    board: int
    handicap: int
    komi2: int
    winner: str
    ending: str
    margin2: int | None
    place: str = ""


_TOTALS: Final = re.compile(
    r"(?:合計|総計|小計|計|総数|件数|total|totals|sum|subtotal|count|razem|suma|łącznie|lacznie"
    r"|ogółem"
    r"|ogolem|w sumie|podsumowanie|รวม|รวมทั้งหมด|ทั้งหมด|ยอดรวม|ผลรวม)(?![^\W\d_])[\s:：=\d.]*"
    r"(?:名|局|人|件|osób|członków|partii|games|members|คน|เกม)?"
)
SKIP, NEW, GUEST, ANOTHER, NONE = "skip", "new", "guest", "another", "none"


@dataclass
class JudgedRow(Generic[Entry]):
    """One row with its faults, questions and remarks; ``choices`` what people answered.

    It comes in where there is an ``entry``.  ``there``: it is in the club already; ``left_out``:
    why nobody need look at it (``blank``, ``totals``, ``skipped``, ``heading``, ``line``), else "".
    """

    row: int
    cells: tuple[Cell, ...]
    columns: SheetColumns
    choices: Mapping[str, str]
    faults: list[RowRemark] = field(default_factory=list)
    asks: list[Ask] = field(default_factory=list)
    warnings: list[RowRemark] = field(default_factory=list)
    entry: Entry | None = None
    there: Seat | None = None
    left_out: str = ""

    @property
    def value(self) -> str:
        """The row as one line, for telling what was left out."""
        return line_text(self.cells)

    def cell(self, name: str) -> Cell:
        """What the row has for a field."""
        return self.columns.cell(self.cells, name)

    def fault(self, code: str, *fields: str, **params: object) -> None:
        """Note why the row stays out, at the column of the first field that the file has."""
        column = self.columns.heading_of(*fields)
        self.faults.append(RowRemark(self.row, column, code, self._value(fields), params))

    def warn(self, code: str, *fields: str, **params: object) -> None:
        """Note a remark on a row that comes in."""
        column = self.columns.heading_of(*fields)
        self.warnings.append(RowRemark(self.row, column, code, self._value(fields), params))

    def ask(
        self,
        key: str,
        question: str,
        field: str,
        options: tuple[AnswerOption, ...],
        **params: object,
    ) -> str:
        """The answer to a question, "" where it is open: then the row waits for it."""
        answer = self.own_answer(key) or self.choices.get(key, "")
        if any(option.value == answer for option in options):
            self.left_out = "skipped" if answer == SKIP else self.left_out
            return answer
        column = self.columns.heading_of(field)
        value = self._value((field,))
        self.asks.append(Ask(self.row, column, question, value, options, key, params))
        return ""

    def own_answer(self, key: str) -> str:
        """What was answered for this row alone; "" where it goes with the others."""
        return self.choices.get(f"{key}@{self.row}", "")

    def read(
        self, name: str, reader: Callable[[Cell], Read | Enum | None], code: str, **codes: str
    ) -> Read | None:
        """What a cell says; None where it is blank, or at fault: *codes* by why it says nothing."""
        value = reader(self.cell(name))
        if isinstance(value, Enum):
            self.fault(codes.get(value.value, code), name)
            return None
        return value

    def day(self, name: str, order: Order) -> date | None:
        """The day of a cell; None where it is blank, at fault (to come), or a question."""
        if self.own_answer("dates"):
            order = replace(order, slashes="")
        day = read_day(self.cell(name), order)
        if day is NoDay.AMBIGUOUS:
            options = tuple(AnswerOption(way, way) for way in orders_of(self.cell(name)))
            answer = self.ask("dates", "date_order", name, options)
            day = read_day(self.cell(name), replace(order, slashes=answer)) if answer else None
        if isinstance(day, NoDay):
            self.fault("no_such_day", name)
            return None
        if day is not None and day > order.today:
            self.fault("day_to_come", name)
            return None
        return day

    def is_unreadable(self, text: str, name: str) -> bool:
        """Note a fault where the text of a cell is a formula or has lost letters."""
        code = "formula" if is_formula(text) else "lost_letters" if has_lost_letters(text) else ""
        if code:
            self.fault(code, name)
        return bool(code)

    def is_no_name(self, name: str) -> bool:
        """Note a fault where a cell cannot be a name: a day, or a sign that nobody sees."""
        cell = self.cell(name)
        code = "no_name" if is_no_text(cell) else "unseen" if has_unseen(cell) else ""
        if code:
            self.fault(code, name)
        return bool(code)

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
            self.warnings.append(RowRemark(self.row, column, "past_headings", value))
        return bool(self.faults)

    @property
    def is_clear(self) -> bool:
        """Whether nothing keeps the row out."""
        return not (self.faults or self.asks or self.left_out)

    def settle(self, entry: Entry | None, there: Seat | None) -> None:
        """Say what the row came to; what nobody need look at has no faults and asks nothing."""
        if self.left_out or there is not None:
            self.there = None if self.left_out else there
            self.faults, self.asks = [], []
        elif self.is_clear:
            self.entry = entry
        if self.entry is None:
            self.warnings = []

    def _value(self, fields: tuple[str, ...]) -> str:
        name = next((name for name in fields if name in self.columns.chosen), fields[0])
        return shown(clean(self.cell(name)))


@dataclass(frozen=True, slots=True)
class RowQuestion:
    """One question with all the rows that ask it; ``asks``: each row's own."""

    key: str
    asks: tuple[Ask, ...]

    @property
    def ask(self) -> Ask:
        """The question of the first row."""
        return self.asks[0]

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows that ask it, each once."""
        return tuple(dict.fromkeys(ask.row for ask in self.asks))

    def has_answer(self, choices: Mapping[str, object]) -> bool:
        """Whether it was answered, for all rows or for one."""
        return any(key in choices for key in (self.key, *map(self.key_of, self.rows)))

    def key_of(self, row: int) -> str:
        """Return the key of an answer for one row alone."""
        return f"{self.key}@{row}"


@dataclass(frozen=True)
class JudgedSheet(Generic[Entry]):
    """All rows of a sheet below its headings, in order."""

    rows: tuple[JudgedRow[Entry], ...]

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """What comes in."""
        return tuple(row.entry for row in self.rows if row.entry is not None)

    @cached_property
    def faults(self) -> tuple[RowRemark, ...]:
        """What keeps rows out."""
        return tuple(fault for row in self.rows for fault in row.faults)

    @cached_property
    def asks(self) -> tuple[Ask, ...]:
        """Every question of every row."""
        return tuple(ask for row in self.rows for ask in row.asks)

    @cached_property
    def warnings(self) -> tuple[RowRemark, ...]:
        """Remarks on what comes in."""
        return tuple(warn for row in self.rows for warn in row.warnings)

    @cached_property
    def left_out(self) -> tuple[JudgedRow[Entry], ...]:
        """Rows that are nobody's: totals, repeated headings, those that were skipped."""
        return tuple(row for row in self.rows if row.left_out and row.left_out != "blank")

    @cached_property
    def there(self) -> int:
        """How many rows are in the club already."""
        return sum(row.there is not None for row in self.rows)

    @cached_property
    def questions(self) -> tuple[RowQuestion, ...]:
        """Each question once, those that most rows wait for first."""
        asks: defaultdict[str, list[Ask]] = defaultdict(list)
        for ask in self.asks:
            asks[ask.key].append(ask)
        questions = [RowQuestion(key, tuple(same)) for key, same in asks.items()]
        return tuple(sorted(questions, key=lambda each: -len(each.rows)))


def people_options(people: Iterable[KnownPerson]) -> Iterator[AnswerOption]:
    """One answer for each person who may be meant."""
    for person in people:
        yield AnswerOption(str(person.seat), "person", person.name, person.seat)


def judge_rows(
    sheet: Spreadsheet,
    columns: SheetColumns,
    choices: Mapping[str, str],
    judge: Callable[[JudgedRow[Entry]], tuple[Entry | None, Seat | None]],
) -> JudgedSheet[Entry]:
    """Judge every row that may be an entry: what comes in, or who it is that the club has."""
    rows = []
    for number, cells in rows_of(sheet, columns):
        row: JudgedRow[Entry] = JudgedRow(number, cells, columns, choices)
        row.left_out = nobodys(cells, columns)
        row.settle(*((None, None) if row.left_out or row.find_broken() else judge(row)))
        rows.append(row)
    return JudgedSheet(tuple(rows))


def rows_of(sheet: Spreadsheet, columns: SheetColumns) -> list[tuple[int, tuple[Cell, ...]]]:
    """The rows below the headings, each with its number in the spreadsheet.

    Refused where the necessary columns are not known.
    """
    if columns.missing:
        raise Refusal(
            _("First choose the columns for: %(value)s."),
            code=Code.MISSING,
            field="columns",
            value=", ".join(columns.missing),
            reason="missing_columns",
        )
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
