"""Hears of every lock that a test takes, and refuses one that goes back in the order.

Only on transactions of the site: what a test case opens around itself, to undo it all, is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from django.db import connection
from django.db.transaction import Atomic

from goclub.common.transactions import ORDER, lock_taken

#: A lock: its place in the order, the key of its row.
Lock = tuple[int, int]


class OutOfOrder(AssertionError):
    """A transaction took a lock that comes before one that it holds."""

    def __init__(self, held: Lock, taken: Lock) -> None:
        super().__init__(
            f"{_named(taken)} was taken after {_named(held)}: see common.transactions.ORDER"
        )


def _named(lock: Lock) -> str:
    return f"{ORDER[lock[0]]} {lock[1]}"


@contextmanager
def watched() -> Iterator[None]:
    """Watch all locks of all threads until the end of the block."""
    enter, leave = Atomic.__enter__, Atomic.__exit__

    def marked_enter(self: Atomic) -> None:
        enter(self)
        marks().append(len(held()))

    def marked_leave(
        self: Atomic,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        mark = marks().pop()
        undone = kind is not None or connection.needs_rollback
        if undone or all(outer._from_testcase for outer in connection.atomic_blocks[:-1]):
            # A savepoint that is undone gives back what was locked since; the end gives back all.
            del held()[mark:]
        leave(self, kind, error, trace)

    Atomic.__enter__, Atomic.__exit__ = marked_enter, marked_leave
    lock_taken.connect(_check, dispatch_uid="lock order")
    try:
        yield
    finally:
        Atomic.__enter__, Atomic.__exit__ = enter, leave
        lock_taken.disconnect(dispatch_uid="lock order")


def held() -> list[Lock]:
    """What this thread's transaction holds, in the order of taking."""
    return _of_connection("held_locks")


def marks() -> list[int]:
    """How much it held when each of its open blocks began."""
    return _of_connection("lock_marks")


def _of_connection(name: str) -> list[Any]:
    return connection._connections[connection._alias].__dict__.setdefault(name, [])


def _check(place: int, keys: tuple[int, ...], **_kwargs: object) -> None:
    ours = [block for block in connection.atomic_blocks if not block._from_testcase]
    if not ours:
        return
    for key in keys:
        taken = (place, key)
        if taken in held():
            continue
        last = max(held(), default=taken)
        if last > taken:
            raise OutOfOrder(last, taken)
        held().append(taken)
