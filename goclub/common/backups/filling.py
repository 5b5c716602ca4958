"""Rows into a database, and the proof that they are there as they were."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db import DatabaseError

from goclub.common.backups.archive import Archive
from goclub.common.backups.databases import set_last_number
from goclub.common.canonical import DatabaseTable, write_lines
from goclub.common.fingerprint import hash_of
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
            field=table.name,
            value=" ".join(str(error).split())[:300],
            reason="backups.not_taken",
            params={"table": table.name},
        ) from error


def prove(table: DatabaseTable, sha256: str, using: str) -> None:
    """Raise RuleError ``backups.differs`` unless a table's rows have this hash."""
    if hash_of(table, using) != sha256:
        raise RuleError(
            Code.INCONSISTENT, field=table.name, value=table.name, reason="backups.differs"
        )


def lines_of(pieces: Iterable[tuple[int, bytes]]) -> Iterator[bytes]:
    """Single lines out of the pieces that ``batches`` yields."""
    for _count, lines in pieces:
        yield from lines.splitlines()
