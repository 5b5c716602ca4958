"""Indexes made and dropped beside a site that serves: on PostgreSQL nobody waits for them.

For migrations with ``atomic = False``, inside ``SeparateDatabaseAndState``: the model says what
there is, these say how it comes about.  SQLite has no such way, and one process writes at a time.
"""

from __future__ import annotations

from typing import Any


def make_index(
    editor: Any, name: str, table: str, columns: str, *, unique: bool = False, where: str = ""
) -> None:
    """Make an index unless it is there; one that was left unfinished is made anew."""
    if editor.connection.vendor == "postgresql" and _unfinished(editor, name):
        drop_index(editor, name)
    kind = "UNIQUE INDEX" if unique else "INDEX"
    condition = f" WHERE {where}" if where else ""
    editor.execute(
        f"CREATE {kind}{_beside(editor)} IF NOT EXISTS {name} ON {table} ({columns}){condition}"
    )


def drop_index(editor: Any, name: str) -> None:
    """Drop an index where it is there."""
    editor.execute(f"DROP INDEX{_beside(editor)} IF EXISTS {name}")


def index_of_key(editor: Any, table: str, column: str) -> str | None:
    """The name of the plain index that Django once made for a column; None where there is none."""
    introspection = editor.connection.introspection
    with editor.connection.cursor() as cursor:
        constraints = introspection.get_constraints(cursor, table)
    names = sorted(
        name
        for name, constraint in constraints.items()
        if constraint["index"] and not constraint["unique"] and constraint["columns"] == [column]
        and name.startswith(f"{table}_{column}_") and not name.endswith("_like")
    )  # fmt: skip
    return names[0] if names else None


def _beside(editor: Any) -> str:
    return " CONCURRENTLY" if editor.connection.vendor == "postgresql" else ""


def _unfinished(editor: Any, name: str) -> bool:
    with editor.connection.cursor() as cursor:
        cursor.execute(
            "SELECT NOT indisvalid FROM pg_index WHERE indexrelid = to_regclass(%s)", [name]
        )
        row = cursor.fetchone()
    return bool(row and row[0])
