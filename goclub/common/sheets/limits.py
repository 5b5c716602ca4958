"""How much of a spreadsheet is taken, asked before it is opened."""

from __future__ import annotations

import io
import re
import zipfile
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import IO, Final
from xml.parsers import expat

from goclub.go.records.batch import BROKEN
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from ratings.text_files import size_words, too_large

MAX_BYTES: Final = 8_000_000
MAX_ROWS: Final = 20_000
MAX_COLUMNS: Final = 100
MAX_CELLS: Final = 1_000_000
#: Of a workbook, which is a zip archive: its parts, all of them unpacked, and how many times
#: larger than packed where more than the first million is unpacked.
MAX_PARTS: Final = 2_000
MAX_UNPACKED: Final = 200_000_000
MAX_RATIO: Final = 200
RATIO_FROM: Final = 2_000_000

_CHUNK: Final = 65_536
_LETTERS: Final = re.compile(r"([A-Z]{1,3})(\d{1,7})")


def check_size(data: bytes) -> None:
    """Refuse an empty file and one that is too large."""
    if not data:
        raise RuleError(Code.MISSING, "file", reason="files.empty")
    if len(data) > MAX_BYTES:
        raise too_large(len(data), MAX_BYTES)


def check_area(rows: int, columns: int) -> None:
    """Refuse a sheet of more rows, columns or cells than are taken."""
    for number, most, reason in (
        (rows, MAX_ROWS, "files.too_many_rows"),
        (columns, MAX_COLUMNS, "files.too_many_columns"),
        (rows * columns, MAX_CELLS, "files.too_many_cells"),
    ):
        if number > most:
            raise RuleError(Code.RANGE, "file", number, AcceptedRange(0, most), reason=reason)


def check_workbook(data: bytes) -> None:
    """Look through a zipped workbook without opening it: parts, sizes, extent of each sheet.

    Raises RuleError of ``files.workbook_bomb``, ``files.encrypted``, ``files.broken`` and what
    :func:`check_area` raises.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            if any(part.flag_bits & 1 for part in parts):
                raise RuleError(Code.FORBIDDEN, "file", reason="files.encrypted")
            _check_parts(parts, len(data))
            for part in parts:
                _check_part(archive, part)
    except (*BROKEN, expat.ExpatError) as error:
        if isinstance(error, RuleError):
            raise
        raise RuleError(Code.TYPE, "file", reason="files.broken") from error


def _check_parts(parts: list[zipfile.ZipInfo], packed: int) -> None:
    size = sum(part.file_size for part in parts)
    bursts = size > RATIO_FROM and size > MAX_RATIO * packed
    if len(parts) > MAX_PARTS or size > MAX_UNPACKED or bursts:
        raise _bomb(size)


def _bomb(size: int) -> RuleError:
    return RuleError(
        Code.RANGE, "file", size_words(size), size_words(MAX_UNPACKED), reason="files.workbook_bomb"
    )


def _check_part(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
    """Unpack one part, no further than its header says, and measure it if it is a sheet."""
    name = part.filename.lower()
    extent: _Extent | None = None
    if "worksheets/" in name and name.endswith(".xml"):
        extent = _CellCounter()
    elif name.endswith("content.xml"):
        extent = _Tables()
    with archive.open(part) as stream:
        for chunk in _chunks(stream, part.file_size):
            if extent is not None:
                extent.feed(chunk)


def _chunks(stream: IO[bytes], size: int) -> Iterator[bytes]:
    read = 0
    while chunk := stream.read(_CHUNK):
        read += len(chunk)
        if read > size:
            raise _bomb(read)
        yield chunk


class _Extent(ABC):
    """How far the cells of a sheet reach, told by its XML as it passes."""

    def __init__(self) -> None:
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self.start
        self._parser.EndElementHandler = self.end
        self._parser.StartDoctypeDeclHandler = self._no_doctype
        self._row = self._column = 0

    def feed(self, chunk: bytes) -> None:
        """Go on with the XML."""
        self._parser.Parse(chunk)

    @abstractmethod
    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins; each format counts its rows and columns in its own way."""

    def end(self, name: str) -> None:  # noqa: B027 -- only where a format counts at the end
        """Nothing ends here, unless a format says so."""

    def _no_doctype(self, *_declared: object) -> None:
        raise RuleError(Code.TYPE, "file", reason="files.broken")


class _CellCounter(_Extent):
    """Cells of XLSX, each with its place or one after the other."""

    _widest = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(":")[2]
        if tag == "row":
            reference = attributes.get("r", "")
            self._row = (
                int(reference) if reference.isdecimal() and len(reference) < 8 else self._row + 1
            )
            self._column = 0
        elif tag == "c":
            if match := _LETTERS.fullmatch(attributes.get("r", "")):
                self._column, row = column_number(match[1]), int(match[2])
                self._row = max(self._row, row)
            else:
                self._column += 1
            self._widest = max(self._widest, self._column)
            check_area(self._row, self._widest)


class _Tables(_Extent):
    """Cells of ODS, which may stand for a great many of the same; blank ones count only where
    something comes behind them."""

    _times = 1
    _blank = _wide = _waiting = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rpartition(":")[2]
        if tag == "table":
            self._row = self._waiting = 0
        elif tag == "table-row":
            self._times = times_repeated(attributes, "table:number-rows-repeated")
            self._column = self._blank = self._wide = 0
        elif tag in ("table-cell", "covered-table-cell"):
            times = times_repeated(attributes, "table:number-columns-repeated")
            if any(key.endswith(("value-type", ":formula")) for key in attributes):
                self._wide = self._column = self._column + self._blank + times
                self._blank = 0
            else:
                self._blank += times

    def end(self, name: str) -> None:
        if name.rpartition(":")[2] != "table-row":
            return
        if not self._wide:
            self._waiting += self._times
            return
        self._row += self._waiting + self._times
        self._waiting = 0
        check_area(self._row, self._wide)


def times_repeated(attributes: dict[str, str], name: str) -> int:
    """Return for how many of the same a row or a cell of ODS stands."""
    value = attributes.get(name, "1")
    return max(1, int(value)) if value.isdecimal() and len(value) < 10 else 1


def column_number(letters: str) -> int:
    """The number of a column, from 1.

    >>> column_number("A"), column_number("AA"), column_number("XFD")
    (1, 27, 16384)
    """
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number
