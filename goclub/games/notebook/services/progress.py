"""How far the entering of a batch is, told past its transaction: in the cache."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from django.core.cache import cache


class ImportStep(StrEnum):
    """What is being done."""

    JUDGING = "judging"
    MEMBERS = "members"
    GAMES = "games"
    RATINGS = "ratings"


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """A step, and how much of it is done."""

    step: ImportStep
    done: int = 0
    total: int = 0

    @property
    def percent(self) -> int:
        """Of the whole: the ratings take most of the time."""
        begins, ends = _SHARES[self.step]
        part = min(1.0, self.done / self.total) if self.total else 0.0
        return round(begins + (ends - begins) * part)


_SHARES = {
    ImportStep.JUDGING: (0, 15),
    ImportStep.MEMBERS: (15, 20),
    ImportStep.GAMES: (20, 35),
    ImportStep.RATINGS: (35, 100),
}

#: Told by whoever does the work.
Tell = Callable[[ImportStep, int, int], None]


def telling(batch: int) -> Tell:
    """Tell of the work on a batch."""

    def tell(step: ImportStep, done: int, total: int) -> None:
        cache.set(_key(batch), (str(step), done, total), 600)

    return tell


def silent(_step: ImportStep, _done: int, _total: int) -> None:
    """Tell nobody."""


def progress_of(batch: int) -> ImportProgress | None:
    """How far the work on a batch is; None where nobody works on it."""
    stored = cache.get(_key(batch))
    return ImportProgress(ImportStep(stored[0]), stored[1], stored[2]) if stored else None


def finished(batch: int) -> None:
    """Nobody works on the batch any more."""
    cache.delete(_key(batch))


def _key(batch: int) -> str:
    return f"notebook-{batch}"
