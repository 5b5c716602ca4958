"""Checks of the backups, for ``manage.py check_production``."""

from __future__ import annotations

from collections.abc import Iterator

from goclub.common import backups
from goclub.common.production.checks import Check, CheckFinding, Gravity


def backed_up() -> Iterator[CheckFinding]:
    """Whether the last good backup is young enough, and the last try was good."""
    if backups.is_late():
        age = backups.age()
        cure = "Run manage.py backup; script/production runs it every night."
        if age is None:
            yield CheckFinding("there is no backup yet", cure, Gravity.ADVICE)
        else:
            yield CheckFinding(f"the last backup is {age.days} days old", cure)
    if failure := backups.last_failure():
        yield CheckFinding(
            f"the last backup failed: {failure.why}", "Run manage.py backup and read it."
        )


CHECKS = (Check("backups", backed_up),)
