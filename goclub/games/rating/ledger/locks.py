"""Who waits for whom, so that two people pressing Confirm at once cost nothing.

Appending: many at a time, each locking the standings of its own members in primary-key order.
Replaying: alone.  On PostgreSQL a lock of the database says which (shared or exclusive, released
with the transaction); on SQLite every writing transaction is alone anyway.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db import connection
from django.db.models import QuerySet

from goclub.common.locks import lock_rows
from goclub.games.models import Standing

# Any number will do; it only has to be the same for every process.
_LEDGER_LOCK = 5_810_361


def enter(*, alone: bool) -> None:
    """Wait until this transaction may append, or (*alone*) replay.  Inside a transaction."""
    if connection.vendor != "postgresql":
        return
    function = "pg_advisory_xact_lock" if alone else "pg_advisory_xact_lock_shared"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s)", [_LEDGER_LOCK])


def lock_standings(members: Collection[int] | None) -> list[Standing]:
    """Lock and return the standings of these members (None: everybody's) in every system."""
    rows: QuerySet[Standing] = Standing.objects.all()
    return lock_rows(rows if members is None else rows.filter(member_id__in=members))
