"""Whether anything was written since: the database itself says so, whoever wrote.

What is kept under this word is never stale, in however many processes it is kept: nobody who
writes has to remember to say so, not even a shell of the database.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

T = TypeVar("T")

_numbers = itertools.count(1)
#: What the request at hand was told by SQLite: connection and its own writes, and the state then.
_told: ContextVar[dict[tuple[object, ...], str] | None] = ContextVar("told", default=None)


def number_connection(*, connection: BaseDatabaseWrapper, **_others: Any) -> None:
    """Give a new connection a number that no other of this process had."""
    connection.goclub_number = next(_numbers)  # type: ignore[attr-defined]


connection_created.connect(number_connection, dispatch_uid="goclub.common.written")


@contextmanager
def asked_once() -> Iterator[None]:
    """A page is made of one state: what others write meanwhile shows on the next."""
    token = _told.set({})
    try:
        yield
    finally:
        _told.reset(token)


def state_of_database() -> str:
    """A word that is another after every transaction that wrote; "" where none can be had.

    PostgreSQL: which transactions can be seen.  SQLite: how often others wrote as this connection
    sees it, and what it wrote itself; the word is good on this connection alone.

    Inside a transaction there is none: what it wrote may still be taken back.
    Raises django.db.Error where the database is away.
    """
    if connection.in_atomic_block:
        return ""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_current_snapshot()::text")
            return str(cursor.fetchone()[0])
    if connection.vendor == "sqlite":
        return _state_of_sqlite(connection)
    return ""


def _state_of_sqlite(connection: BaseDatabaseWrapper) -> str:
    """The state, asked once in a request for as long as the connection itself writes nothing."""
    connection.ensure_connection()
    number = getattr(connection, "goclub_number", 0)
    own = number, connection.connection.total_changes
    known = _told.get()
    if known is not None and own in known:
        return known[own]
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA data_version")
        others = cursor.fetchone()[0]
    state = f"{number} {others} {own[1]}"
    if known is not None:
        known[own] = state
    return state


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
