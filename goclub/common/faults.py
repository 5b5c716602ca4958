"""What a database says when it takes nothing now although nothing is wrong with what was asked."""

from __future__ import annotations

import sqlite3
from enum import StrEnum
from typing import Final

import psycopg
from django.db import Error


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
