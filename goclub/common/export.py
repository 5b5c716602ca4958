"""The one CSV writer: streams any number of rows and defuses spreadsheet formulas."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from itertools import chain
from types import MappingProxyType
from typing import Any, Final
from xml.sax.saxutils import escape, quoteattr

from django.http import (
    HttpResponseBase,
    JsonResponse,
    StreamingHttpResponse,
)

from goclub.common.http import attachment

#: Apostrophes before it are a text's own: whoever reads the file takes off one.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
#: Characters that no XML may hold.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
XLSX_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
#: Before a sign alone an apostrophe says that it is a name, and no blank cell.
_DEFUSED = re.compile(rf"'(?={_FORMULA.pattern}|[–—?]$)")


class _Echo:
    """A file that hands back what is written to it, so that rows can be streamed."""

    def write(self, value: str) -> str:
        """Hand the line on instead of keeping it."""
        return value


def defuse(cell: Any) -> Any:
    """Return the cell so that no spreadsheet takes a text for a formula.

    Numbers stay numbers; a text that begins with ``=``, ``+``, ``-``, ``@``, tab or carriage
    return gets an apostrophe in front, as does one that has such an apostrophe of its own.

    >>> defuse("=1+1"), defuse("'=1+1"), defuse(-3), defuse("佐藤")
    ("'=1+1", "''=1+1", -3, '佐藤')
    """
    if isinstance(cell, str) and _FORMULA.match(cell):
        return "'" + cell
    return "" if cell is None else cell


def undefused(text: str) -> str:
    """Return a text of one of our own files without the apostrophe of :func:`defuse`.

    >>> undefused("'=1+1"), undefused("''=1+1"), undefused("'?"), undefused("'t Hooft")
    ('=1+1', "'=1+1", '?', "'t Hooft")
    """
    return text[1:] if _DEFUSED.match(text) else text


def csv_lines(header: Iterable[Any], rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    """Yield CSV lines: a byte order mark (so that Excel reads UTF-8), the header, the rows."""
    writer = csv.writer(_Echo())
    yield "\ufeff"
    yield writer.writerow([str(cell) for cell in header])
    for row in rows:
        yield writer.writerow([defuse(cell) for cell in row])


def csv_response(
    filename: str, header: Iterable[Any], rows: Iterable[Iterable[Any]]
) -> StreamingHttpResponse:
    """Stream rows as a CSV download; pass ``queryset.iterator()`` to keep memory flat."""
    return StreamingHttpResponse(
        csv_lines(header, rows),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": attachment(filename)},
    )


def tabular(
    name: str,
    form: str,
    header: tuple[str, ...],
    rows: Iterable[tuple[object, ...]],
    each: Mapping[str, str] = MappingProxyType({}),
    **about: str,
) -> HttpResponseBase:
    """The same rows as CSV, or as JSON with the header's names as keys.

    *each* what every row says alike, in columns at the end; *about* what the JSON says of all.
    """
    header = (*header, *each)
    rows = ((*row, *each.values()) for row in rows)
    if form == "csv":
        return csv_response(f"{name}.csv", header, rows)
    rows_by_name = [dict(zip(header, row, strict=True)) for row in rows]
    return JsonResponse({**about, "rows": rows_by_name}, json_dumps_params={"ensure_ascii": False})


def workbook(sheets: Mapping[str, tuple[Iterable[Any], Iterable[Iterable[Any]]]]) -> bytes:
    """Return an XLSX workbook: by name a sheet with a header and rows.

    Texts are texts there whatever they begin with, so none needs an apostrophe.
    """
    numbered = list(enumerate(sheets.items(), 1))
    types = "".join(
        f'<Override PartName="/xl/worksheets/sheet{number}.xml" ContentType="{XLSX_TYPE[:-6]}'
        f'.worksheet+xml"/>'
        for number, _sheet in numbered
    )
    names = "".join(
        f'<sheet name={quoteattr(name[:31])} sheetId="{number}" r:id="r{number}"/>'
        for number, (name, _table) in numbered
    )
    links = "".join(
        f'<Relationship Id="r{number}" Type="{_OFFICE}/worksheet" '
        f'Target="worksheets/sheet{number}.xml"/>'
        for number, _sheet in numbered
    )
    parts = {
        "[Content_Types].xml": (
            f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{XLSX_TYPE}.main+xml"/>'
            f"{types}</Types>"
        ),
        "_rels/.rels": (
            f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="r1" '
            f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
        ),
        "xl/workbook.xml": (
            f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{names}</sheets></workbook>'
        ),
        "xl/_rels/workbook.xml.rels": (
            f'<Relationships xmlns="{_PACKAGE}/relationships">{links}</Relationships>'
        ),
    }
    for number, (_name, (header, rows)) in numbered:
        lines = "".join(f"<row>{''.join(map(_cell, row))}</row>" for row in chain([header], rows))
        parts[f"xl/worksheets/sheet{number}.xml"] = (
            f'<worksheet xmlns="{_MAIN}"><sheetData>{lines}</sheetData></worksheet>'
        )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in parts.items():
            # A fixed day: the same tables are the same bytes.
            part = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            archive.writestr(part, f'<?xml version="1.0" encoding="UTF-8"?>{text}')
    return packed.getvalue()


def _cell(value: Any) -> str:
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        return f"<c><v>{value}</v></c>"
    text = escape(_NOT_XML.sub("", "" if value is None else str(value)))
    return f'<c t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
