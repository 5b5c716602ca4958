"""The file of a backup: a zip with the lines of every table, the files of members, a manifest.

It is the same whichever database it comes from, can be opened with any zip program, and says of
itself what it holds: every table and every file by its SHA-256.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Final

import msgspec
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections

from goclub.common.backups.databases import Applied, applied_migrations, last_number, models_at
from goclub.common.canonical import LEDGER, DatabaseTable, batches, snapshot, tables_of
from ratings.errors import Code, RuleError

#: Rises when a release writes what an earlier one would misread.
FORM: Final = 1
SITE: Final = "goclub"
_MANIFEST: Final = "manifest.json"
#: What reading a zip raises where bytes of it changed; zipfile says NotImplementedError of a method
#: of packing that it does not know, RuntimeError where a password is asked for.
_BROKEN: Final = (
    zipfile.BadZipFile, zlib.error, struct.error, msgspec.MsgspecError, EOFError, KeyError,
    NotImplementedError, RuntimeError, UnicodeDecodeError,
)  # fmt: skip
#: Twice the time for a tenth less room: the least effort.
_EFFORT: Final = 1
_PIECE: Final = 1 << 20


class KeptTable(msgspec.Struct, frozen=True):
    """A table as it was kept; ``last`` is the last number that its counter gave out."""

    table: DatabaseTable
    rows: int
    sha256: str
    last: int | None


class KeptFile(msgspec.Struct, frozen=True):
    """A file that members gave, by its path below the folder of such files."""

    path: str
    size: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True):
    """What a backup says of itself."""

    form: int
    site: str
    at: datetime
    release: str
    vendor: str
    migrations: Applied
    tables: tuple[KeptTable, ...]
    files: tuple[KeptFile, ...]

    @property
    def rows(self) -> int:
        """All rows of all tables."""
        return sum(table.rows for table in self.tables)

    @property
    def hash(self) -> str:
        """One hash for everything: of all tables and files with theirs."""
        tables = [f"{table.table.name} {table.sha256}\n" for table in self.tables]
        files = [f"{file.path} {file.sha256}\n" for file in self.files]
        return hashlib.sha256("".join(sorted(tables) + sorted(files)).encode()).hexdigest()

    @property
    def ledger(self) -> str:
        """The hash of the ledger."""
        return next((table.sha256 for table in self.tables if table.table.name == LEDGER), "")


def write_archive(path: Path, *, at: datetime, using: str = DEFAULT_DB_ALIAS) -> Manifest:
    """Write everything, as it is at one moment, to a file that must not be there yet."""
    private = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(private, "wb") as file:
        manifest = _write(file, at=at, using=using)
        file.flush()
        os.fsync(file.fileno())
    return manifest


def _write(file: BinaryIO, *, at: datetime, using: str) -> Manifest:
    packed = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=_EFFORT)
    with packed, snapshot(using):
        applied = applied_migrations(using)
        tables = tuple(_keep(packed, table, using) for table in tables_of(models_at(applied)))
        manifest = Manifest(
            form=FORM,
            site=SITE,
            at=at,
            release=settings.RELEASE,
            vendor=connections[using].vendor,
            migrations=applied,
            tables=tables,
            files=tuple(_keep_file(packed, *file) for file in _files()),
        )
        packed.writestr(_MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
    return manifest


def _keep(packed: zipfile.ZipFile, table: DatabaseTable, using: str) -> KeptTable:
    digest, rows = hashlib.sha256(), 0
    with packed.open(_place(table), "w", force_zip64=True) as entry:
        for count, lines in batches(table, using):
            entry.write(lines)
            digest.update(lines)
            rows += count
    return KeptTable(table, rows, digest.hexdigest(), last_number(table, using))


def _place(table: DatabaseTable) -> str:
    return f"tables/{table.name}.jsonl"


def _files() -> Iterator[tuple[Path, str]]:
    root = Path(settings.MEDIA_ROOT) if settings.MEDIA_ROOT else None
    if root is None or not root.is_dir():
        return
    for path in sorted(root.rglob("*")):
        if path.is_file():
            yield path, path.relative_to(root).as_posix()


def _keep_file(packed: zipfile.ZipFile, path: Path, name: str) -> KeptFile:
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as source, packed.open(f"media/{name}", "w", force_zip64=True) as entry:
        while piece := source.read(_PIECE):
            entry.write(piece)
            digest.update(piece)
            size += len(piece)
    return KeptFile(name, size, digest.hexdigest())


class Archive:
    """A backup that is read."""

    def __init__(self, packed: zipfile.ZipFile, manifest: Manifest) -> None:
        self._packed = packed
        self.manifest = manifest

    def lines(self, kept: KeptTable) -> Iterator[bytes]:
        """The lines of a table, which must be those that were kept: RuleError at the end if not."""
        digest, rows = hashlib.sha256(), 0
        with broken_is_refused(), self._packed.open(_place(kept.table)) as entry:
            for line in entry:
                digest.update(line)
                rows += 1
                yield line
        if (rows, digest.hexdigest()) != (kept.rows, kept.sha256):
            raise damaged(kept.table.name)

    def check(self) -> None:
        """Read it all once; raises RuleError ``backups.damaged``."""
        for kept in self.manifest.tables:
            for _line in self.lines(kept):
                pass
        self.check_files()

    def check_files(self) -> None:
        """Read the files of members once; raises RuleError ``backups.damaged``."""
        for file in self.manifest.files:
            digest = hashlib.sha256()
            with broken_is_refused(), self._packed.open(f"media/{file.path}") as entry:
                while piece := entry.read(_PIECE):
                    digest.update(piece)
            if digest.hexdigest() != file.sha256 or not _is_below(file.path):
                raise damaged(file.path)

    def unpack_files(self) -> None:
        """Put the files of members back where they were."""
        for file in self.manifest.files:
            target = Path(settings.MEDIA_ROOT) / file.path
            target.parent.mkdir(parents=True, exist_ok=True)
            unfinished = target.with_name(f".{target.name}.part")
            with self._packed.open(f"media/{file.path}") as entry, unfinished.open("wb") as out:
                shutil.copyfileobj(entry, out, _PIECE)
            unfinished.replace(target)


def _is_below(path: str) -> bool:
    parts = PurePosixPath(path)
    return not parts.is_absolute() and ".." not in parts.parts and bool(settings.MEDIA_ROOT)


@contextmanager
def opened(path: Path) -> Iterator[Archive]:
    """A backup to read; raises RuleError for a file that is none, is damaged or not there."""
    try:
        packed = zipfile.ZipFile(path)
    except OSError as error:
        raise RuleError(Code.UNKNOWN, "file", str(path), reason="backups.no_file") from error
    except _BROKEN as error:
        raise RuleError(Code.TYPE, "file", path.name, reason="backups.no_backup") from error
    with packed:
        if _MANIFEST not in packed.namelist():
            raise RuleError(Code.TYPE, "file", path.name, reason="backups.no_backup")
        with broken_is_refused():
            manifest = msgspec.json.decode(packed.read(_MANIFEST), type=Manifest)
        yield Archive(packed, manifest)


@contextmanager
def broken_is_refused() -> Iterator[None]:
    """Turn what a broken zip raises into a refusal."""
    try:
        yield
    except _BROKEN as error:
        raise damaged(str(error)) from error


def damaged(part: str) -> RuleError:
    """The refusal of a file that is not as it was written."""
    return RuleError(Code.INCONSISTENT, "file", part, reason="backups.damaged")
