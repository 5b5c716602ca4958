"""The files of a batch as sheets with columns."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from goclub.common.sheets.reading import read_sheets
from goclub.common.sheets.sheet import Spreadsheet
from goclub.games.models import BatchFile
from goclub.games.notebook.services.columns import SheetColumns, guess_kind, match_columns

Kind = BatchFile.Kind


def open_sheets(data: bytes, name: str, encoding: str = "") -> tuple[Spreadsheet, ...]:
    """Every sheet of a file; raises what reading refuses."""
    return read_sheets(data, name, encoding=encoding)


def sheets_of(file: BatchFile) -> tuple[Spreadsheet, ...]:
    """Every sheet of a file that was kept, in the encoding chosen for it."""
    return open_sheets(bytes(file.data), file.name, file.encoding)


def chosen_sheet(sheets: Sequence[Spreadsheet], title: str) -> Spreadsheet:
    """The sheet of a title, else the first in which members or games are found, else the first."""
    named = (sheet for sheet in sheets if title and sheet.title == title)
    guessed = (sheet for sheet in sheets if guess_kind(sheet))
    return next(named, None) or next(guessed, None) or sheets[0]


def kind_of(sheets: Sequence[Spreadsheet], *, present: Collection[str]) -> str:
    """What the rows of a file are: members, or games where that cannot be seen and is free yet."""
    guessed = guess_kind(chosen_sheet(sheets, ""))
    if guessed:
        return str(guessed)
    return Kind.GAMES if Kind.MEMBERS in present else Kind.MEMBERS


def columns_of(file: BatchFile, sheet: Spreadsheet) -> SheetColumns:
    """The columns as chosen by hand, else as their headings say.

    Raises RuleError where no heading is found.
    """
    if file.columns:
        return SheetColumns.from_json(file.columns)
    return match_columns(sheet, file.kind)
