"""Tables as clubs send them, by column: whoever opens their files knows encodings and headings.

Reading is a dry run: what is wrong with a line is told beside it, and the other lines are read all
the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from ratings.accepted import AcceptedWords
from ratings.errors import Code, RuleError

_T = TypeVar("_T")

#: A cell of names with one of these alone is a blank one.
BLANKS = frozenset("-–—?")
_TRUE = frozenset({"1", "yes", "true", "x", "!"})
_FALSE = frozenset({"", "0", "no", "false"})


@dataclass(frozen=True, slots=True)
class Cells:
    """A line of the table by column; ``at``: its row in the file, from 1; ``problems``: what was
    wrong with its cells before anybody read them."""

    at: int
    values: Mapping[str, str]
    problems: tuple[RuleError, ...] = ()

    def get(self, column: str) -> str:
        """Return what stands in a column; empty where the file has none of that name."""
        return self.values.get(column, "")


@dataclass(frozen=True, slots=True)
class SheetTable:
    """The lines under the heading, and the headings: those that nobody knows, and the others."""

    rows: tuple[Cells, ...]
    unknown: tuple[str, ...]
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetRow(Generic[_T]):
    """What a line says, None where something is wrong with it, and what that is."""

    at: int
    entry: _T | None
    problems: tuple[RuleError, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet(Generic[_T]):
    """The lines of a table, read; ``unknown``: headings that were passed over; ``columns``: the
    others, under our names."""

    rows: tuple[SheetRow[_T], ...]
    unknown: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()

    @property
    def entries(self) -> tuple[_T, ...]:
        """What the faultless lines say."""
        return tuple(row.entry for row in self.rows if row.entry is not None)


@dataclass(slots=True)
class Problems:
    """What is wrong with one line."""

    found: list[RuleError] = field(default_factory=list)

    def add(self, error: RuleError) -> None:
        """Keep a refusal."""
        self.found.append(error)

    def matching(self, cells: Cells, column: str, form: re.Pattern[str], accepted: str) -> str:
        """Return a cell that is empty or of a form; keep E_TYPE and return "" for another."""
        text = cells.get(column)
        if not text or form.fullmatch(text):
            return text
        self.add(RuleError(Code.TYPE, column, text[:80], accepted))
        return ""

    def switch(self, cells: Cells, column: str) -> bool:
        """Return whether a cell says yes; keep E_TYPE for neither yes nor no."""
        text = cells.get(column).casefold()
        if text not in (*_TRUE, *_FALSE, column):
            self.add(RuleError(Code.TYPE, column, text[:80], AcceptedWords("yes or no")))
        return text in _TRUE or text == column

    def once(self, seen: dict[str, int], key: str, at: int, column: str, value: str) -> None:
        """Keep E_DUPLICATE (``line``: which had it before) for a key that was seen before."""
        before = seen.setdefault(key, at)
        if before != at and key.strip():
            self.add(
                RuleError(
                    Code.DUPLICATE,
                    column,
                    value,
                    reason="formats.same_line",
                    params={"line": before},
                )
            )
