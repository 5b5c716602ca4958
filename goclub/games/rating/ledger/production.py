"""What is checked of the ledger: its guards, by ``manage.py check_production``, and its lines.

The result of the last replay that compared every line is kept in a small file beside what ran when
(``common.schedule``), so that a check writes nothing into the database that it looks at.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import msgspec
from django.conf import settings
from django.db import connection

from goclub.common.backups import write_private
from goclub.common.gate import IS_OPEN
from goclub.common.production.checks import Check, CheckFinding, Gravity
from goclub.games.rating.ledger import triggers
from goclub.games.rating.ledger.recalculation import incomplete_systems


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


# --- The last check of every line ---------------------------------------------------------------
class LedgerCheck(msgspec.Struct, frozen=True):
    """When so many lines were replayed, and how many rows differed."""

    at: datetime
    lines: int
    differ: int


def check_file() -> Path:
    """Return the file that keeps the last check."""
    return Path(settings.VAR_DIR) / "ledger-check.json"


def last_check() -> LedgerCheck | None:
    """Return the last check; None where there was none."""
    with contextlib.suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode(check_file().read_bytes(), type=LedgerCheck)
    return None


def save_check(check: LedgerCheck) -> None:
    """Keep the result of a check; never fails itself."""
    with contextlib.suppress(OSError):
        write_private(check_file(), msgspec.json.encode(check))
