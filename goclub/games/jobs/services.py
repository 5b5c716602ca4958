"""Asking for a job, carrying it out, and what is kept of it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, partial
from importlib import import_module
from typing import Any, Final

from django.apps import apps
from django.core.cache import cache as told_beside
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from goclub.common import background
from goclub.common.background import is_alive, worker_name
from goclub.common.forms import mark_of
from goclub.common.refusals.registry import refusal_as_json, refusal_of
from goclub.common.transactions import Fault, fault_of
from goclub.games.models import Job, Recalculation
from goclub.games.rating.ledger.recalculation import recalculate_pending
from goclub.members.requests import Act
from ratings.errors import Code, RuleError

_log = logging.getLogger(__name__)

#: So long a result is shown to whoever asks for the same again; then it is computed anew.
FRESH: Final = timedelta(minutes=30)
#: So long it is kept at all.
KEPT: Final = timedelta(days=7)
#: A job that brought down so many workers is given up.
TRIES: Final = 3
#: Times that a dry run is begun again because the ledger was recalculated beside it.
_PATIENCE: Final = 3
_PROGRESS_SECONDS: Final = 3600

#: Called with how much is done, and how much there is.
Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class JobKind:
    """What a room can be asked for.

    ``run`` takes the act of whoever asked, what was asked as it was stored, and whom to tell how
    far it is; it returns the result as JSON values.  ``looks`` it reads the ledger and writes
    nothing, so that it begins again where the ledger had to be recalculated meanwhile.
    """

    run: Callable[[Act, Mapping[str, Any], Tell], object]
    looks: bool = True


class _JobOvertaken(Exception):
    """Another worker has the job, or nobody wants it any more."""


# --- Asking -------------------------------------------------------------------------------------
def ask_for(
    act: Act,
    kind: str,
    *,
    asked: Mapping[str, object],
    title: str,
    back: str,
    fields: Sequence[tuple[str, str]] = (),
) -> Job:
    """Return the job for what somebody asks: the one there is, or a new one that begins now.

    The same asked again is the same job, finished or not, until its result is old.
    """
    assert kind in kinds(), kind
    mark = mark_of([kind, dict(asked)])
    with transaction.atomic():
        Job.objects.filter(finished_at__lt=act.at - KEPT).delete()
        Job.objects.filter(by=act.user, mark=mark, finished_at__lt=act.at - FRESH).delete()
        if not kinds()[kind].looks:
            # No page raises the refusal of what writes; asked for again it is tried again.
            Job.objects.filter(by=act.user, mark=mark, refusal__isnull=False).delete()
        # The language of the words of a result or refusal is that of whoever reads them.
        job, _new = Job.objects.get_or_create(
            by=act.user,
            mark=mark,
            defaults={
                "kind": kind,
                "asked": dict(asked),
                "title": title[:200],
                "back": back,
                "fields": [list(field) for field in fields],
                "asked_at": act.at,
            },
        )
        if job.finished_at is None:
            transaction.on_commit(partial(background.start, run_jobs))
    return job


def result_of(job: Job) -> Any:
    """The result of a job; None while it is not finished.

    Raises the RuleError that it ended with; asked for again it is computed anew then.
    """
    job.refresh_from_db()
    if job.refusal is not None:
        Job.objects.filter(pk=job.pk).delete()
        raise refusal_of(job.refusal)
    return job.result


def percent(job: Job) -> int:
    """How much of a job is done."""
    if job.finished_at is not None:
        return 100
    done, total = told_beside.get(_key(job.pk)) or (job.done, job.total)
    return min(99, 100 * done // total) if total else 0


# --- Carrying out -------------------------------------------------------------------------------
def run_jobs() -> int:
    """Carry out every job that nobody is at; returns how many.

    A pending recalculation of the ledger comes first.  May be killed at any moment: the job begins
    again.
    """
    number = 0
    while job := _take():
        recalculate_pending()
        try:
            _carry_out(job)
        except _JobOvertaken:
            continue
        except DatabaseError as error:
            # It can be run again, by the next who looks.
            if fault_of(error) is not Fault.BUSY:
                raise
            _mine(job).update(worker="", taken_at=None)
            return number
        number += 1
    return number


def _take() -> Job | None:
    """The first job that nobody is at, now ours."""
    at = timezone.now()
    for job in Job.objects.filter(finished_at=None):
        held = job.worker and job.taken_at and is_alive(job.worker, job.taken_at, at)
        if held:
            continue
        free = Job.objects.filter(pk=job.pk, worker=job.worker, tries=job.tries, finished_at=None)
        if free.update(worker=worker_name(), taken_at=at, tries=job.tries + 1):
            job.refresh_from_db()
            return job
    return None


def _mine(job: Job) -> Any:
    return Job.objects.filter(pk=job.pk, worker=job.worker, tries=job.tries)


def _carry_out(job: Job) -> None:
    kind = kinds().get(job.kind)
    if job.tries > TRIES or kind is None:
        _finish(job, refusal=RuleError(Code.STATE, "job", reason="jobs.given_up"))
        return
    for _attempt in range(_PATIENCE):
        try:
            result = kind.run(Act(job.by), job.asked, _teller(job))
        except RuleError as error:
            _finish(job, refusal=error)
            return
        except PermissionDenied:
            _finish(job, refusal=RuleError(Code.STATE, "job", reason="jobs.no_right"))
            return
        except (_JobOvertaken, DatabaseError):
            raise
        except Exception:
            # Whoever asked hears that it failed; the others go on.
            _log.exception("The job %s (%s) broke", job.pk, job.kind)
            _finish(job, refusal=RuleError(Code.STATE, "job", reason="jobs.given_up"))
            return
        if not kind.looks or not Recalculation.objects.exists():
            break
        recalculate_pending()
    _finish(job, result=result)


def _teller(job: Job) -> Tell:
    """Tell of the work: in the row, or beside a transaction that nobody sees yet."""

    def tell(done: int, total: int) -> None:
        if connection.in_atomic_block:
            told_beside.set(_key(job.pk), (done, total), _PROGRESS_SECONDS)
        elif not _mine(job).update(done=done, total=total, taken_at=timezone.now()):
            raise _JobOvertaken

    return tell


def _finish(job: Job, *, result: object = None, refusal: RuleError | None = None) -> None:
    refused = None if refusal is None else refusal_as_json(refusal)
    _mine(job).update(result=result, refusal=refused, finished_at=timezone.now(), worker="")
    told_beside.delete(_key(job.pk))


def _key(pk: int) -> str:
    return f"job-{pk}"


@cache
def kinds() -> dict[str, JobKind]:
    """Everything that can be asked for, from the modules that the apps name."""
    kinds_by_name: dict[str, JobKind] = {}
    for app in apps.get_app_configs():
        for path in getattr(app, "jobs", ()):
            for name, (run, looks) in import_module(path).JOBS.items():
                assert name not in kinds_by_name, name
                kinds_by_name[name] = JobKind(run, looks)
    return kinds_by_name


REFUSALS = {
    "jobs.given_up": _("This could not be calculated. The site’s log shows why. Please try again."),
    "jobs.no_right": _("You no longer have permission to do this."),
}
