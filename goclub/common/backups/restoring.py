"""A backup put back, here or on another machine, from its file alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Final

from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.dispatch import Signal

from goclub.common import backups
from goclub.common.backups.archive import FORM, SITE, Archive, Manifest, opened
from goclub.common.backups.databases import (
    Applied,
    applied_migrations,
    check_references,
    drop_tables,
    empty_tables,
    is_empty,
    is_newer,
    known_migrations,
    loader_at,
)
from goclub.common.backups.making import make_backup
from goclub.common.backups.moving import fill
from goclub.common.bulk_rows import take_stock
from goclub.common.gate import gate_open
from ratings.errors import Code, RuleError

Tell = Callable[[str], None]
#: The rows of a backup are in the tables of this release; ``at``: now.
site_restored: Final = Signal()


def restore_backup(*, file: Path, at: datetime, replace: bool, tell: Tell) -> Manifest:
    """Make the site's database what it was when *file* was made; returns what the file says.

    Everything is read and checked before anything is touched.  A database that holds something is
    refused unless *replace*, and then kept first.  A backup of this release goes in as a whole or
    not at all; one of an earlier release is put into the tables of its time, which are then
    brought up to date.  Raises RuleError ``backups.…``.
    """
    with opened(file) as archive:
        manifest = archive.manifest
        refuse_foreign(manifest)
        archive.check()
        if not is_empty():
            if not replace:
                raise RuleError(
                    Code.STATE,
                    "database",
                    str(connection.settings_dict["NAME"]),
                    reason="backups.not_empty",
                )
            tell(f"What was here is kept in {_keep(at, spare=file)}.")
        if set(applied_migrations()) != set(manifest.migrations):
            drop_tables(DEFAULT_DB_ALIAS)
            build_tables(manifest.migrations)
        put_back(archive)
        archive.unpack_files()
    # Brings an earlier release's tables up to date, and puts the triggers back.
    call_command("migrate", verbosity=0, interactive=False)
    site_restored.send(None, at=at)
    take_stock()
    ContentType.objects.clear_cache()
    return manifest


def _keep(at: datetime, *, spare: Path) -> Path:
    """Keep what the database holds: as a backup, or as its file where a newer release made it.

    That release's tables have columns which this one does not know.  Raises RuleError
    ``backups.newer_database`` on PostgreSQL, which has no file to copy.
    """
    if connection.vendor != "sqlite" or not is_newer():
        return make_backup(at=at, label="before-restore", spare=spare)[0]
    path = backups.folder() / f"before-restore-{at:%Y-%m-%d-%H%M%S}.sqlite3"
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    backups.write_private(path, b"")
    with closing(sqlite3.connect(path)) as copy:
        connection.connection.backup(copy)
    return path


def refuse_foreign(manifest: Manifest) -> None:
    """Raise RuleError for a backup of another program or of a release that is newer than this."""
    if manifest.site != SITE:
        raise RuleError(Code.TYPE, "file", manifest.site, reason="backups.no_backup")
    unknown = set(manifest.migrations) - known_migrations()
    if manifest.form > FORM or unknown:
        raise RuleError(Code.STATE, "file", manifest.release, reason="backups.newer_release")


def build_tables(applied: Applied) -> None:
    """Make the tables of an empty database as they were after these migrations."""
    executor = MigrationExecutor(connection)
    executor.loader = loader_at(applied)
    executor.loader.applied_migrations = {}
    executor.migrate(last_migrations(applied))


def last_migrations(applied: Applied) -> list[tuple[str, str]]:
    """The last of these migrations in each app; those that were put into one since are left out."""
    loader = loader_at(applied)
    done = set(loader.applied_migrations) & set(loader.graph.nodes)
    return [
        node
        for node in sorted(done)
        if not any(child.key[0] == node[0] and child.key in done
                   for child in loader.graph.node_map[node].children)
    ]  # fmt: skip


def put_back(archive: Archive) -> None:
    """Rows instead of whatever the tables hold, in one transaction that also proves them."""
    names = [table.table.name for table in archive.manifest.tables]
    with transaction.atomic(), gate_open():
        empty_tables(DEFAULT_DB_ALIAS, names)
        fill(archive, DEFAULT_DB_ALIAS)
        check_references()
