"""Operations of migrations."""

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
