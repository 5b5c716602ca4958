"""The one CSV writer: streams any number of rows and defuses spreadsheet formulas."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from django.http import (
    HttpResponseBase,
    JsonResponse,
    StreamingHttpResponse,
)

from goclub.common.http import attachment

#: Apostrophes before it are a text's own: whoever reads the file takes off one.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
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
    response = StreamingHttpResponse(
        csv_lines(header, rows), content_type="text/csv; charset=utf-8"
    )
    response["Content-Disposition"] = attachment(filename)
    return response


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
