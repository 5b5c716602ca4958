"""How long the site takes to answer: the requests of the last hour, counted by their time.

Each process counts for itself and adds what it has to the cache every few seconds; so several
workers make one measure where they share a cache, and a request costs no question.  Two that add
at the same moment may lose some: it is a measure, no ledger.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from threading import Lock
from typing import Final, NamedTuple

from django.core.cache import cache

#: Seconds: a request counts for the first of these that it did not pass.
LIMITS: Final = (0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0, 1.5, 2.0,
                 3.0, 5.0, 10.0, 30.0, 60.0)  # fmt: skip
_SLOT: Final = 600
_SLOTS: Final = 6
_EVERY: Final = 5.0


class Measure(NamedTuple):
    """Seconds within which half, and 95 of 100, of so many requests were answered."""

    half: float
    most: float
    requests: int


class _Counts:
    """What this process has not told the cache yet."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.waiting = [0] * len(LIMITS)
        self.told_at = 0.0

    def taken(self, *, at: float, after: float) -> list[int] | None:
        """The counts, once so many seconds went by since the last time; None before."""
        with self.lock:
            if at - self.told_at < after or not any(self.waiting):
                return None
            counts, self.waiting, self.told_at = self.waiting, [0] * len(LIMITS), at
            return counts


_own = _Counts()


def count(seconds: float) -> None:
    """A request was answered in so many seconds."""
    index = min(bisect_left(LIMITS, seconds), len(LIMITS) - 1)
    with _own.lock:
        _own.waiting[index] += 1
    _tell(after=_EVERY)


def measured() -> Measure | None:
    """The measure of the last hour; None where nothing was measured."""
    _tell(after=0)
    slot = int(time.time()) // _SLOT
    slots = cache.get_many([_key(slot - number) for number in range(_SLOTS + 1)])
    counts = [sum(column) for column in zip(*slots.values(), strict=True)]
    if not any(counts):
        return None
    return Measure(_within(counts, 0.5), _within(counts, 0.95), sum(counts))


def _within(counts: list[int], share: float) -> float:
    """The first limit below which this share of the requests lies.

    >>> _within([6, 3, 1] + [0] * 17, 0.5), _within([6, 3, 1] + [0] * 17, 0.95)
    (0.01, 0.03)
    """
    wanted, seen = share * sum(counts), 0
    for limit, number in zip(LIMITS, counts, strict=True):
        seen += number
        if seen >= wanted:
            return limit
    return LIMITS[-1]


def _tell(*, after: float) -> None:
    waiting = _own.taken(at=time.monotonic(), after=after)
    if waiting is None:
        return
    key = _key(int(time.time()) // _SLOT)
    there = cache.get(key) or [0] * len(LIMITS)
    cache.set(key, [sum(pair) for pair in zip(there, waiting, strict=True)], _SLOT * (_SLOTS + 2))


def _key(slot: int) -> str:
    return f"speed-{slot}"
