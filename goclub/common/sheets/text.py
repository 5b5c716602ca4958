"""Sheets that come as text: CSV and TSV, in whatever encoding and with whatever sign between."""

from __future__ import annotations

import codecs
import csv
import io
from collections import Counter
from typing import Final

from goclub.common.sheets.limits import MAX_COLUMNS, MAX_ROWS, check_area
from goclub.common.sheets.sheet import Cell, Sheet
from goclub.go.records.decode import guess
from ratings.errors import Code, RuleError

#: What may be chosen by hand, with the name that people know it by.
ENCODINGS: Final = (
    ("utf-8", "UTF-8"),
    ("utf-16", "UTF-16"),
    ("cp1250", "Windows-1250"),
    ("iso8859_2", "ISO-8859-2"),
    ("cp1252", "Windows-1252"),
    ("cp932", "Shift-JIS"),
    ("euc_jp", "EUC-JP"),
    ("iso2022_jp", "ISO-2022-JP"),
    ("cp874", "TIS-620"),
)
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SIGNS: Final = ";,\t|"
_SAMPLE_LINES: Final = 50
#: One cell of a CSV; what is longer is no entry of a notebook, and the judging says so.
_LONGEST_CELL: Final = 131_072


def read_text(data: bytes, title: str, encoding: str) -> Sheet:
    """The one sheet of a text file.  Raises RuleError for what is no table of text."""
    text, used = _decoded(data, encoding)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip("\n\t ;,|\ufeff"):
        raise RuleError(Code.MISSING, field="file", reason="files.empty")
    rows = tuple(_rows(text))
    check_area(len(rows), max(map(len, rows), default=0))
    return Sheet(title, rows, used)


def _decoded(data: bytes, encoding: str) -> tuple[str, str]:
    if encoding:
        return _by_hand(data, encoding), encoding
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _strictly(data[len(mark) :], name), name.removesuffix("-le").removesuffix("-be")
    if (wide := _wide(data)) is not None:
        return _strictly(data, wide), "utf-16"
    if b"\0" in data:
        raise RuleError(Code.TYPE, field="file", reason="files.not_text")
    if b"\x1b$" in data or b"\x1b(" in data:
        return _strictly(data, "iso2022_jp"), "iso2022_jp"
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        name = guess(data)
        return data.decode(name, "replace"), name


def _by_hand(data: bytes, encoding: str) -> str:
    if encoding not in dict(ENCODINGS):
        raise RuleError(
            Code.UNKNOWN, field="encoding", value=encoding[:40], reason="files.no_such_encoding"
        )
    for mark, name in _MARKS:
        if encoding.startswith(name[:6]) and data.startswith(mark):
            return data[len(mark) :].decode(name, "replace")
    text = data.decode(encoding, "replace")
    if "\0" in text:
        raise RuleError(Code.TYPE, field="file", reason="files.not_text")
    return text


def _strictly(data: bytes, name: str) -> str:
    try:
        text = data.decode(name)
    except UnicodeDecodeError as error:
        raise RuleError(Code.TYPE, field="file", reason="files.not_text") from error
    if "\0" in text:
        raise RuleError(Code.TYPE, field="file", reason="files.not_text")
    return text


def _wide(data: bytes) -> str | None:
    """UTF-16 without a mark: the line breaks and signs of a table have a zero byte on one side."""
    if len(data) % 2 or b"\0" not in data[:4000]:
        return None
    sample = data[:4000]
    for name, half in (("utf-16-le", sample[1::2]), ("utf-16-be", sample[::2])):
        if half.count(0) > len(half) / 20 and (sample[::2] + sample[1::2]).count(0) == half.count(
            0
        ):
            return name
    return None


def _rows(text: str) -> list[tuple[Cell, ...]]:
    """The rows of a text, those with nothing in them too; a cell may hold line breaks."""
    csv.field_size_limit(_LONGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_sign(text))
    rows: list[tuple[Cell, ...]] = []
    try:
        for cells in reader:
            rows.append(tuple(cell if cell.strip() else None for cell in _trimmed(cells)))
            if len(rows) > MAX_ROWS + 1:
                check_area(len(rows), 1)
            if len(cells) > MAX_COLUMNS and len(rows[-1]) > MAX_COLUMNS:
                check_area(1, len(rows[-1]))
    except csv.Error as error:
        raise RuleError(
            Code.TYPE, field="file", value=reader.line_num, reason="files.not_csv"
        ) from error
    while rows and not any(rows[-1]):
        rows.pop()
    return rows


def _trimmed(cells: list[str]) -> list[str]:
    end = len(cells)
    while end and not cells[end - 1].strip():
        end -= 1
    return cells[:end]


def _sign(text: str) -> str:
    """The sign between cells: the one that parts most lines into as many cells as each other.

    >>> _sign("Data;Komi\\n1.2.2024;6,5\\n2.2.2024;0,5\\n"), _sign("a\\tb\\n")
    (';', '\\t')
    """
    if text[:4].lower() == "sep=" and len(text) > 4 and text[4] in _SIGNS:
        return text[4]
    lines = [line for line in text.split("\n", _SAMPLE_LINES)[:_SAMPLE_LINES] if line.strip()]
    best, most = ",", (0.0, 0)
    for sign in _SIGNS:
        counts = Counter(line.count(sign) for line in lines)
        counts.pop(0, None)
        if not counts:
            continue
        number, times = max(counts.items(), key=lambda item: (item[1], item[0]))
        weight = (float(times), number)
        if weight > most:
            best, most = sign, weight
    return best
