"""Spreadsheets made by tests, whole and broken."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Sequence
from itertools import accumulate
from xml.sax.saxutils import escape, quoteattr

from openpyxl import Workbook

_NO_SECTOR, _FREE_SECTOR = 0xFFFFFFFE, 0xFFFFFFFF
_MIME = "application/vnd.oasis.opendocument.spreadsheet"
_MANIFEST = f"""<?xml version="1.0"?>
<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">
<manifest:file-entry manifest:full-path="/" manifest:media-type="{_MIME}"/>
<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>
</manifest:manifest>"""
_CONTENT = """<?xml version="1.0" encoding="UTF-8"?>{doctype}
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2">
<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>
</office:document-content>"""


def xlsx(*sheets: Sequence[Sequence[object]], titles: Sequence[str] = ()) -> bytes:
    """A workbook of these sheets."""
    book = Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets):
        sheet = book.create_sheet(titles[number] if titles else f"Sheet{number + 1}")
        for row in rows:
            sheet.append(list(row))
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def ods_cell(value: object, times: int = 1) -> str:
    """One cell of an ODS, or many of the same."""
    repeated = f' table:number-columns-repeated="{times}"' if times > 1 else ""
    if value is None:
        return f"<table:table-cell{repeated}/>"
    if isinstance(value, int | float):
        said = quoteattr(str(value))
        return f'<table:table-cell{repeated} office:value-type="float" office:value={said}/>'
    return (
        f'<table:table-cell{repeated} office:value-type="string">'
        f"<text:p>{escape(str(value))}</text:p></table:table-cell>"
    )


def ods_row(cells: str, times: int = 1) -> str:
    """One row of an ODS, or many of the same."""
    repeated = f' table:number-rows-repeated="{times}"' if times > 1 else ""
    return f"<table:table-row{repeated}>{cells}</table:table-row>"


def ods(rows: str, doctype: str = "") -> bytes:
    """A workbook of OpenDocument with one sheet."""
    table = f'<table:table table:name="Arkusz1">{rows}</table:table>'
    return zipped(
        {
            "mimetype": _MIME,
            "META-INF/manifest.xml": _MANIFEST,
            "content.xml": _CONTENT.format(tables=table, doctype=doctype),
        }
    )


def zipped(parts: dict[str, str], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip archive of texts."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", packing) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return stream.getvalue()


def with_sheet(book: bytes, sheet: str) -> bytes:
    """The workbook with other XML in its first sheet."""
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    parts["xl/worksheets/sheet1.xml"] = sheet
    return zipped(parts)


def container(name: str, stream: bytes) -> bytes:
    """Return a container of old Office files (MS-CFB) with one stream."""
    stream = stream.ljust(max(4096, -len(stream) // 512 * -512), b"\0")
    sectors = len(stream) // 512
    head = bytearray(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504))
    struct.pack_into("<HHHHH", head, 24, 0x3E, 3, 0xFFFE, 9, 6)
    struct.pack_into("<II", head, 44, 1, 1)
    struct.pack_into("<IIIII", head, 56, 4096, _NO_SECTOR, 0, _NO_SECTOR, 0)
    struct.pack_into("<109I", head, 76, 0, *[_FREE_SECTOR] * 108)
    chain = [0xFFFFFFFD, _NO_SECTOR, *range(3, 2 + sectors), _NO_SECTOR]
    table = struct.pack("<128I", *chain, *[_FREE_SECTOR] * (128 - len(chain)))
    root = _entry("Root Entry", kind=5, start=_NO_SECTOR, size=0, child=1)
    entries = root + _entry(name, kind=2, start=2, size=len(stream))
    return bytes(head) + table + entries.ljust(512, b"\0") + stream


def _entry(name: str, *, kind: int, start: int, size: int, child: int = _FREE_SECTOR) -> bytes:
    """Return an entry of the directory of a container."""
    raw = name.encode("utf-16-le")
    links = struct.pack("<HBBIII", len(raw) + 2, kind, 1, _FREE_SECTOR, _FREE_SECTOR, child)
    return raw.ljust(64, b"\0") + links + bytes(36) + struct.pack("<IQ", start, size)


def xls(sheets: dict[str, list[bytes]]) -> bytes:
    """Return an old workbook (MS-XLS) of sheets by title, each with the records of its cells."""
    bodies = [
        _begin(0x10) + b"".join(records) + xls_record(0x0A, b"") for records in sheets.values()
    ]
    places = [0] * len(bodies)
    for _try in range(2):
        head = _begin(0x05)
        for title, place in zip(sheets, places, strict=True):
            letters = struct.pack("<BB", len(title), 1) + title.encode("utf-16-le")
            head += xls_record(0x85, struct.pack("<IBB", place, 0, 0) + letters)
        head += xls_record(0x0A, b"")
        places = list(accumulate(map(len, bodies), initial=len(head)))[:-1]
    return container("Workbook", head + b"".join(bodies))


def _begin(kind: int) -> bytes:
    return xls_record(0x809, struct.pack("<HHHHII", 0x600, kind, 0, 0, 0, 6))


def xls_record(kind: int, data: bytes) -> bytes:
    """Return a record of an old workbook."""
    return struct.pack("<HH", kind, len(data)) + data


def xls_label(row: int, column: int, text: str) -> bytes:
    """Return a cell of an old workbook with a text."""
    letters = struct.pack("<HB", len(text), 1) + text.encode("utf-16-le")
    return xls_record(0x204, struct.pack("<HHH", row, column, 0) + letters)
