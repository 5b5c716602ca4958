"""What is read from a spreadsheet, whatever file it came in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Final, TypeAlias

Cell: TypeAlias = str | int | float | Decimal | bool | date | datetime | time | timedelta | None

#: Errors as spreadsheet programs write them in any language, and a number too wide for its cell.
_ERROR: Final = re.compile(
    r"#\s?[^\W\d_][\w ./]*[!?]|#N/?[A-Z]|#[A-Z]+/0!|#[A-Z_]{2,}|#{3,}|Err:\d{3}", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Spreadsheet:
    """One sheet: ``rows`` from the first of the spreadsheet on, so that the one with index 0 is
    what people see as row 1; blank ones are kept.  ``encoding`` in which a text was read, "" for
    a workbook."""

    title: str
    rows: tuple[tuple[Cell, ...], ...]
    encoding: str = ""

    @property
    def filled_rows(self) -> int:
        """How many rows hold anything."""
        return sum(not all(map(is_empty, row)) for row in self.rows)


def cell_text(cell: Cell) -> str:
    """A cell as one line of text: days as ISO, whole numbers without a decimal point.

    >>> cell_text(3.0), cell_text(date(2024, 3, 5)), cell_text(None), cell_text(" a\\u3000 b ")
    ('3', '2024-03-05', '', 'a b')
    """
    if cell is None:
        return ""
    if isinstance(cell, str):
        return " ".join(cell.split())
    if isinstance(cell, datetime):
        whole = (cell.hour, cell.minute, cell.second) == (0, 0, 0)
        return cell.date().isoformat() if whole else cell.isoformat(" ", "seconds")
    if isinstance(cell, date | time):
        return cell.isoformat()
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    return str(cell)


def is_empty(cell: Cell) -> bool:
    """Whether a cell says nothing."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


def is_error(cell: Cell) -> bool:
    """Whether a cell has an error in place of a value.

    >>> [is_error(text) for text in ("#N/A", "＃DIV/0!", "#NAZWA?", "#N/D!", "Err:502", "#####")]
    [True, True, True, True, True, True]
    >>> is_error("#1"), is_error("Nowak #2"), is_error(None)
    (False, False, False)
    """
    return isinstance(cell, str) and _ERROR.fullmatch(cell.strip().replace("＃", "#")) is not None
