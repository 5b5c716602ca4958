"""CSV tables as clubs send them: any separator, any of the usual encodings, headings in any order.

Reading is a dry run: what is wrong with a line is told beside it, and the other lines are read all
the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from ratings.errors import Code, RuleError
from ratings.text_files import decoded, missing_column, table_lines
from tournaments.formats.latin import folded

MAX_CELL = 500

#: What the site's writer puts an apostrophe in front of.
_DEFUSED = re.compile(r"^'(?=[=+\-@\t\r])")

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Cells:
    """A line of the table by column; ``at``: its line number in the file, from 1."""

    at: int
    values: Mapping[str, str]

    def get(self, column: str) -> str:
        """Return what stands in a column; empty where the file has none of that name."""
        return self.values.get(column, "")


@dataclass(frozen=True, slots=True)
class Table:
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

    @property
    def is_clean(self) -> bool:
        """Whether nothing is wrong with any line."""
        return not any(row.problems for row in self.rows)


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
        self.add(RuleError(Code.TYPE, field=column, value=text[:80], accepted=accepted))
        return ""

    def once(self, seen: dict[str, int], key: str, at: int, column: str, value: str) -> None:
        """Keep E_DUPLICATE (``line``: which had it before) for a key that was seen before."""
        before = seen.setdefault(key, at)
        if before != at and key.strip():
            self.add(
                RuleError(
                    Code.DUPLICATE,
                    field=column,
                    value=value,
                    reason="formats.same_line",
                    params={"line": before},
                )
            )


def read_cells(
    data: bytes, columns: Iterable[str], synonyms: Mapping[str, str], *, needed: Iterable[str]
) -> Table:
    """Return the lines of a CSV file by column.

    The first line that says anything is the heading; *synonyms* are other headings, folded.
    Empty lines are passed over, apostrophes that defuse formulas taken off.

    Raises what :func:`ratings.text_files.decoded` and :func:`ratings.text_files.table_lines`
    raise; RuleError E_MISSING (field: the column; reason ``missing_column``) for a needed column,
    E_DUPLICATE for a heading twice (reason ``same_heading``).
    """
    lines = table_lines(decoded(data))
    if not lines:
        raise RuleError(Code.MISSING, field="file", reason="files.empty")
    (_, heading), *body = lines
    known = {folded(column): column for column in columns} | {
        folded(word): column for word, column in synonyms.items()
    }
    names = [known.get(folded(cell)) for cell in heading]
    used = [name for name in names if name is not None]
    for name in needed:
        if name not in used:
            raise missing_column(name, name, ", ".join(columns))
    for name in used:
        if used.count(name) > 1:
            raise RuleError(
                Code.DUPLICATE, field="heading", value=name, reason="formats.same_heading"
            )
    rows = tuple(
        Cells(
            at,
            {
                name: _DEFUSED.sub("", cell.strip(), count=1)[:MAX_CELL].strip()
                for name, cell in zip(names, cells, strict=False)
                if name is not None
            },
        )
        for at, cells in body
    )
    unknown = (cell.strip() for cell, name in zip(heading, names, strict=True) if name is None)
    return Table(rows, tuple(filter(None, unknown)), tuple(used))
