"""Checks of what guards the ledger, for ``manage.py check_production``."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection

from goclub.common.gate import IS_OPEN
from goclub.common.production.checks import Check, CheckFinding, Gravity
from goclub.games.rating.ledger import triggers
from goclub.games.rating.ledger.posting import incomplete_systems


def guarded() -> Iterator[CheckFinding]:
    """Whether every trigger is there."""
    if missing := triggers.missing():
        yield CheckFinding(
            f"{len(missing)} triggers are missing ({', '.join(missing[:3])} …): the ledger can be "
            "written past the rules",
            "Run manage.py migrate: it puts them back.",
        )


def gate_shut() -> Iterator[CheckFinding]:
    """Whether the gate that services open is shut for everybody else."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {IS_OPEN[connection.vendor]}")
        (is_open,) = cursor.fetchone()
    if is_open:
        yield CheckFinding(
            "the gate of the ledger stands open for everybody",
            "In psql: ALTER DATABASE … RESET goclub.gate; ALTER ROLE … RESET goclub.gate;",
            Gravity.STOPS,
        )


def complete() -> Iterator[CheckFinding]:
    """Whether every rating system has its standings."""
    if names := incomplete_systems():
        yield CheckFinding(
            f"standings are missing: {', '.join(map(str, names))}",
            "Run manage.py rebuild_ratings.",
        )


CHECKS = (
    Check("triggers", guarded, asks_database=True, mended_by_start=True),
    Check("gate", gate_shut, asks_database=True),
    Check("ratings", complete, asks_database=True, mended_by_start=True),
)
