"""Large fixtures: made by the services once, written again as rows for every further test."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from datetime import time
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

from django.apps import apps
from django.db import connection

from goclub.common.gate import gate_open

P = ParamSpec("P")
T = TypeVar("T")
Rows = dict[str, set[tuple[Any, ...]]]


def written_once(make: Callable[P, T]) -> Callable[P, T]:
    """Let a fixture (or what fixtures call) do its work in the first test that asks for it.

    Later tests of the process get the same rows, keys included, by plain inserts, and a value of
    their own, so that none sees what another did to it.  What the fixture is given must come from
    fixtures of the same kind; it may only add rows.  Tests that commit for real, after which not
    even the rows of the migrations are left, do the work anew.
    """
    kept: list[tuple[Rows, bytes]] = []

    @wraps(make)
    def fixture(*args: P.args, **kwargs: P.kwargs) -> T:
        if not connection.in_atomic_block:
            return make(*args, **kwargs)
        if kept:
            rows, value = kept[0]
            _insert(rows)
        else:
            before = _all_rows()
            value = pickle.dumps(make(*args, **kwargs))
            kept.append((_added(before, _all_rows()), value))
        return pickle.loads(value)

    return fixture


@cache
def _tables() -> list[str]:
    return [model._meta.db_table for model in apps.get_models(include_auto_created=True)]


def _all_rows() -> Rows:
    rows = {}
    with connection.cursor() as cursor:
        for table in _tables():
            cursor.execute(f'SELECT * FROM "{table}"')
            rows[table] = {tuple(map(_plain, row)) for row in cursor.fetchall()}
    return rows


def _plain(value: Any) -> Any:
    """As every database takes it back: SQLite gives hours and takes none."""
    if isinstance(value, time):
        return value.isoformat()
    return bytes(value) if isinstance(value, memoryview) else value


def _added(before: Rows, after: Rows) -> Rows:
    changed = [table for table in before if not before[table] <= after[table]]
    assert not changed, f"rows that were there before are not the same any more: {changed}"
    return {table: rows for table in after if (rows := after[table] - before[table])}


def _insert(rows: Rows) -> None:
    with gate_open(), connection.cursor() as cursor:
        for table, added in rows.items():
            places = ", ".join(["%s"] * len(next(iter(added))))
            cursor.executemany(f'INSERT INTO "{table}" VALUES ({places})', list(added))
