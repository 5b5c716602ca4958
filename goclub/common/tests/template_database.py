"""Migrated databases that are kept between runs, so that no run of the tests migrates twice.

The first test that needs a database migrates one, as ever, and a copy of it is put aside under a
digest of all that had a say in it; whoever comes next with the same digest copies instead of
migrating: other workers, other runs.  On SQLite the copies are files below ``var/``, on PostgreSQL
databases that the test databases are created from (``CREATE DATABASE … TEMPLATE``).
"""

from __future__ import annotations

import hashlib
import inspect
import re
import sqlite3
import weakref
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import django
from django.apps import apps
from django.conf import settings
from django.core.management.commands import migrate
from django.db import connection
from django.db.models.signals import post_migrate

KEPT = 3  # branches that somebody goes to and fro between
PATIENCE = 600  # seconds that a worker waits for another one's migrations
IMPORTED = re.compile(r"^(?:from|import) (goclub[\w.]*)(?: import \(?([\w, ]+))?", re.MULTILINE)


def sources() -> set[Path]:
    """Files that decide what a migrated database contains.

    These are the migrations of all apps, the modules of ours that they import (roles), and the
    receivers of ``post_migrate`` (triggers, permissions).
    """
    found: set[Path] = set()
    for config in apps.get_app_configs():
        for path in Path(config.path).glob("migrations/*.py"):
            found.add(path)
            for module, names in IMPORTED.findall(path.read_text()):
                for name in (module, *(f"{module}.{n.split()[0]}" for n in names.split(",") if n)):
                    base = Path(settings.BASE_DIR, *name.split("."))
                    found |= {base.with_suffix(".py"), base / "__init__.py"}
    for _key, reference, *_rest in post_migrate.receivers:
        receiver = reference() if isinstance(reference, weakref.ReferenceType) else reference
        if receiver is not None:
            found.add(Path(inspect.getfile(receiver)))
    return {path for path in found if path.is_file()}


def digest() -> str:
    """Name of the database that the migrations of today make."""
    said = hashlib.sha256(django.__version__.encode())
    for path in sorted(sources()):
        said.update(f"{path}\0".encode() + path.read_bytes() + b"\0")
    return said.hexdigest()[:16]


class SqliteStore:
    """Copies are files; the lock is SQLite's own, so that it falls with the process."""

    def __init__(self, name: str) -> None:
        self.folder = settings.VAR_DIR / "test-templates"
        self.path = self.folder / f"{name}.sqlite3"
        self.settings: dict[str, str] = {}

    @contextmanager
    def locked(self) -> Iterator[None]:
        self.folder.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self.folder / "lock", timeout=PATIENCE)) as lock:
            lock.execute("BEGIN EXCLUSIVE")
            yield

    def exists(self) -> bool:
        return self.path.exists()

    def load(self, *_args: Any, **_options: Any) -> None:
        connection.ensure_connection()
        with closing(sqlite3.connect(self.path)) as kept:
            kept.backup(connection.connection)
        if not connection.is_in_memory_db():
            connection.close()  # the next one makes the copy's journal that of the site

    def save(self) -> None:
        unfinished = self.path.with_suffix(".unfinished")
        unfinished.unlink(missing_ok=True)
        with closing(sqlite3.connect(unfinished)) as kept:
            connection.connection.backup(kept)
        unfinished.replace(self.path)
        copies = sorted(self.folder.glob("*.sqlite3"), key=lambda path: path.stat().st_mtime)
        for stale in copies[:-KEPT]:
            stale.unlink()


class PostgresStore:
    """Copies are databases of the same server, those of this checkout by their name."""

    def __init__(self, name: str) -> None:
        checkout = hashlib.sha256(str(settings.BASE_DIR).encode()).hexdigest()[:8]
        self.prefix = f"goclub_template_{checkout}_"
        self.name = self.prefix + name
        self.settings = {"TEMPLATE": self.name}

    @contextmanager
    def locked(self) -> Iterator[None]:
        with connection._nodb_cursor() as self.cursor:
            self.cursor.execute("SELECT pg_advisory_lock(hashtext(%s))", [self.prefix])
            yield

    def copies(self) -> list[str]:
        """Oldest first."""
        self.cursor.execute(
            "SELECT datname FROM pg_database WHERE starts_with(datname, %s) ORDER BY oid",
            [self.prefix],
        )
        return [name for (name,) in self.cursor.fetchall()]

    def exists(self) -> bool:
        return self.name in self.copies()

    def load(self, *_args: Any, **_options: Any) -> None:
        """Nothing: the database was created full."""

    def save(self) -> None:
        source = connection.settings_dict["NAME"]
        connection.close()  # a database in use is no template
        self.cursor.execute(f'CREATE DATABASE "{self.name}" TEMPLATE "{source}"')
        for stale in self.copies()[:-KEPT]:
            self.cursor.execute(f'DROP DATABASE "{stale}"')


@contextmanager
def used() -> Iterator[None]:
    """Within this, Django creates its test database from the copy that is kept, or keeps one."""
    creation = connection.creation
    ordinary: Callable[..., str] = creation.create_test_db
    store_class = PostgresStore if connection.vendor == "postgresql" else SqliteStore

    def create(**options: Any) -> str:
        if options["keepdb"] or settings.MIGRATION_MODULES:  # --reuse-db, --nomigrations
            return ordinary(**options)
        store = store_class(digest())
        with store.locked():
            if not store.exists():
                name = ordinary(**options)
                store.save()
                return name
            full = mock.patch.dict(connection.settings_dict["TEST"], store.settings)
            with full, mock.patch.object(migrate.Command, "handle", store.load):
                return ordinary(**options)

    with mock.patch.object(creation, "create_test_db", create):
        yield
