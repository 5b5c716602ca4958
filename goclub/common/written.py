"""Whether anything was written since: the database itself says so, whoever wrote.

What is kept under this word is never stale, in however many processes it is kept: nobody who
writes has to remember to say so, not even a shell of the database.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache import caches
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from goclub.common.replicas import reading_alias

T = TypeVar("T")

_numbers = itertools.count(1)


def number_connection(*, connection: BaseDatabaseWrapper, **_others: Any) -> None:
    """Give a new connection a number that no other of this process had."""
    connection.goclub_number = next(_numbers)  # type: ignore[attr-defined]


connection_created.connect(number_connection, dispatch_uid="goclub.common.written")


def state_of_database() -> str:
    """A word that is another after every transaction that wrote; "" where none can be had: of the
    database that this request reads.

    PostgreSQL: which transactions can be seen.  SQLite: how often others wrote as this connection
    sees it, and what it wrote itself; the word is good on this connection alone.

    Inside a transaction there is none: what it wrote may still be taken back.
    Raises django.db.Error where the database is away.
    """
    alias = reading_alias()
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


def while_unwritten(make: Callable[[], T], *of: object) -> T:
    """What *make* makes, in the memory of this process for as long as nobody writes anything.

    ``of`` says of what it is and all that it depends on beside the database, clock apart: it is
    kept for ``KEEP_PAGES`` seconds at most.
    """
    state = settings.KEEP_PAGES and state_of_database()
    if not state:
        return make()
    key = hashlib.sha256(repr((state, of)).encode()).hexdigest()
    cache = caches["pages"]
    kept: tuple[T] | None = cache.get(key)
    if kept is None:
        kept = (make(),)
        cache.set(key, kept, settings.KEEP_PAGES)
    return kept[0]
