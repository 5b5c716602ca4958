"""Spreadsheets made by tests, whole and broken."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from openpyxl import Workbook

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


def zipped(parts: dict[str, str]) -> bytes:
    """A zip archive of texts."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return stream.getvalue()


def with_sheet(book: bytes, sheet: str) -> bytes:
    """The workbook with other XML in its first sheet."""
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    parts["xl/worksheets/sheet1.xml"] = sheet
    return zipped(parts)
