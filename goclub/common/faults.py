"""What a database says when it takes nothing now although nothing is wrong with what was asked."""

from __future__ import annotations

import sqlite3
from enum import StrEnum
from typing import Final

from django.db import DatabaseError


class Fault(StrEnum):
    """Why a database takes nothing now although nothing is wrong with what was asked of it."""

    BUSY = "busy"
    FULL = "full"
    READ_ONLY = "read_only"


#: Deadlock, serialisation, lock not available; disk full; read-only transaction.
_POSTGRESQL: Final = {
    "40P01": Fault.BUSY,
    "40001": Fault.BUSY,
    "55P03": Fault.BUSY,
    "53100": Fault.FULL,
    "25006": Fault.READ_ONLY,
}
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
    cause = error.__cause__ if isinstance(error, DatabaseError) else error
    if isinstance(cause, sqlite3.Error):
        # The lowest byte is the kind, those above say more about it.
        return _SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    return _POSTGRESQL.get(getattr(cause, "sqlstate", None) or "")
