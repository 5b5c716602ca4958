"""Entering and undoing a large batch beside the pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils import timezone

from goclub.games.models import Batch
from goclub.games.notebook.queries import batches_of
from goclub.games.notebook.services.entering import enter_batch
from goclub.games.notebook.services.progress import ImportProgress, ImportStep, finished, telling
from goclub.games.notebook.services.undoing import undo_batch
from goclub.games.rating.ledger.replaying import Progress as Tell
from goclub.members.models import User
from ratings.errors import Code, RuleError

#: Files of so many bytes, and games of a batch, are entered and undone within the request.
BYTES: Final = 60_000
GAMES: Final = 500


def is_large(batch: Batch) -> bool:
    """Whether entering it takes longer than somebody should wait for a page."""
    return sum(len(file.data) for file in batch.files.all()) > BYTES


def enter(asked: Mapping[str, Any], by: User, tell: Tell) -> None:
    """Enter a batch as a job: *asked* the batch and the plan that was looked at."""
    batch = _batch(asked["batch"], by)
    beside = telling(batch.pk)

    def told(step: ImportStep, done: int, total: int) -> None:
        beside(step, done, total)
        tell(ImportProgress(step, done, total).percent, 100)

    try:
        enter_batch(batch=batch, by=by, at=timezone.now(), seen=asked["seen"], tell=told)
    finally:
        finished(batch.pk)


def undo(asked: Mapping[str, Any], by: User, tell: Tell) -> None:  # noqa: ARG001 - one step
    """Undo a batch as a job: *asked* the batch."""
    undo_batch(batch=_batch(asked["batch"], by), by=by, at=timezone.now())


def _batch(pk: int, by: User) -> Batch:
    batch = batches_of(by).filter(pk=pk).first()
    if batch is None:
        raise RuleError(Code.UNKNOWN, field="batch", value=pk, reason="notebook.draft_no_more")
    return batch


#: See ``goclub.games.jobs``.
JOBS = {"enter_batch": (enter, False), "undo_batch": (undo, False)}
