"""What is postponed: a fact after which so much follows that nobody should wait for the replay.

The fact itself stands at once; the lines of the ledger from it on are replayed by whoever comes to
it first (:mod:`goclub.games.rating.ledger.settling`), and today's games are appended meanwhile.  A
postponed replay is a row of the same transaction as its fact: it is lost with it or not at all.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import F, Min, Q
from django.utils import timezone

from goclub.games.models import Batch, Game, LedgerClock, PostponedReplay
from goclub.games.rating.ledger import facts
from goclub.games.rating.ledger.facts import DECISION, EARLIEST, Key
from goclub.members.models import ClubSettings

_log = logging.getLogger(__name__)

#: A process that was not heard of for so long is taken to be gone.
HOLD: Final = timedelta(seconds=60)

#: What carries out postponed replays; given by :mod:`..settling`, which stands above this module.
Settle = Callable[[], int]
_nothing_waits: ContextVar[bool] = ContextVar("nothing_waits", default=False)
_thread: threading.Thread | None = None


@contextmanager
def nothing_waits() -> Iterator[None]:
    """Within this nothing is postponed: for whoever fills a site that nobody reads yet."""
    token = _nothing_waits.set(True)
    try:
        yield
    finally:
        _nothing_waits.reset(token)


def is_long(key: Key, own: int = 0) -> bool:
    """Whether more facts follow a place of the ledger than are replayed at once.

    *own* of them came together just now, and whoever brought them has to wait for them anyway.
    """
    if _nothing_waits.get():
        return False
    most: int = settings.REPLAY_AT_ONCE + own
    return facts.count_to(key, most) > most


def postpone(
    key: Key,
    members: Collection[int] | None,
    *,
    system: str | None = None,
    cause: Game | None = None,
    batch: Batch | None = None,
) -> None:
    """Leave a replay from *key* on for later, inside the transaction of its fact.

    *members* whose facts changed, None for everybody's; *system* the only one concerned, None for
    all; *cause* the game to be named in the record of changed lines, *batch* of a notebook that
    hears of them.
    """
    PostponedReplay.objects.create(
        on=key[0],
        at=None if key[1] == EARLIEST else key[1],
        members=None if members is None else sorted(members),
        system=system or "",
        cause=cause,
        batch=batch,
    )
    transaction.on_commit(_begin)


def forget() -> None:
    """Nothing is postponed any more: every fact is being replayed.  Holding the ledger."""
    if PostponedReplay.objects.all().delete()[0]:
        transaction.on_commit(lambda: show_since(first_asked()))


def place_of(row: PostponedReplay) -> Key:
    """Where a postponed replay begins."""
    return row.on, row.at or EARLIEST, DECISION, 0


def first_asked() -> datetime | None:
    """Since when something is postponed; None where nothing is."""
    first: datetime | None = PostponedReplay.objects.aggregate(first=Min("asked_at"))["first"]
    return first


def percent() -> int | None:
    """How much of what is postponed is done; None where nothing is, or nobody is at it yet."""
    row = PostponedReplay.objects.filter(stopped="", total__gt=0).order_by("-done").first()
    return None if row is None else min(99, 100 * row.done // row.total)


def show_since(since: datetime | None) -> None:
    """Say on every page since when the ledger is being recalculated; None: it is not."""
    ClubSettings.objects.filter(pk=1).update(recalculating_since=since)


# --- Who carries it out -----------------------------------------------------------------------
def turn_epoch() -> None:
    """Tell whoever is settling that the ledger was replayed beside it.  Holding the ledger."""
    if not LedgerClock.objects.filter(pk=1).update(epoch=F("epoch") + 1):
        LedgerClock.objects.bulk_create([LedgerClock(pk=1, epoch=1)], ignore_conflicts=True)


def epoch() -> int:
    """How often the ledger was replayed."""
    return LedgerClock.objects.filter(pk=1).values_list("epoch", flat=True).first() or 0


def take_hold() -> UUID | None:
    """Become the one who settles; None where somebody else is."""
    LedgerClock.objects.bulk_create([LedgerClock(pk=1)], ignore_conflicts=True)
    token, now = uuid4(), timezone.now()
    free = Q(held_until=None) | Q(held_until__lt=now)
    updated = LedgerClock.objects.filter(free, pk=1).update(runner=token, held_until=now + HOLD)
    return token if updated else None


def keep_hold(token: UUID) -> bool:
    """Say that one is still at it; False where somebody else took over."""
    mine = LedgerClock.objects.filter(pk=1, runner=token)
    return bool(mine.update(held_until=timezone.now() + HOLD))


def let_go(token: UUID) -> None:
    """Leave it to others."""
    LedgerClock.objects.filter(pk=1, runner=token).update(runner=None, held_until=None)


def _begin() -> None:
    """The transaction with a postponed replay has ended well."""
    show_since(first_asked())
    if settings.LATE_FACTS == "worker" or _settle is None:
        return
    if settings.LATE_FACTS == "at_once":
        _settle()
        return
    _in_thread(_settle)


def _in_thread(settle: Settle) -> None:
    """Settle beside the requests of this process; what is at it already sees the new row too."""
    global _thread
    if _thread is not None and _thread.is_alive():
        return
    # No daemon: a process that is stopped finishes what it was doing, a command too.
    _thread = threading.Thread(target=_run, args=[settle], name="settling")
    _thread.start()


def _run(settle: Settle) -> None:
    try:
        settle()
    except DatabaseError:
        # It stays postponed; whoever comes next (run_due, the next late fact) takes it up.
        _log.exception("The ledger was not settled")
    finally:
        connection.close()


_settle: Settle | None = None


def settle_with(settle: Settle) -> None:
    """Name what carries out postponed replays in this process."""
    global _settle
    _settle = settle
