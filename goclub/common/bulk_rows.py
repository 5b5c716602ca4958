"""Many rows of one table into the database, without a model instance for each of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
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

    SQLite: as many rows in a statement as it takes, which is prepared once; PostgreSQL: COPY.
    Raises what the database raises, as Django's exceptions.
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
        size = database.ops.bulk_batch_size(fields, values)
        whole = len(values) - len(values) % size
        row = f"({', '.join(['%s'] * len(names))})"
        # Names of our own columns only; the values go in as parameters.
        start = f"INSERT INTO {table} ({columns}) VALUES "  # noqa: S608
        cursor.executemany(
            start + ", ".join([row] * size),
            [
                tuple(chain.from_iterable(values[first : first + size]))
                for first in range(0, whole, size)
            ],
        )
        cursor.executemany(start + row, values[whole:])
