"""Many rows of one table into the database, without a model instance for each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model


def write_rows(
    model: type[Model],
    names: Sequence[str],
    values: Sequence[Sequence[Any]],
    *,
    using: str = DEFAULT_DB_ALIAS,
) -> None:
    """Insert *values*, each in the order of the fields *names* and as the driver takes them.

    SQLite: one prepared statement for all; PostgreSQL: COPY.  Raises what the database raises, as
    Django's exceptions.
    """
    database = connections[using]
    quote = database.ops.quote_name
    table = quote(model._meta.db_table)
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    columns = ", ".join(quote(field.column) for field in fields)
    with database.cursor() as cursor:
        if database.vendor == "postgresql":
            copying = cursor.copy(f"COPY {table} ({columns}) FROM STDIN")
            with database.wrap_database_errors, copying as copy:
                for value in values:
                    copy.write_row(value)
            return
        marks = ", ".join(["%s"] * len(names))
        # Names of our own columns only; the values go in as parameters.
        statement = f"INSERT INTO {table} ({columns}) VALUES ({marks})"  # noqa: S608
        cursor.executemany(statement, values)
