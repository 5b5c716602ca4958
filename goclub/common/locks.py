"""Rows kept from everybody else until the transaction ends.

:data:`ORDER` is the one order for the whole site, and this is the one place that locks.  Who takes
two locks takes them in this order, several rows of a table by primary key, so that nobody waits in
a circle.  What is held already may be asked for again.  The tests hear of every lock
(:data:`lock_taken`) and fail for a service that goes backwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet
from django.dispatch import Signal

M = TypeVar("M", bound=Model)

#: Who organises, what is played, the people, their games and records, the ledger, what it says.
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
    "leagues.sanction",
    "leagues.meetingseries",
    "leagues.laddersettings",
    "leagues.challenge",
    "games.batch",
    "members.member",
    "games.game",
    "games.kifu",
    "games.kifuaddition",
    "games.kifuvariation",
    "games.kifunote",
    "games.toss",
    "ledger",
    "games.standing",
    "members.letter",
    "members.webhook",
    "members.delivery",
)

#: Heard after a lock was taken; arguments ``place`` in :data:`ORDER`, ``keys`` of the rows.
lock_taken = Signal()

_unordered: ContextVar[bool] = ContextVar("unordered", default=False)


def lock_row(row: M, *joined: str) -> M:
    """Return the row as it is now, locked; *joined* relations come along and stay free.

    Inside a transaction.  Raises DoesNotExist where the row is gone.
    """
    # Its class, not its type: the user of a request is wrapped until somebody looks.
    rows: QuerySet[M] = _locked(row.__class__._default_manager.all())
    if joined:
        rows = rows.select_related(*joined)
    locked = rows.get(pk=row.pk)
    _tell(locked._meta.label_lower, [locked.pk])
    return locked


def lock_rows(rows: QuerySet[M]) -> list[M]:
    """Return these rows as they are now, locked in the order of their primary keys.

    Inside a transaction.
    """
    locked = list(_locked(rows).order_by("pk"))
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
