"""Operations of migrations: many at once, and indexes made beside a site that serves.

``make_index`` and ``drop_index`` are for migrations with ``atomic = False``, inside
``SeparateDatabaseAndState``: on PostgreSQL nobody waits for them.  SQLite has no such way, and one
process writes at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.migrations.operations.base import Operation


class AtOnce(Operation):
    """Run operations that do not build on each other, with the models rendered once.

    Django renders every related model again after each operation: thousands of classes for the
    tables of this site, most of the time of a first `migrate`. This is for new tables, which may
    refer to each other in any order, and for fields of which only words change.
    """

    serialization_expand_args = ["operations"]

    def __init__(self, operations: Sequence[Operation]) -> None:
        self.operations = operations

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Change the state, which is rendered when it is next used."""
        state.__dict__.pop("apps", None)
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """Change the database; foreign keys of new tables follow at the end of the migration."""
        for operation in self.operations:
            operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """Change the database back."""
        for operation in reversed(self.operations):
            operation.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        """Say what each of them does."""
        return "; ".join(operation.describe() for operation in self.operations)


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
