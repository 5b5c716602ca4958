"""What runs when: the site's work that nobody asks for, and whether it is due.

``script/production`` and ``deploy/compose.yaml`` keep one process that starts whatever is due
(``manage.py run_due --watch``); elsewhere one line of cron does.  When each ran last is kept in a
small file, so that this works while the database is away.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

import msgspec
from django.conf import settings
from django.core.management import get_commands

from goclub.common.backups import write_private

#: What failed is tried again after so long.
AGAIN: Final = timedelta(hours=1)
#: So long after its hour a job that was not done is late; the machine may have slept a while.
_LATE: Final = timedelta(hours=6)
#: What is to be done every time is late after so long.
_LATE_EVERY_TIME: Final = timedelta(hours=1)
#: Who never ran, ran then.
_NEVER: Final = datetime(1970, 1, 1, tzinfo=UTC)


class ScheduledJob(NamedTuple):
    """Commands that run one after the other; ``hour`` on the club's clock, None: every time."""

    key: str
    hour: int | None
    commands: tuple[tuple[str, ...], ...]

    def runnable(self) -> list[tuple[str, ...]]:
        """Those of its commands that this release has."""
        known = get_commands()
        return [command for command in self.commands if command[0] in known]


JOBS: Final = (
    ScheduledJob("ledger", None, (("run_jobs",),)),
    ScheduledJob("letters", None, (("send_mail_queue",),)),
    ScheduledJob(
        "club night", None, (("open_club_night",), ("close_recordings",), ("end_lessons",))
    ),
    ScheduledJob("registrations", None, (("settle_registrations",),)),
    ScheduledJob("backup", 3, (("backup",),)),
    ScheduledJob("nightly", 4, (("rebuild_ratings", "--check"), ("clearsessions",))),
    ScheduledJob("games of OGS", 5, (("fetch_ogs",),)),
    ScheduledJob("digest", 7, (("send_digests",),)),
    ScheduledJob("reminders", 7, (("send_reminders",),)),
)


class Ran(msgspec.Struct, frozen=True):
    """When a job was done last, and when it was tried last."""

    done: datetime = _NEVER
    tried: datetime = _NEVER

    @property
    def ever(self) -> bool:
        """Whether it was done at all."""
        return self.done != _NEVER

    @property
    def failed(self) -> bool:
        """Whether it was tried since it was done last."""
        return self.tried > self.done


def memory() -> Path:
    """The file that says what ran when."""
    return Path(settings.VAR_DIR) / "due.json"


def remembered() -> dict[str, Ran]:
    """What ran when, by the key of the job."""
    with contextlib.suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode(memory().read_bytes(), type=dict[str, Ran])
    return {}


def remember(jobs: Mapping[ScheduledJob, bool], *, at: datetime) -> None:
    """Keep that jobs were tried, and whether each was done."""
    known = remembered()
    for job, done in jobs.items():
        last = known.get(job.key, Ran())
        known[job.key] = Ran(done=at if done else last.done, tried=at)
    write_private(memory(), msgspec.json.encode(known))


def is_due(job: ScheduledJob, ran: Ran, now: datetime) -> bool:
    """Whether a job's hour came since it was done last; what failed waits a while."""
    if job.hour is None:
        return True
    waits = ran.failed and now - ran.tried < AGAIN
    return ran.done < _last_hour(job.hour, now) and not waits


def late_jobs(now: datetime) -> list[tuple[ScheduledJob, Ran]]:
    """The jobs that were not done in time, and when each ran last; none outside production."""
    if not settings.PRODUCTION:
        return []
    known = remembered()
    asked = ((job, known.get(job.key, Ran())) for job in JOBS if job.runnable())
    return [(job, ran) for job, ran in asked if ran.done < _must_be_done_since(job, now)]


def _must_be_done_since(job: ScheduledJob, now: datetime) -> datetime:
    if job.hour is None:
        return now - _LATE_EVERY_TIME
    return _last_hour(job.hour, now - _LATE)


def _last_hour(hour: int, now: datetime) -> datetime:
    """The last time that the club's clock showed this hour."""
    here = now.astimezone(ZoneInfo(settings.TIME_ZONE))
    today = datetime.combine(here.date(), time(hour), here.tzinfo)
    return today if today <= here else today - timedelta(days=1)
