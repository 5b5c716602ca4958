"""Whether anything was written since: the database itself says so, whoever wrote.

What is kept under this word is never stale, in however many processes it is kept: nobody who
writes has to remember to say so, not even a shell of the database.
"""

from __future__ import annotations

import itertools
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

_numbers = itertools.count(1)


def number_connection(*, connection: BaseDatabaseWrapper, **_others: Any) -> None:
    """Give a new connection a number that no other of this process had."""
    connection.goclub_number = next(_numbers)  # type: ignore[attr-defined]


connection_created.connect(number_connection, dispatch_uid="goclub.common.written")


def state_of_database(alias: str = DEFAULT_DB_ALIAS) -> str:
    """A word that is another after every transaction that wrote; "" where none can be had.

    PostgreSQL: which transactions can be seen.  SQLite: how often others wrote as this connection
    sees it, and what it wrote itself; the word is good on this connection alone.

    Inside a transaction there is none: what it wrote may still be taken back.
    Raises django.db.Error where the database is away.
    """
    connection = connections[alias]
    if connection.in_atomic_block:
        return ""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_current_snapshot()::text")
            return f"{alias} {cursor.fetchone()[0]}"
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA data_version")
            others = cursor.fetchone()[0]
        number = getattr(connection, "goclub_number", 0)
        return f"{alias} {number} {others} {connection.connection.total_changes}"
    return ""
