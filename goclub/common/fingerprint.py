"""What a database holds, in one hash for each table: equal where and only where the rows are.

The same rows give the same hashes on SQLite and PostgreSQL, before a move and after it, in a backup
and in what was restored from it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final

from django.db import DEFAULT_DB_ALIAS

from goclub.common.canonical import DatabaseTable, batches, snapshot, tables_of

#: The facts and the projection whose equality a backup is about, first of all.
LEDGER: Final = "games_ratingentry"


def fingerprint(
    using: str = DEFAULT_DB_ALIAS, tables: Iterable[str] | None = None
) -> dict[str, str]:
    """Table and SHA-256 of its rows, by primary key, of one moment; *tables* narrows it.

    All tables of the site but sessions, histories and joining tables included.  Raises KeyError
    for a table that there is not.
    """
    known = {table.name: table for table in tables_of()}
    chosen = list(known.values()) if tables is None else [known[name] for name in tables]
    with snapshot(using):
        return {table.name: hash_of(table, using) for table in chosen}


def hash_of(table: DatabaseTable, using: str = DEFAULT_DB_ALIAS) -> str:
    """SHA-256 of a table's lines, read in a stream."""
    digest = hashlib.sha256()
    for _count, lines in batches(table, using):
        digest.update(lines)
    return digest.hexdigest()
