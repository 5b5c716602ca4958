"""Making a backup while the site runs, and trying it at once."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections, transaction

from goclub.common import backups
from goclub.common.backups.archive import Manifest, damaged, opened, write_archive
from goclub.common.backups.databases import (
    check_references,
    connected,
    create_tables,
    is_newer,
    models_at,
)
from goclub.common.backups.moving import fill
from ratings.errors import Code, RuleError

_log = logging.getLogger(__name__)


def make_backup(
    *,
    at: datetime,
    place: Path | None = None,
    keep: int | None = None,
    label: str = "",
    spare: Path | None = None,
    using: str = DEFAULT_DB_ALIAS,
) -> tuple[Path, backups.BackupRecord]:
    """Keep everything as it is now, tried by restoring it into a database of its own.

    *place* and *keep* are ``BACKUP_DIR`` and ``BACKUP_KEEP`` where None; what stands beside it
    after that many is thrown away, but never *spare*.  Why it failed is noted for the desk before
    the error goes on.  Raises RuleError, ``backups.newer_database`` among others, OSError,
    DatabaseError.
    """
    target = place or backups.folder()
    try:
        target.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _alone(target):
            backup = _make(target, at=at, label=label, using=using)
        _copy_elsewhere(backup[0], spare)
    except Exception as error:
        backups.note_failure(backups.Failure(at=at, why=_in_a_line(error)))
        raise
    backups.note_failure(None)
    _throw_away(target, settings.BACKUP_KEEP if keep is None else keep, spare)
    return backup


def _make(
    target: Path, *, at: datetime, label: str, using: str
) -> tuple[Path, backups.BackupRecord]:
    if is_newer(using):
        raise RuleError(Code.STATE, "database", reason="backups.newer_database")
    started = time.monotonic()
    moment = at.astimezone(UTC).strftime("%Y-%m-%d-%H%M%S")
    path = _free(target / f"goclub-{moment}{label and '-' + label}.zip")
    unfinished = path.with_name(f".{path.name}.part")
    unfinished.unlink(missing_ok=True)
    try:
        manifest = write_archive(unfinished, at=at, using=using)
        try_archive(unfinished)
        record = backups.BackupRecord(
            file=path.name,
            at=at,
            size=unfinished.stat().st_size,
            sha256=_sha256(unfinished),
            release=manifest.release,
            hash=manifest.hash,
            ledger=manifest.ledger,
            rows=manifest.rows,
            seconds=round(time.monotonic() - started, 1),
        )
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    backups.write_private(path.with_suffix(backups.RECORD), msgspec.json.encode(record))
    _sync(target)
    return path, record


def _free(path: Path) -> Path:
    """The name, or the next one where two backups fall into one second."""
    for number in range(2, 1000):
        if not path.exists():
            break
        path = path.with_name(f"{path.stem.removesuffix(f'_{number - 1}')}_{number}{path.suffix}")
    return path


def try_archive(path: Path) -> Manifest:
    """Restore a backup into a database of its own and compare; raises RuleError if it differs.

    That database is a file beside the backup, gone afterwards: it needs no rights on a server,
    and a backup that it took goes into any database.
    """
    with opened(path) as archive, tempfile.TemporaryDirectory(dir=path.parent) as scratch:
        manifest = archive.manifest
        with connected(f"sqlite:///{scratch}/tried.sqlite3", "tried") as using:
            with connections[using].cursor() as cursor:
                cursor.execute("PRAGMA journal_mode=OFF")
                cursor.execute("PRAGMA synchronous=OFF")
            models = [
                model for model in models_at(manifest.migrations) if not model._meta.auto_created
            ]
            create_tables(using, models)
            with transaction.atomic(using):
                fill(archive, using)
                check_references(using)
        archive.check_files()
    return manifest


@contextlib.contextmanager
def _alone(target: Path) -> Iterator[None]:
    """One backup at a time; the lock falls with the process."""
    with (target / ".lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise RuleError(Code.STATE, "backup", str(target), reason="backups.busy") from error
        yield


def _copy_elsewhere(path: Path, spare: Path | None) -> None:
    """The same file once more in ``BACKUP_COPY_DIR``, where one is named."""
    if not settings.BACKUP_COPY_DIR:
        return
    place = Path(settings.BACKUP_COPY_DIR)
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    for source in (path, path.with_suffix(backups.RECORD)):
        unfinished = place / f".{source.name}.part"
        with (
            source.open("rb") as read,
            open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out,
        ):
            shutil.copyfileobj(read, out, 1 << 20)
            out.flush()
            os.fsync(out.fileno())
        if _sha256(unfinished) != _sha256(source):
            raise damaged(str(unfinished))
        unfinished.replace(place / source.name)
    _throw_away(place, settings.BACKUP_KEEP, spare)


def _throw_away(place: Path, keep: int, spare: Path | None) -> None:
    for file, _record in backups.records(place)[max(keep, 1) :]:
        if spare and file.samefile(spare):
            continue
        file.with_suffix(backups.RECORD).unlink(missing_ok=True)
        file.unlink(missing_ok=True)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sync(place: Path) -> None:
    """Names too are on the disk before anybody relies on them."""
    number = os.open(place, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _in_a_line(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]


def start_backup() -> None:
    """Start ``manage.py backup`` as a process of its own, which notes how it ended by itself."""
    process = subprocess.Popen(  # noqa: S603 -- nothing of it comes from a request
        [sys.executable, str(settings.BASE_DIR / "manage.py"), "backup"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    # Somebody hears when it ends, so that no dead process is left.
    threading.Thread(target=process.wait, daemon=True).start()
