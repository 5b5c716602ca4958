"""Whole services that are tried again where the database turned them away.

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
from collections.abc import Callable
from enum import StrEnum
from functools import wraps
from typing import Final, ParamSpec, TypeVar

import psycopg
from django.db import DatabaseError, Error, connection, transaction


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
