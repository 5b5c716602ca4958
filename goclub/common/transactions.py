"""Row locks, and services that are tried again when the database is busy.

:data:`ORDER` is the one order for the whole site, and this is the one place that locks.  Who takes
two locks takes them in this order, several rows of a table by primary key, so that nobody waits in
a circle.  What is held already may be asked for again.  The tests hear of every lock
(:data:`lock_taken`) and fail for a service that goes backwards.

PostgreSQL ends a circle of waiting by refusing one of those in it; SQLite refuses whoever waited
too long for the file.  Both undo all of the transaction, so all of it can be run again, and only
all of it: what is to happen once (a letter, a message) belongs after the service, or in
``on_commit``.
"""

from __future__ import annotations

import logging
import random
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from functools import wraps
from typing import Final, ParamSpec, TypeVar

import psycopg
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, Error, connection, transaction
from django.db.models import Model, QuerySet
from django.dispatch import Signal


class Fault(StrEnum):
    """Why a database takes nothing now although nothing is wrong with what was asked of it."""

    BUSY = "busy"
    FULL = "full"
    READ_ONLY = "read_only"
    AWAY = "away"


#: Deadlock, serialisation, lock not available; disk full; read-only transaction.
_POSTGRESQL: Final = {
    "40P01": Fault.BUSY,
    "40001": Fault.BUSY,
    "55P03": Fault.BUSY,
    "53100": Fault.FULL,
    "25006": Fault.READ_ONLY,
    "53300": Fault.AWAY,  # as many connections as it takes
}
#: Connection lost or refused; the server is stopped, is starting, or the database was taken away.
_POSTGRESQL_AWAY: Final = ("08", "57P")
_SQLITE: Final = {
    sqlite3.SQLITE_BUSY: Fault.BUSY,
    sqlite3.SQLITE_LOCKED: Fault.BUSY,
    sqlite3.SQLITE_FULL: Fault.FULL,
    sqlite3.SQLITE_READONLY: Fault.READ_ONLY,
    # A write that the file system refuses: no room, no right, or a disk gone bad.
    sqlite3.SQLITE_IOERR: Fault.FULL,
    sqlite3.SQLITE_CANTOPEN: Fault.FULL,
}


def fault_of(error: BaseException) -> Fault | None:
    """What an error of the database says about its state; None for every other error."""
    cause = error.__cause__ if isinstance(error, Error) else error
    if isinstance(cause, sqlite3.Error):
        # The lowest byte is the kind, those above say more about it.
        return _SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    state = getattr(cause, "sqlstate", None) or ""
    if state.startswith(_POSTGRESQL_AWAY) or (not state and _is_unreached(cause)):
        return Fault.AWAY
    return _POSTGRESQL.get(state)


def _is_unreached(cause: BaseException | None) -> bool:
    """Whether PostgreSQL had no say in this error: nobody was there, or the line was cut."""
    return isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError)


def row_is_gone(error: BaseException) -> bool:
    """Whether a row that was found is no longer there: another request deleted it meanwhile."""
    cause = error.__cause__
    return (
        isinstance(error, ObjectDoesNotExist)
        or isinstance(cause, psycopg.errors.ForeignKeyViolation)
        or getattr(cause, "sqlite_errorcode", 0) == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY
    )


P = ParamSpec("P")
T = TypeVar("T")

_log = logging.getLogger(__name__)

#: How long to wait before each further try, in seconds; some chance parts those who met.
PAUSES: Final = (0.1, 0.3, 0.9)


def atomic_retried(service: Callable[P, T]) -> Callable[P, T]:
    """Run a service in one transaction, and all of it again where the database was busy.

    Inside another transaction it is a part of that one, which alone can be tried again.
    """

    @wraps(service)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        pauses = [] if connection.in_atomic_block else list(PAUSES)
        while True:
            try:
                with transaction.atomic():
                    return service(*args, **kwargs)
            except DatabaseError as error:
                if not pauses or fault_of(error) is not Fault.BUSY:
                    raise
                _log.warning("%s: %s; trying again", service.__qualname__, error)
            wait(pauses.pop(0) * random.uniform(0.5, 1.5))  # noqa: S311

    return run


#: Replaced by tests, which do not sleep.
wait = time.sleep


M = TypeVar("M", bound=Model)

#: The order in which locks are taken, outermost first.
ORDER: Final = (
    "members.clubsettings",
    "members.user",
    "members.invitation",
    "leagues.clubnight",
    "leagues.league",
    "leagues.term",
    "leagues.match",
    "leagues.leagueevent",
    "leagues.event",
    "leagues.ratinglist",
    "leagues.sanction",
    "leagues.meetingseries",
    "leagues.laddersettings",
    "leagues.challenge",
    "games.batch",
    "members.newspost",
    "members.newscomment",
    "members.member",
    "games.recording",
    "games.livelesson",
    "games.game",
    "games.kifu",
    "games.kifuaddition",
    "games.kifuvariation",
    "games.kifunote",
    "games.toss",
    "games.problemcollection",
    "games.bulletin",
    "ledger",
    "games.standing",
    "members.letter",
    "members.webhook",
    "members.delivery",
    "members.pushmessage",
)

#: Heard after a lock was taken; arguments ``place`` in :data:`ORDER`, ``keys`` of the rows.
lock_taken = Signal()

_unordered: ContextVar[bool] = ContextVar("unordered", default=False)


def lock_row(row: M, *joined: str) -> M:
    """Return the row as it is now, locked; *joined* relations come along and stay free.

    Inside a transaction.  Raises DoesNotExist where the row is gone.
    """
    # Its class, not its type: the user of a request is wrapped until somebody looks.
    rows: QuerySet[M] = row.__class__._default_manager.all()
    locked = _locked(rows).get(pk=row.pk)
    if joined:
        # Joined by a query of their own: PostgreSQL joins a row for which it waited with the
        # relations that it had before.
        locked = rows.select_related(*joined).get(pk=row.pk)
    _tell(locked._meta.label_lower, [locked.pk])
    return locked


def lock_rows(rows: QuerySet[M]) -> list[M]:
    """Return these rows as they are now, locked in the order of their primary keys.

    Inside a transaction.
    """
    locked = list(_locked(rows.select_related(None)).order_by("pk"))
    if rows.query.select_related:  # as in lock_row
        locked = list(rows.filter(pk__in=[row.pk for row in locked]).order_by("pk"))
    _tell(rows.model._meta.label_lower, [row.pk for row in locked])
    return locked


def lock_first_free(rows: QuerySet[M]) -> M | None:
    """The first of these rows that nobody holds, locked; None where all are held.

    Inside a transaction; for queues.  On SQLite every writing transaction is alone anyway.
    """
    if connection.features.has_select_for_update_skip_locked:
        rows = rows.select_for_update(of=("self",), no_key=True, skip_locked=True)
    row = rows.first()
    if row is not None:
        _tell(rows.model._meta.label_lower, [row.pk])
    return row


def lock_name(name: str, number: int, *, shared: bool = False) -> None:
    """Wait for something that is no row, such as the ledger; *shared* locks wait for whole ones.

    On PostgreSQL a lock of the database by *number*, released with the transaction; on SQLite every
    writing transaction is alone anyway.
    """
    if connection.vendor == "postgresql":
        function = "pg_advisory_xact_lock_shared" if shared else "pg_advisory_xact_lock"
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {function}(%s)", [number])
    # A shared lock that is to become a whole one waits for whoever wants the same.
    _tell(name, [1 if shared else 0])


@contextmanager
def unordered() -> Iterator[None]:
    """For a transaction that fills a database in which nobody else is: any order will do."""
    token = _unordered.set(True)
    try:
        yield
    finally:
        _unordered.reset(token)


def _locked(rows: QuerySet[M]) -> QuerySet[M]:
    # Keys never change: whoever only refers to these rows need not wait for them.
    return rows.select_for_update(of=("self",), no_key=True)


def _tell(name: str, keys: Sequence[int]) -> None:
    if not _unordered.get():
        lock_taken.send(sender=None, place=ORDER.index(name), keys=tuple(keys))
