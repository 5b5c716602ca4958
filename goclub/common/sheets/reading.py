"""Spreadsheets to sheets of cells: CSV, TSV, XLSX, XLS and ODS.

The rest of the house sees :class:`~goclub.common.sheets.sheet.Spreadsheet` alone; another reader of
workbooks replaces :func:`_read_workbook`.  Formulas are never run: of a workbook the value is read
that was stored with them, in a text they stay text.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections import defaultdict
from collections.abc import Mapping
from pathlib import PurePath
from typing import Final
from xml.parsers import expat

from python_calamine import (
    CalamineWorkbook,
    PasswordError,
    SheetTypeEnum,
    SheetVisibleEnum,
)

from goclub.common.sheets.limits import (
    check_area,
    check_size,
    check_workbook,
    column_number,
    times_repeated,
)
from goclub.common.sheets.old_excel import check_old_excel, old_broken_cells
from goclub.common.sheets.sheet import Cell, Spreadsheet, is_empty, is_error
from goclub.common.sheets.text import read_text
from ratings.errors import Code, RuleError

#: By the title of a sheet: what stands in the cells at these rows and columns, counted from 0.
BrokenCells = Mapping[str, Mapping[tuple[int, int], str]]

_MAY_HOLD: Final = re.compile(rb"""<(?:\w+:)?f[\s/>]|\st=["']e["']|formula=""")
_PLACE: Final = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_NOT_COMPUTED: Final = "=…"
#: So much of a formula is kept.
_LONGEST: Final = 60


def broken_cells(data: bytes) -> BrokenCells:
    """Return the broken cells of a zipped workbook that was looked through before."""
    broken: dict[str, Mapping[tuple[int, int], str]] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = set(archive.namelist())
        if "content.xml" in names:
            content = archive.read("content.xml")
            return _OpenDocument().read(content) if _MAY_HOLD.search(content) else {}
        for title, part in _sheet_parts(archive, names).items():
            sheet = archive.read(part)
            if _MAY_HOLD.search(sheet):
                broken[title] = _OfficeSheet().read(sheet)
    return broken


def _sheet_parts(archive: zipfile.ZipFile, names: set[str]) -> dict[str, str]:
    """The part of the archive that holds each sheet."""
    if not {"xl/workbook.xml", "xl/_rels/workbook.xml.rels"} <= names:
        return {}
    targets: dict[str, str] = {}
    for tag, attributes in _elements(archive.read("xl/_rels/workbook.xml.rels")):
        if tag == "Relationship":
            target = attributes.get("Target", "")
            path = target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
            targets[attributes.get("Id", "")] = path
    parts = {}
    for tag, attributes in _elements(archive.read("xl/workbook.xml")):
        if tag == "sheet":
            by_id = next((v for k, v in attributes.items() if k.rpartition(":")[2] == "id"), "")
            if targets.get(by_id) in names:
                parts[attributes.get("name", "")] = targets[by_id]
    return parts


def _elements(document: bytes) -> list[tuple[str, dict[str, str]]]:
    elements: list[tuple[str, dict[str, str]]] = []
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda name, attributes: elements.append(
        (name.rpartition(":")[2], attributes)
    )
    parser.Parse(document, True)
    return elements


class _OfficeSheet:
    """One sheet of XLSX as its XML passes."""

    def __init__(self) -> None:
        self._broken: dict[tuple[int, int], str] = {}
        self._row = self._column = -1
        self._kind = ""
        self._texts: dict[str, str] = {}
        self._within = ""

    def read(self, sheet: bytes) -> dict[tuple[int, int], str]:
        """Return the broken cells."""
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.Parse(sheet, True)
        return self._broken

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(":")[2]
        if tag == "row":
            reference = attributes.get("r", "")
            self._row = (
                int(reference) - 1
                if reference.isdecimal() and len(reference) < 8
                else self._row + 1
            )
            self._column = -1
        elif tag == "c":
            self._column += 1
            if place := _PLACE.fullmatch(attributes.get("r", "")):
                self._row, self._column = int(place[2]) - 1, column_number(place[1]) - 1
            self._kind, self._texts = attributes.get("t", ""), {}
        elif tag in ("f", "v"):
            self._within = tag
            self._texts[tag] = ""

    def _text(self, text: str) -> None:
        if self._within:
            self._texts[self._within] += text

    def _end(self, name: str) -> None:
        tag = name.rpartition(":")[2]
        if tag in ("f", "v"):
            self._within = ""
        elif tag == "c":
            formula, value = self._texts.get("f"), self._texts.get("v", "")
            if self._kind == "e":
                self._broken[self._row, self._column] = value.strip() or "#N/A"
            # A formula that gave an empty text has the kind "str".
            elif formula is not None and not value and self._kind != "str":
                self._broken[self._row, self._column] = (
                    f"={formula.strip()[:_LONGEST]}" if formula.strip() else _NOT_COMPUTED
                )


class _OpenDocument:
    """The sheets of ODS as the XML passes; rows and cells may stand for many of the same."""

    def __init__(self) -> None:
        self._sheets: dict[str, dict[tuple[int, int], str]] = defaultdict(dict)
        self._title = ""
        self._row = self._column = 0
        self._rows = self._cells = 1
        self._attributes: dict[str, str] | None = None
        self._words = ""

    def read(self, content: bytes) -> BrokenCells:
        """Return the broken cells."""
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.Parse(content, True)
        return self._sheets

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(":")[2]
        if tag == "table":
            self._title, self._row = attributes.get("table:name", ""), 0
        elif tag == "table-row":
            self._rows, self._column = times_repeated(attributes, "table:number-rows-repeated"), 0
        elif tag in ("table-cell", "covered-table-cell"):
            self._cells = times_repeated(attributes, "table:number-columns-repeated")
            self._attributes, self._words = attributes, ""

    def _text(self, text: str) -> None:
        if self._attributes is not None:
            self._words += text

    def _end(self, name: str) -> None:
        tag = name.rpartition(":")[2]
        if tag == "table-row":
            self._row += self._rows
        elif tag in ("table-cell", "covered-table-cell") and self._attributes is not None:
            if broken := _open_document_cell(self._attributes, self._words.strip()):
                for row in range(self._row, self._row + self._rows):
                    for column in range(self._column, self._column + self._cells):
                        self._sheets[self._title][row, column] = broken
            self._column += self._cells
            self._attributes = None


def _open_document_cell(attributes: dict[str, str], words: str) -> str:
    """What stands in a broken cell of ODS, "" for a whole one."""
    kinds = {name.rpartition(":")[0]: kind for name, kind in attributes.items()
            if name.endswith(":value-type")}  # fmt: skip
    formula = attributes.get("table:formula")
    if kinds.get("calcext") == "error" or (formula is not None and is_error(words)):
        return words or "#N/A"
    if formula is not None and not kinds:
        return f"={formula.partition('=')[2].strip()[:_LONGEST]}"
    return ""


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
        raise RuleError(Code.TYPE, "file", name[:80], KINDS, reason="files.no_spreadsheet")
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
        raise RuleError(Code.FORBIDDEN, "file", reason="files.encrypted") from error
    except (KeyboardInterrupt, SystemExit):
        raise
    # The reader is written in Rust, and what it did not expect comes as a PanicException.
    except BaseException as error:
        raise RuleError(Code.TYPE, "file", reason="files.broken") from error
    if not sheets:
        raise RuleError(Code.MISSING, "file", reason="files.empty")
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
