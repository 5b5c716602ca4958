"""Keeping what the club did: copies that were tried, and the way from one database to another.

The folder is the truth: beside each backup lies its record, so that what was kept is known where
there is no database any more.
"""

from __future__ import annotations

import contextlib
import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

import msgspec
from django.conf import settings
from django.utils import timezone

RECORD: Final = ".json"
_FAILURE: Final = "last-failure.json"


class BackupRecord(msgspec.Struct, frozen=True):
    """What is said beside a backup that was made and tried."""

    file: str
    at: datetime
    size: int
    sha256: str
    release: str
    #: Of all tables, and of the ledger alone.
    hash: str
    ledger: str
    rows: int
    seconds: float


class Failure(msgspec.Struct, frozen=True):
    """Why the last backup failed, for as long as none was made since."""

    at: datetime
    why: str


def folder() -> Path:
    """Where backups are kept (``BACKUP_DIR``)."""
    return Path(settings.BACKUP_DIR)


def records(place: Path | None = None) -> list[tuple[Path, BackupRecord]]:
    """Backups whose file is there as its record says, the newest first."""
    backups = []
    with contextlib.suppress(OSError):
        for path in (place or folder()).glob(f"goclub-*{RECORD}"):
            with contextlib.suppress(OSError, msgspec.MsgspecError):
                record = msgspec.json.decode(path.read_bytes(), type=BackupRecord)
                file = path.with_name(record.file)
                if file.stat().st_size == record.size:
                    backups.append((file, record))
    return sorted(backups, key=lambda backup: (backup[1].at, backup[0].name), reverse=True)


def changed_at() -> int:
    """Return when the folder of backups last changed, in nanoseconds; 0 where there is none."""
    try:
        return folder().stat().st_mtime_ns
    except OSError:
        return 0


def age(now: datetime | None = None) -> timedelta | None:
    """How old the last good backup is; None where there is none."""
    good = records()
    return (now or timezone.now()) - good[0][1].at if good else None


def is_late(now: datetime | None = None) -> bool:
    """Whether more than ``BACKUP_LATE_DAYS`` went by without a backup; 0 days: nobody asks."""
    days: int = settings.BACKUP_LATE_DAYS
    if not days:
        return False
    old = age(now)
    return old is None or old > timedelta(days=days)


def last_failure() -> Failure | None:
    """Why the last backup failed; None where it did not, or one was made since."""
    try:
        return msgspec.json.decode((folder() / _FAILURE).read_bytes(), type=Failure)
    except (OSError, msgspec.MsgspecError):
        return None


def note_failure(failure: Failure | None) -> None:
    """Keep why a backup failed, or (None) that all is well again; never fails itself."""
    with contextlib.suppress(OSError):
        if failure is None:
            (folder() / _FAILURE).unlink(missing_ok=True)
        else:
            write_private(folder() / _FAILURE, msgspec.json.encode(failure))


def write_private(path: Path, content: bytes) -> None:
    """A small file that only the site reads, there as a whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    unfinished = path.with_name(f".{path.name}.part")
    with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def warnings(now: datetime | None = None) -> list[str]:
    """What ``/health/`` says of backups, in English; nothing where all is well."""
    texts = []
    if is_late(now):
        old = age(now)
        texts.append("no backup yet" if old is None else f"the last backup is {old.days} days old")
    failure = last_failure()
    if failure:
        texts.append(f"the last backup failed: {failure.why}")
    return texts
