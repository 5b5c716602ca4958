"""Many rows of one table into the database, without a model instance for each of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model

#: Rows that are handed over at once.
_AT_ONCE = 5_000


def write_rows(
    model: type[Model],
    names: Sequence[str],
    values: Iterable[Sequence[Any]],
    *,
    using: str = DEFAULT_DB_ALIAS,
) -> int:
    """Insert *values*, each in the order of the fields *names* and as the driver takes them, and
    return how many there were.

    SQLite: as many rows in a statement as it takes, which is prepared once, some thousand rows at a
    time; PostgreSQL: COPY, which takes them while they come.  Raises what the database raises, as
    Django's exceptions, and RuntimeError where somebody asks this connection something before the
    last row has come.
    """
    database = connections[using]
    table = database.ops.quote_name(model._meta.db_table)
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    columns = ", ".join(database.ops.quote_name(field.column) for field in fields)
    with database.cursor() as cursor:
        if database.vendor == "postgresql":
            copying = cursor.copy(f"COPY {table} ({columns}) FROM STDIN")
            busy = database.execute_wrapper(_refuse)
            with busy, database.wrap_database_errors, copying as copy:
                for value in values:
                    copy.write_row(value)
            copied: int = cursor.rowcount
            return copied
        # Names of our own columns only; the values go in as parameters.
        start = f"INSERT INTO {table} ({columns}) VALUES "  # noqa: S608
        size: int = database.ops.bulk_batch_size(fields, ())
        return _insert(cursor, start, len(fields), size, values)


def _insert(cursor: Any, start: str, width: int, size: int, values: Iterable[Sequence[Any]]) -> int:
    """Insert rows of so many columns, *size* to a statement; how many there were."""
    row = f"({', '.join(['%s'] * width)})"
    left, written = iter(values), 0
    while batch := list(islice(left, size * max(1, _AT_ONCE // size))):
        whole = len(batch) - len(batch) % size
        together = [
            tuple(chain.from_iterable(batch[first : first + size]))
            for first in range(0, whole, size)
        ]
        cursor.executemany(start + ", ".join([row] * size), together)
        cursor.executemany(start + row, batch[whole:])
        written += len(batch)
    return written


def _refuse(*_question: object) -> None:
    """The driver would wait for the end of the rows, and the rows for its answer."""
    raise RuntimeError("a question to the database while rows are copied into it")


@contextmanager
def filling(
    model: type[Model], *, beside: Sequence[type[Model]] = (), using: str = DEFAULT_DB_ALIAS
) -> Iterator[None]:
    """Within this an empty table takes many rows in less time; *beside* the tables to which they
    refer, and which are read for them.

    Inside a transaction.  SQLite: the table has no indexes but its primary key's; they are made of
    all rows at once in the end, which raises IntegrityError for rows that a unique one refuses.
    PostgreSQL, where that would shut out every reader: the tables beside are counted, and to the
    end of the transaction looked into by their indexes, however few pages they have; reading all
    members to check each row took a fifth of the time.
    """
    database = connections[using]
    if database.vendor == "postgresql":
        take_stock(*beside, using=using)
        with database.cursor() as cursor:
            cursor.execute("SET LOCAL random_page_cost = 1")
        yield
        return
    with database.cursor() as cursor:
        cursor.execute(
            "SELECT name, sql FROM sqlite_master "
            "WHERE type = 'index' AND tbl_name = %s AND sql IS NOT NULL",
            [model._meta.db_table],
        )
        indexes = cursor.fetchall()
        for name, _statement in indexes:
            cursor.execute(f"DROP INDEX {database.ops.quote_name(name)}")
    yield
    with database.cursor() as cursor:
        for _name, statement in indexes:
            cursor.execute(statement)


def take_stock(*models: type[Model], using: str = DEFAULT_DB_ALIAS) -> None:
    """Let PostgreSQL count what these tables were given (none named: all tables): until then it
    looks for rows the slow way, and sorts a whole history for each stretch of it."""
    database = connections[using]
    if database.vendor == "postgresql":
        tables = ", ".join(database.ops.quote_name(model._meta.db_table) for model in models)
        with database.cursor() as cursor:
            cursor.execute(f"ANALYZE {tables}")


def update_rows(
    model: type[Model],
    fields: Sequence[Any],
    values: Sequence[Sequence[Any]],
    pks: Sequence[int],
    *,
    using: str = DEFAULT_DB_ALIAS,
) -> None:
    """Set *fields* of the rows with these primary keys, each to its *values* as the driver takes
    them.

    PostgreSQL: one statement with all of them as JSON, which the driver hands over far quicker than
    lists, since as many statements as rows cost a journey each; SQLite: one, prepared once.
    """
    database = connections[using]
    quote = database.ops.quote_name
    table = quote(model._meta.db_table)
    primary: Any = model._meta.pk
    key = quote(primary.column)
    with database.cursor() as cursor:
        if database.vendor != "postgresql":
            columns = ", ".join(f"{quote(field.column)} = %s" for field in fields)
            # Names of our own columns only; the values go in as parameters.
            statement = f"UPDATE {table} SET {columns} WHERE {key} = %s"  # noqa: S608
            cursor.executemany(statement, [(*row, pk) for row, pk in zip(values, pks, strict=True)])
            return
        columns = ", ".join(
            f"{quote(field.column)} = new.c{n}{_cast(field, database)}"
            for n, field in enumerate(fields)
        )
        kinds = ", ".join(f"c{n} {_kind(field, database)}" for n, field in enumerate(fields))
        statement = (
            f"UPDATE {table} SET {columns} "  # noqa: S608 - as above
            f"FROM json_to_recordset(%s::json) AS new(pk bigint, {kinds}) "
            f"WHERE {table}.{key} = new.pk"
        )
        names = ["pk", *(f"c{n}" for n in range(len(fields)))]
        for start in range(0, len(values), _AT_ONCE):
            chosen = zip(pks[start:], values[start : start + _AT_ONCE], strict=False)
            rows = [dict(zip(names, (pk, *row), strict=True)) for pk, row in chosen]
            cursor.execute(statement, [json.dumps(rows, default=str)])


def _kind(field: Any, database: Any) -> str:
    """The type in which a column travels; JSON as text, which is cast as it is written."""
    kind: str = field.db_type(database)
    return "text" if kind == "jsonb" else kind.partition("(")[0]


def _cast(field: Any, database: Any) -> str:
    return "::jsonb" if field.db_type(database) == "jsonb" else ""
