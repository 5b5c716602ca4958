"""Checks of the work that nobody asks for, for ``manage.py check_production``."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone

from goclub.common.production.checks import Check, CheckFinding, Gravity
from goclub.common.schedule import late_jobs, remembered

_CURE = (
    "script/production runs it by itself while it serves, and deploy/compose.yaml the same. "
    "Where something else serves the site, let cron run manage.py run_due every five minutes."
)


def ran() -> Iterator[CheckFinding]:
    """Whether backup, ledger check, e-mail and reminders were done when it was time."""
    late = late_jobs(timezone.now())
    if late and not remembered():
        yield CheckFinding("no task has run yet", _CURE, Gravity.ADVICE)
        return
    for job, last in late:
        when = f"since {last.done:%Y-%m-%d %H:%M} UTC" if last.ever else "yet"
        tried = f"; tried at {last.tried:%Y-%m-%d %H:%M} UTC, failed" if last.failed else ""
        command = f"Run manage.py run_due --only '{job.key}' and read it. "
        yield CheckFinding(f"{job.key}: not done {when}{tried}", command + _CURE)


CHECKS = (Check("tasks", ran),)
