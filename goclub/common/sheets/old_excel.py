"""Workbooks of Excel before 2007: how far their cells reach, asked before they are opened.

The reader makes room for every cell between the first and the last, so a file of two cells could
ask for a great deal of memory.  Of the container (MS-CFB) only the chain of the stream "Workbook"
is followed, of the stream (MS-XLS) only the heads of the records that place cells.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

from goclub.common.sheets.limits import check_area
from ratings.errors import Code, RuleError

_FREE: Final = 0xFFFF_FFFA
_NAMES: Final = ("Workbook", "Book")
_ENCRYPTED: Final = ("EncryptedPackage", "EncryptionInfo")
#: FORMULA, LABEL, NUMBER, BLANK, BOOLERR, RK, LABELSST, RSTRING, MULRK, MULBLANK of MS-XLS 2.4.
_PLACED: Final = {0x06, 0x203, 0x204, 0x201, 0x205, 0x27E, 0xFD, 0xD6, 0xBD, 0xBE, 0x04, 0x03, 0x02}
_FILEPASS, _BOF = 0x2F, 0x809


def check_old_excel(data: bytes) -> None:
    """Refuse a workbook that is encrypted, broken or too large."""
    try:
        streams = _streams(data)
        if any(name in streams for name in _ENCRYPTED):
            raise RuleError(Code.FORBIDDEN, field="file", reason="files.encrypted")
        stream = next((streams[name] for name in _NAMES if name in streams), None)
        if stream is None:
            raise RuleError(Code.TYPE, field="file", reason="files.broken")
        _check_records(stream)
    except (struct.error, IndexError, ValueError, OverflowError) as error:
        if isinstance(error, RuleError):
            raise
        raise RuleError(Code.TYPE, field="file", reason="files.broken") from error


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
    small, found = b"", {}
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
            found[name] = b"".join(parts)[:octets]
    return found


def _table(data: bytes, size: int) -> list[int]:
    """The table of which sector follows which."""
    sectors = [one for one in struct.unpack_from("<109I", data, 76) if one < _FREE]
    following = struct.unpack_from("<I", data, 68)[0]
    seen: set[int] = set()
    while following < _FREE and following not in seen:
        seen.add(following)
        more = struct.unpack_from(f"<{size // 4}I", data, (following + 1) * size)
        sectors += [one for one in more[:-1] if one < _FREE]
        following = more[-1]
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
    place = rows = columns = 0
    while place + 4 <= len(stream):
        kind, length = struct.unpack_from("<HH", stream, place)
        if kind == _FILEPASS:
            raise RuleError(Code.FORBIDDEN, field="file", reason="files.encrypted")
        if kind == _BOF:
            rows = columns = 0
        elif kind in _PLACED and length >= 4:
            row, column = struct.unpack_from("<HH", stream, place + 4)
            if kind in (0xBD, 0xBE) and length >= 6:
                column = max(column, *struct.unpack_from("<H", stream, place + 2 + length))
            rows, columns = max(rows, row + 1), max(columns, column + 1)
            check_area(rows, columns)
        place += 4 + length
