"""What is said of the rows of a notebook: entries, faults, questions, remarks.

Codes only; the words are in ``labels/questions.py``.  A row is counted from 1 as the spreadsheet
shows it, a column is called by its own heading.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Generic, TypeVar

from goclub.games.notebook.queries import Seat

Entry = TypeVar("Entry")
Params = Mapping[str, object]
#: So much of a cell is shown.
LONGEST_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class RowRemark:
    """What there is to say of a row: ``code`` with ``params``, at a column and its ``value``."""

    row: int
    column: str
    code: str
    value: str = ""
    params: Params = field(default_factory=dict)


class RowFault(RowRemark):
    """Why a row stays out until the file says something else."""

    __slots__ = ()


class Warn(RowRemark):
    """A remark on a row that comes in all the same."""

    __slots__ = ()


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


@dataclass(frozen=True, slots=True)
class Judgement(Generic[Entry]):
    """One row: it comes in where there is an ``entry``.

    ``there``: it is in the club already; ``left_out``: why nobody need look at it (``blank``,
    ``totals``, ``skipped``, ``heading``), else "".
    """

    row: int
    entry: Entry | None = None
    faults: tuple[RowFault, ...] = ()
    asks: tuple[Ask, ...] = ()
    warnings: tuple[Warn, ...] = ()
    there: Seat | None = None
    left_out: str = ""
    value: str = ""


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

    rows: tuple[Judgement[Entry], ...]
    #: Names that rows answered as somebody whom the club knows already.
    same: Mapping[str, Seat] = field(default_factory=dict)

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """What comes in."""
        return tuple(row.entry for row in self.rows if row.entry is not None)

    @cached_property
    def faults(self) -> tuple[RowFault, ...]:
        """What keeps rows out."""
        return tuple(fault for row in self.rows for fault in row.faults)

    @cached_property
    def asks(self) -> tuple[Ask, ...]:
        """Every question of every row."""
        return tuple(ask for row in self.rows for ask in row.asks)

    @cached_property
    def warnings(self) -> tuple[Warn, ...]:
        """Remarks on what comes in."""
        return tuple(warn for row in self.rows for warn in row.warnings)

    @cached_property
    def left_out(self) -> tuple[Judgement[Entry], ...]:
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


def shown(text: str) -> str:
    """A cell, cut to what a page has room for.

    >>> len(shown("9" * 5000)), shown("Ola")
    (60, 'Ola')
    """
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"
