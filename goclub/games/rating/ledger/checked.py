"""What the last check of the ledger found: a replay of every fact, compared line by line.

Kept in a small file beside what ran when (``common.schedule``), so that a check writes nothing into
the database that it looks at.
"""

from __future__ import annotations

import contextlib
from datetime import datetime
from pathlib import Path

import msgspec
from django.conf import settings

from goclub.common.backups import write_private


class Checked(msgspec.Struct, frozen=True):
    """When so many lines were replayed, and how many rows differed."""

    at: datetime
    lines: int
    differ: int


def memory() -> Path:
    """The file that says what the last check found."""
    return Path(settings.VAR_DIR) / "ledger-check.json"


def last_check() -> Checked | None:
    """The last check; None where there was none."""
    with contextlib.suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode(memory().read_bytes(), type=Checked)
    return None


def note_check(check: Checked) -> None:
    """Keep what a check found; never fails itself."""
    with contextlib.suppress(OSError):
        write_private(memory(), msgspec.json.encode(check))
