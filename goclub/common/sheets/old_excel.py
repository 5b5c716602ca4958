"""Workbooks of Excel before 2007: how far their cells reach, asked before they are opened, and
which of them hold an error, for which the reader gives nothing.

The reader makes room for every cell between the first and the last, so a file of two cells could
ask for a great deal of memory.  Of the container (MS-CFB) only the chain of the stream "Workbook"
is followed, of the stream (MS-XLS) only the heads of the records that place cells.
"""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from goclub.common.sheets.limits import check_area
from ratings.errors import Code, RuleError

_FREE: Final = 0xFFFF_FFFA
_NAMES: Final = ("Workbook", "Book")
_ENCRYPTED: Final = ("EncryptedPackage", "EncryptionInfo")
#: FORMULA, LABEL, NUMBER, BLANK, BOOLERR, RK, LABELSST, RSTRING, MULRK, MULBLANK of MS-XLS 2.4.
_PLACED: Final = {0x06, 0x203, 0x204, 0x201, 0x205, 0x27E, 0xFD, 0xD6, 0xBD, 0xBE, 0x04, 0x03, 0x02}
_FILEPASS, _BOF, _SHEET = 0x2F, 0x809, 0x85
_FORMULA, _ERROR_OR_TRUTH = 0x06, 0x205
#: Before 1997 names had one octet a letter.
_BIFF8: Final = 0x600
_ERRORS: Final = {
    0x00: "#NULL!", 0x07: "#DIV/0!", 0x0F: "#VALUE!", 0x17: "#REF!", 0x1D: "#NAME?",
    0x24: "#NUM!", 0x2A: "#N/A",
}  # fmt: skip


def check_old_excel(data: bytes) -> None:
    """Refuse a workbook that is encrypted, broken or too large."""
    try:
        streams = _streams(data)
        if any(name in streams for name in _ENCRYPTED):
            raise RuleError(Code.FORBIDDEN, "file", reason="files.encrypted")
        _check_records(_workbook(streams))
    except (struct.error, IndexError, ValueError, OverflowError) as error:
        if isinstance(error, RuleError):
            raise
        raise RuleError(Code.TYPE, "file", reason="files.broken") from error


def old_broken_cells(data: bytes) -> Mapping[str, Mapping[tuple[int, int], str]]:
    """Return the cells that hold an error, by the title of their sheet, rows and columns from 0.

    The workbook was looked through before by :func:`check_old_excel`.
    """
    titles: dict[int, str] = {}
    broken: defaultdict[str, dict[tuple[int, int], str]] = defaultdict(dict)
    title, version = "", _BIFF8
    for place, kind, record in _records(_workbook(_streams(data))):
        if kind == _BOF:
            title = titles.get(place, "")
            version = version if titles else struct.unpack_from("<H", record)[0]
        elif kind == _SHEET and len(record) > 7:
            titles[struct.unpack_from("<I", record)[0]] = _title(record[6:], version)
        elif kind in (_FORMULA, _ERROR_OR_TRUTH) and (error := _error(kind, record)):
            broken[title][struct.unpack_from("<HH", record)] = error
    return broken


def _error(kind: int, record: bytes) -> str:
    """The error that a record of a cell holds, "" where it holds a value."""
    if kind == _FORMULA:
        holds, code = record[6:7] == b"\2" and record[12:14] == b"\xff\xff", record[8:9]
    else:
        holds, code = record[7:8] == b"\1", record[6:7]
    return _ERRORS.get(code[0], "#N/A") if holds and code else ""


def _title(text: bytes, version: int) -> str:
    """The title of a sheet, from how many letters it has."""
    if version != _BIFF8:
        return text[1 : 1 + text[0]].decode("cp1252", "replace")
    if text[1] & 1:
        return text[2 : 2 + 2 * text[0]].decode("utf-16-le", "replace")
    return text[2 : 2 + text[0]].decode("latin-1")


def _workbook(streams: Mapping[str, bytes]) -> bytes:
    """The stream that holds the sheets."""
    stream = next((streams[name] for name in _NAMES if name in streams), None)
    if stream is None:
        raise RuleError(Code.TYPE, "file", reason="files.broken")
    return stream


def _records(stream: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Where each record stands, its kind and what is in it."""
    place = 0
    while place + 4 <= len(stream):
        kind, length = struct.unpack_from("<HH", stream, place)
        yield place, kind, stream[place + 4 : place + 4 + length]
        place += 4 + length


def _streams(data: bytes) -> dict[str, bytes]:
    """The streams of the container by name; those in the small sectors of it as "" only."""
    shift = struct.unpack_from("<H", data, 30)[0]
    if shift not in (9, 12):
        raise ValueError("sector size")
    size = 1 << shift
    first_directory = struct.unpack_from("<I", data, 48)[0]
    smallest, first_mini = struct.unpack_from("<II", data, 56)
    table = _table(data, size)
    directory = b"".join(_chain(data, size, table, first_directory))
    mini_table: list[int] = []
    if first_mini < _FREE:
        packed = b"".join(_chain(data, size, table, first_mini))
        mini_table = list(struct.unpack(f"<{len(packed) // 4}I", packed[: len(packed) // 4 * 4]))
    small, streams = b"", {}
    for place in range(0, len(directory) - 127, 128):
        entry = directory[place : place + 128]
        length = struct.unpack_from("<H", entry, 64)[0]
        name = entry[: max(0, min(length, 64) - 2)].decode("utf-16-le", "replace")
        start, octets = struct.unpack_from("<II", entry, 116)
        if entry[66] == 5:
            small = b"".join(_chain(data, size, table, start)) if start < _FREE else b""
        elif entry[66] == 2 and name in (*_NAMES, *_ENCRYPTED):
            parts = (
                _chain(data, size, table, start)
                if octets >= smallest
                else _chain(b"\0" * 64 + small, 64, mini_table, start)
            )
            streams[name] = b"".join(parts)[:octets]
    return streams


def _table(data: bytes, size: int) -> list[int]:
    """The table of which sector follows which."""
    sectors = [sector for sector in struct.unpack_from("<109I", data, 76) if sector < _FREE]
    following = struct.unpack_from("<I", data, 68)[0]
    seen: set[int] = set()
    while following < _FREE and following not in seen:
        seen.add(following)
        further = struct.unpack_from(f"<{size // 4}I", data, (following + 1) * size)
        sectors += [sector for sector in further[:-1] if sector < _FREE]
        following = further[-1]
    if len(sectors) > len(data) // size + 1:
        raise ValueError("more tables than sectors")
    table: list[int] = []
    for sector in sectors:
        table += struct.unpack_from(f"<{size // 4}I", data, (sector + 1) * size)
    return table


def _chain(data: bytes, size: int, table: list[int], sector: int) -> Iterator[bytes]:
    seen: set[int] = set()
    while sector < _FREE:
        if sector in seen:
            raise ValueError("a chain without an end")
        seen.add(sector)
        yield data[(sector + 1) * size : (sector + 2) * size]
        sector = table[sector]


def _check_records(stream: bytes) -> None:
    rows = columns = 0
    for _place, kind, record in _records(stream):
        if kind == _FILEPASS:
            raise RuleError(Code.FORBIDDEN, "file", reason="files.encrypted")
        if kind == _BOF:
            rows = columns = 0
        elif kind in _PLACED and len(record) >= 4:
            row, column = struct.unpack_from("<HH", record)
            if kind in (0xBD, 0xBE) and len(record) >= 6:
                column = max(column, *struct.unpack_from("<H", record, len(record) - 2))
            rows, columns = max(rows, row + 1), max(columns, column + 1)
            check_area(rows, columns)
