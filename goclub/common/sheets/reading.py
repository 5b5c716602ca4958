"""Spreadsheets to sheets of cells: CSV, TSV, XLSX, XLS and ODS.

The rest of the house sees :class:`~goclub.common.sheets.sheet.Spreadsheet` alone; another reader of
workbooks replaces :func:`_read_workbook`.  Formulas are never run: of a workbook the value is read
that was stored with them, in a text they stay text.
"""

from __future__ import annotations

import io
from pathlib import PurePath
from typing import Final

from python_calamine import (
    CalamineWorkbook,
    PasswordError,
    SheetTypeEnum,
    SheetVisibleEnum,
)

from goclub.common.sheets.broken import broken_cells
from goclub.common.sheets.limits import check_area, check_size, check_workbook
from goclub.common.sheets.old_excel import check_old_excel, old_broken_cells
from goclub.common.sheets.sheet import Cell, Spreadsheet, is_empty
from goclub.common.sheets.text import read_text
from ratings.errors import Code, RuleError

_ZIP: Final = b"PK\x03\x04"
_OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_FOREIGN: Final = (
    b"%PDF",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"Rar!",
    b"7z\xbc\xaf",
    b"\x1f\x8b",
    b"BZh",
)
KINDS: Final = "CSV, XLSX, XLS, ODS"


def read_sheets(data: bytes, name: str, *, encoding: str = "") -> tuple[Spreadsheet, ...]:
    """The sheets of a file that hold anything, in their order; hidden ones are left out.

    *name* of the file, for the title of a text; its kind is told by its bytes.  *encoding* forces
    the one of a text file, a code of :data:`~goclub.common.sheets.text.ENCODINGS`.

    Raises RuleError on field ``file`` for whatever cannot be read, is too large or empty.
    """
    check_size(data)
    if data.startswith(_ZIP):
        check_workbook(data)
        return _read_workbook(data)
    if data.startswith(_OLE):
        check_old_excel(data)
        return _read_workbook(data)
    if data.startswith(_FOREIGN):
        raise RuleError(
            Code.TYPE, field="file", value=name[:80], accepted=KINDS, reason="files.no_spreadsheet"
        )
    return (read_text(data, PurePath(name).stem[:80], encoding),)


def is_workbook(data: bytes) -> bool:
    """Whether a file is a workbook, or of a kind that is no table at all."""
    return data.startswith((_ZIP, _OLE, *_FOREIGN))


def _read_workbook(data: bytes) -> tuple[Spreadsheet, ...]:
    try:
        sheets = tuple(_sheets(data))
    except RuleError:
        raise
    except PasswordError as error:
        raise RuleError(Code.FORBIDDEN, field="file", reason="files.encrypted") from error
    except (KeyboardInterrupt, SystemExit):
        raise
    # The reader is written in Rust, and what it did not expect comes as a PanicException.
    except BaseException as error:
        raise RuleError(Code.TYPE, field="file", reason="files.broken") from error
    if not sheets:
        raise RuleError(Code.MISSING, field="file", reason="files.empty")
    return sheets


def _sheets(data: bytes) -> list[Spreadsheet]:
    sheets = []
    broken = broken_cells(data) if data.startswith(_ZIP) else old_broken_cells(data)
    with CalamineWorkbook.from_filelike(io.BytesIO(data)) as book:
        for metadata in book.sheets_metadata:
            if (
                metadata.typ != SheetTypeEnum.WorkSheet
                or metadata.visible != SheetVisibleEnum.Visible
            ):
                continue
            sheet = book.get_sheet_by_name(metadata.name)
            if sheet.total_height:
                check_area(sheet.total_height, sheet.total_width)
            rows = [tuple(map(_cell, row)) for row in sheet.to_python(skip_empty_area=False)]
            for place, text in broken.get(metadata.name, {}).items():
                _put(rows, place, text)
            while rows and all(map(is_empty, rows[-1])):
                rows.pop()
            if rows:
                sheets.append(Spreadsheet(metadata.name[:80], tuple(rows)))
    return sheets


def _put(rows: list[tuple[Cell, ...]], place: tuple[int, int], text: str) -> None:
    """Let a broken cell stay where it stands, by what is seen in it."""
    at, column = place
    check_area(at + 1, column + 1)
    rows += [()] * (at + 1 - len(rows))
    row = list(rows[at])
    row += [None] * (column + 1 - len(row))
    row[column] = text
    rows[at] = tuple(row)


def _cell(cell: Cell) -> Cell:
    return None if isinstance(cell, str) and not cell.strip() else cell
