"""The gate of facts: how a trigger in the database tells a service from everybody else.

Facts that feed the ledger, and the ledger itself, are refused by triggers unless the transaction
that writes them has opened the gate.  PostgreSQL hears of it by a setting that falls with the
transaction; SQLite asks a function of this connection, so that no other program can write there
at all: to it the function is unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, transaction

#: What the triggers ask, by vendor.
IS_OPEN = {
    "sqlite": "goclub_gate_open()",
    "postgresql": "(current_setting('goclub.gate', true) IS NOT DISTINCT FROM 'open')",
}

#: Databases whose gate stands open in this thread.
_open: ContextVar[frozenset[str]] = ContextVar("gate", default=frozenset())


@contextmanager
def gate_open(using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Within this, and within its transaction, facts and ledger may be written.

    For services alone, and around the writing alone.  An error inside undoes the transaction (or
    the savepoint) around it, and the gate with it.
    """
    if using in _open.get():
        yield
        return
    with transaction.atomic(using, savepoint=False):
        _tell(using, "open")
        token = _open.set(_open.get() | {using})
        try:
            yield
        finally:
            _open.reset(token)
        _tell(using, "")


def _tell(using: str, word: str) -> None:
    if connections[using].vendor == "postgresql":
        with connections[using].cursor() as cursor:
            cursor.execute("SELECT set_config('goclub.gate', %s, true)", [word])


def teach_connection(connection: Any, **_kwargs: object) -> None:
    """Receiver of ``connection_created``: let SQLite ask whether the gate is open."""
    if connection.vendor == "sqlite":
        alias = connection.alias
        connection.connection.create_function(
            "goclub_gate_open", 0, lambda: int(alias in _open.get())
        )
