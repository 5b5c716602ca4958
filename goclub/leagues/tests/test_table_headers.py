"""Every column of every table says what is in it."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import get_resolver

from goclub.common.tables import BaseTable


def tables(of: type[BaseTable]) -> Iterator[type[BaseTable]]:
    for one in of.__subclasses__():
        yield one
        yield from tables(one)


def test_no_column_has_an_empty_header():
    """Who does not see the table hears its header before each cell."""
    assert get_resolver().url_patterns
    found = {one for one in tables(BaseTable) if one.__module__.startswith("goclub.")}
    assert len(found) > 5
    empty = [
        f"{table.__module__}.{table.__name__}.{name}"
        for table in found
        for name, column in table.base_columns.items()
        if column.verbose_name is not None and not str(column.verbose_name).strip()
    ]
    assert empty == []
