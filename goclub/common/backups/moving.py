"""From one database to another: SQLite to PostgreSQL when the club has grown, or back."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction

from goclub.common.backups.archive import Archive
from goclub.common.backups.databases import (
    applied_migrations,
    check_references,
    connected,
    empty_tables,
    is_empty,
    last_number,
    set_last_number,
)
from goclub.common.bulk_rows import take_stock
from goclub.common.canonical import (
    DatabaseTable,
    batches,
    hash_of,
    snapshot,
    tables_of,
    write_lines,
)
from goclub.common.gate import gate_open
from ratings.errors import Code, RuleError


def fill(archive: Archive, using: str) -> None:
    """Put a whole backup into empty tables and compare every hash.

    The caller holds transaction and gate.  Raises RuleError.
    """
    for kept in archive.manifest.tables:
        put(kept.table, archive.lines(kept), using)
        set_last_number(kept.table, kept.last, using)
    for kept in archive.manifest.tables:
        prove(kept.table, kept.sha256, using)


def put(table: DatabaseTable, lines: Iterable[bytes], using: str) -> int:
    """Lines into their table; raises RuleError ``backups.not_taken`` with the database's words."""
    try:
        return write_lines(table, lines, using)
    except DatabaseError as error:
        raise RuleError(
            Code.INCONSISTENT,
            table.name,
            " ".join(str(error).split())[:300],
            reason="backups.not_taken",
            params={"table": table.name},
        ) from error


def prove(table: DatabaseTable, sha256: str, using: str) -> None:
    """Raise RuleError ``backups.differs`` unless a table's rows have this hash."""
    if hash_of(table, using) != sha256:
        raise RuleError(Code.INCONSISTENT, table.name, table.name, reason="backups.differs")


def lines_of(pieces: Iterable[tuple[int, bytes]]) -> Iterator[bytes]:
    """Single lines out of the pieces that ``batches`` yields."""
    for _count, lines in pieces:
        yield from lines.splitlines()


#: Called with the table, how many of its rows are over, and how many there are.
Tell = Callable[[str, int, int], None]


class MovedTable(NamedTuple):
    """A table that is over there as it is here."""

    table: str
    rows: int
    sha256: str


def move_database(*, url: str, tell: Tell) -> list[MovedTable]:
    """Copy all tables to the empty database at *url* and compare every hash; this one stays.

    All or nothing, in one transaction over there; here, one moment is read and nobody waits.
    Raises RuleError ``backups.…``.
    """
    try:
        with connected(url) as target:
            _prepare(url, target)
            with snapshot(), transaction.atomic(target), gate_open(target):
                moved = list(_carry(tables_of(), target, tell))
            take_stock(using=target)
            return moved
    except ValueError as error:
        if isinstance(error, RuleError):
            raise
        raise RuleError(
            Code.TYPE, "to", "DATABASE_URL", str(error), reason="backups.no_address"
        ) from error


def _prepare(url: str, target: str) -> None:
    """Tables of this release in the other database, which must hold nothing."""
    if _is_same(target):
        raise RuleError(Code.STATE, "to", _name(target), reason="backups.same_database")
    try:
        tables = connections[target].introspection.table_names()
    except DatabaseError as error:
        raise RuleError(
            Code.UNKNOWN, "to", " ".join(str(error).split())[:300], reason="backups.no_answer"
        ) from error
    if not tables:
        migrate_at(url)
    if not is_empty(target) or set(applied_migrations(target)) != set(applied_migrations()):
        raise RuleError(Code.STATE, "to", _name(target), reason="backups.target_not_empty")


def migrate_at(url: str) -> None:
    """Run all migrations in another database; they know no other than the process's own."""
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "migrate", "--verbosity", "0"]
    subprocess.run(command, env={**os.environ, "DATABASE_URL": url}, check=True)  # noqa: S603


def _is_same(target: str) -> bool:
    ours = connections[DEFAULT_DB_ALIAS]
    theirs = connections[target]
    keys = ("HOST", "PORT", "NAME")
    return ours.vendor == theirs.vendor and all(
        str(ours.settings_dict[key]) == str(theirs.settings_dict[key]) for key in keys
    )


def _name(alias: str) -> str:
    return str(connections[alias].settings_dict["NAME"])


def _carry(tables: list[DatabaseTable], target: str, tell: Tell) -> Iterator[MovedTable]:
    hashes: dict[str, str] = {}
    counts: dict[str, int] = {}
    empty_tables(target, [table.name for table in tables])
    for table in tables:
        total = _count(table)
        digest = hashlib.sha256()
        pieces = _heard(table, digest, total, tell)
        counts[table.name] = put(table, lines_of(pieces), target)
        set_last_number(table, last_number(table), target)
        hashes[table.name] = digest.hexdigest()
    check_references(target)
    for table in tables:
        prove(table, hashes[table.name], target)
        yield MovedTable(table.name, counts[table.name], hashes[table.name])


def _heard(
    table: DatabaseTable, digest: hashlib._Hash, total: int, tell: Tell
) -> Iterator[tuple[int, bytes]]:
    done = 0
    for count, lines in batches(table):
        digest.update(lines)
        done += count
        tell(table.name, done, total)
        yield count, lines


def _count(table: DatabaseTable) -> int:
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        name = connections[DEFAULT_DB_ALIAS].ops.quote_name(table.name)
        cursor.execute(f"SELECT count(*) FROM {name}")  # noqa: S608
        number: int = cursor.fetchone()[0]
    return number
