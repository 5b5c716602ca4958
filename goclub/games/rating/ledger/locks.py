"""Who waits for whom, so that two people pressing Confirm at once cost nothing.

Appending: many at a time, each locking the standings of its own members in primary-key order.
Replaying: alone.  A lock of the name "ledger" says which (shared or whole).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db.models import QuerySet

from goclub.common.transactions import lock_name, lock_rows
from goclub.games.models import Standing

# Any number will do; it only has to be the same for every process.
_LEDGER_LOCK = 5_810_361

_looking: ContextVar[bool] = ContextVar("looking", default=False)


@contextmanager
def only_looking() -> Iterator[None]:
    """For a dry run that is taken back: nobody waits for it, and it writes no line."""
    token = _looking.set(True)
    try:
        yield
    finally:
        _looking.reset(token)


def is_looking() -> bool:
    """Whether this is a dry run."""
    return _looking.get()


def enter(*, alone: bool) -> None:
    """Wait until this transaction may append, or (*alone*) replay.  Inside a transaction."""
    if is_looking():
        return
    lock_name("ledger", _LEDGER_LOCK, shared=not alone)


def lock_standings(members: Collection[int] | None) -> list[Standing]:
    """Lock and return the standings of these members (None: everybody's) in every system."""
    return list(standings_of(members)) if is_looking() else lock_rows(standings_of(members))


def standings_of(members: Collection[int] | None) -> QuerySet[Standing]:
    """The standings of these members (None: everybody's) in every system, as they are now."""
    rows = Standing.objects.order_by("pk")
    return rows if members is None else rows.filter(member_id__in=members)
