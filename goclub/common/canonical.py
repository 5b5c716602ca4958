"""Tables as lines that are the same on both databases: what is hashed, kept and carried over.

A line is one row as a JSON array, ordered by the primary key.  SQLite and PostgreSQL keep a truth,
a moment or a JSON document each in its own way; the statements here ask for one form (moments in
UTC with six digits, truths as 0 and 1, UUIDs without hyphens) and take it back.
"""

from __future__ import annotations

import base64
import hashlib
import itertools
import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any, Final

import msgspec
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import Field, Model

#: Rows that pass through the memory at once.
BATCH: Final = 2000
#: Who is signed in is no history, and no business of whoever reads a backup.
LEFT_OUT: Final = frozenset({Session._meta.db_table})
Values = tuple[Any, ...]


class DatabaseColumn(msgspec.Struct, frozen=True):
    """A column and what it holds: a key of ``READ``."""

    name: str
    kind: str


class DatabaseTable(msgspec.Struct, frozen=True):
    """A table as models describe it; ``key`` is its primary key, ``follows`` what it refers to."""

    name: str
    key: str
    columns: tuple[DatabaseColumn, ...]
    follows: tuple[str, ...] = ()


_KINDS: Final = {
    "AutoField": "integer",
    "BigAutoField": "integer",
    "SmallAutoField": "integer",
    "IntegerField": "integer",
    "BigIntegerField": "integer",
    "SmallIntegerField": "integer",
    "PositiveIntegerField": "integer",
    "PositiveBigIntegerField": "integer",
    "PositiveSmallIntegerField": "integer",
    "BooleanField": "truth",
    "FloatField": "float",
    "CharField": "text",
    "SlugField": "text",
    "TextField": "text",
    "FileField": "text",
    "ImageField": "text",
    "FilePathField": "text",
    "DateField": "date",
    "DateTimeField": "moment",
    "TimeField": "time",
    "UUIDField": "uuid",
    "GenericIPAddressField": "address",
    "BinaryField": "bytes",
    "JSONField": "json",
    "DecimalField": "decimal",
    "DurationField": "duration",
}

#: How a column is asked for, by vendor.  The plus keeps Django's converters away: what a column
#: of SQLite was declared as is lost in an expression.
READ: Final[dict[str, dict[str, str]]] = {
    "sqlite": {
        "integer": "{}",
        "truth": "+{}",
        "float": "{}",
        "text": "{}",
        "date": "+{}",
        "moment": "{0} || CASE length({0}) WHEN 19 THEN '.000000' ELSE '' END",
        "time": "{0} || CASE length({0}) WHEN 8 THEN '.000000' ELSE '' END",
        "uuid": "{}",
        "address": "{}",
        "bytes": "{}",
        "json": "+{}",
        "decimal": "+{}",
        "duration": "+{}",
    },
    "postgresql": {
        "integer": "{}",
        "truth": "{}::int",
        "float": "{}",
        "text": "{}",
        "date": "to_char({}, 'YYYY-MM-DD')",
        "moment": "to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')",
        "time": "to_char({}::interval, 'HH24:MI:SS.US')",
        "uuid": "replace({}::text, '-', '')",
        "address": "host({})",
        "bytes": "{}",
        "json": "{}::text",
        "decimal": "{}::text",
        "duration": "(extract(epoch FROM {}) * 1000000)::bigint",
    },
}

#: What the databases write each in its own way: exponents, a zero below zero, very long numbers.
_UNUSUAL: Final = re.compile(r"\d[eE]|-0(?![.]?\d*[1-9])|(?<![.\d])\d{16}")
_sorted: Final = msgspec.json.Encoder(order="sorted")
_lines: Final = msgspec.json.Encoder()
#: A line read back.
decode_line: Final = msgspec.json.Decoder(list[Any]).decode


def tables_of(models: Iterable[type[Model]] | None = None) -> list[DatabaseTable]:
    """The tables behind *models* (all of the site where None), each after those it refers to."""
    if models is None:
        models = apps.get_models(include_auto_created=True)
    tables: dict[str, DatabaseTable] = {}
    for model in models:
        meta = model._meta
        if meta.proxy or not meta.managed or meta.db_table in LEFT_OUT:
            continue
        fields = meta.local_concrete_fields
        tables[meta.db_table] = DatabaseTable(
            name=meta.db_table,
            key=str(meta.pk.column),
            columns=tuple(DatabaseColumn(str(field.column), kind_of(field)) for field in fields),
            follows=tuple(sorted({name for field in fields for name in _refers_to(field)})),
        )
    return in_order(tables)


def in_order(tables: dict[str, DatabaseTable]) -> list[DatabaseTable]:
    """Tables by what they refer to, then by name; in a circle whoever comes first by name."""
    done: dict[str, DatabaseTable] = {}

    def visit(name: str, above: frozenset[str]) -> None:
        if name in done or name in above or name not in tables:
            return
        for followed in tables[name].follows:
            visit(followed, above | {name})
        done[name] = tables[name]

    for name in sorted(tables):
        visit(name, frozenset())
    return list(done.values())


def kind_of(field: Field[Any, Any]) -> str:
    """What a field's column holds; a key's column holds what the key does that it points to."""
    target: Any = field
    while target.is_relation:
        target = target.target_field
    return _KINDS[target.get_internal_type()]


def _refers_to(field: Field[Any, Any]) -> list[str]:
    related: Any = field.related_model
    return [related._meta.db_table] if field.is_relation and related else []


@contextmanager
def snapshot(using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Within this, everything that is read is of one moment, and nobody waits for the reader.

    Inside a transaction that one decides, as it does in tests.
    """
    connection = connections[using]
    connection.ensure_connection()
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(using), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    else:
        # Django begins by taking the lock of writers; a reader begins without.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")


def batches(table: DatabaseTable, using: str = DEFAULT_DB_ALIAS) -> Iterator[tuple[int, bytes]]:
    """The lines of a table by its primary key: how many, and the lines themselves, in UTF-8."""
    connection = connections[using]
    quote = connection.ops.quote_name
    forms = READ[connection.vendor]
    chosen = ", ".join(forms[column.kind].format(quote(column.name)) for column in table.columns)
    bytewise = {"postgresql": ' COLLATE "C"', "sqlite": " COLLATE BINARY"}[connection.vendor]
    kinds = {column.name: column.kind for column in table.columns}
    order = quote(table.key) + (bytewise if kinds[table.key] == "text" else "")
    turns = [
        (place, _TURNS[column.kind])
        for place, column in enumerate(table.columns)
        if column.kind in _TURNS
    ]
    with connection.chunked_cursor() as cursor:
        cursor.execute(f"SELECT {chosen} FROM {quote(table.name)} ORDER BY {order}")  # noqa: S608
        while rows := cursor.fetchmany(BATCH):
            yield len(rows), _lines.encode_lines(_turned(rows, turns) if turns else rows)


def _turned(
    rows: list[Values], turns: list[tuple[int, Callable[[Any], Any]]]
) -> Iterator[list[Any]]:
    for row in rows:
        values = list(row)
        for place, turn in turns:
            if values[place] is not None:
                values[place] = turn(values[place])
        yield values


def canonical_json(text: str) -> str:
    """A JSON document in the one form: keys sorted, no spaces, numbers as either database has them.

    >>> canonical_json('{"b": 1e+16, "a": [1.50, -0.0, 1e-07]}')
    '{"a":[1.5,0.0,1e-7],"b":10000000000000000}'
    """
    if _UNUSUAL.search(text):
        value = json.loads(text, parse_float=_number, parse_int=_number)
    else:
        value = msgspec.json.decode(text)
    return _sorted.encode(value).decode()


def _number(text: str) -> float | msgspec.Raw:
    exact = Decimal(text)
    if exact == exact.to_integral_value() and (abs(exact) >= 10**15 or text.lstrip("-").isdigit()):
        return msgspec.Raw(f"{exact + 0:f}".split(".")[0].encode())
    return float(text) + 0.0


def _decimal(value: Any) -> str:
    return f"{Decimal(str(value)).normalize():f}"


_TURNS: Final[dict[str, Callable[[Any], Any]]] = {"json": canonical_json, "decimal": _decimal}


def write_lines(table: DatabaseTable, lines: Iterable[bytes], using: str = DEFAULT_DB_ALIAS) -> int:
    """Put lines back into their table; says how many.  The caller holds transaction and gate."""
    connection = connections[using]
    if connection.vendor == "postgresql":
        return _copy(table, lines, using)
    backs = [
        (place, _BACK[column.kind])
        for place, column in enumerate(table.columns)
        if column.kind in _BACK
    ]
    quote = connection.ops.quote_name
    names = ", ".join(quote(column.name) for column in table.columns)
    places = ", ".join(["%s"] * len(table.columns))
    statement = f"INSERT INTO {quote(table.name)} ({names}) VALUES ({places})"  # noqa: S608
    count = 0
    rows = _rows(lines, backs)
    with connection.cursor() as cursor:
        while batch := list(itertools.islice(rows, BATCH)):
            cursor.executemany(statement, batch)
            count += len(batch)
    return count


def _copy(table: DatabaseTable, lines: Iterable[bytes], using: str) -> int:
    connection = connections[using]
    quote = connection.ops.quote_name
    backs: list[tuple[int, Callable[[Any], Any]]] = [
        (place, _bytes) for place, column in enumerate(table.columns) if column.kind == "bytes"
    ]
    # A moment without a zone is one of the session's, a duration is a number of its parts.
    spans = [place for place, column in enumerate(table.columns) if column.kind == "duration"]
    moments = [place for place, column in enumerate(table.columns) if column.kind == "moment"]
    names = ", ".join(quote(column.name) for column in table.columns)
    count = 0
    with (
        connection.cursor() as cursor,
        connection.wrap_database_errors,
        cursor.copy(f"COPY {quote(table.name)} ({names}) FROM STDIN") as copy,
    ):
        for row in _rows(lines, backs):
            for place in moments:
                row[place] = row[place] and row[place] + "+00"
            for place in spans:
                row[place] = row[place] and f"{row[place]} microseconds"
            copy.write_row(row)
            count += 1
    return count


def _rows(
    lines: Iterable[bytes], backs: list[tuple[int, Callable[[Any], Any]]]
) -> Iterator[list[Any]]:
    for line in lines:
        row = decode_line(line)
        for place, back in backs:
            if row[place] is not None:
                row[place] = back(row[place])
        yield row


def _short(text: str) -> str:
    """A moment as Django writes it into SQLite, where moments are compared as texts."""
    return text.removesuffix(".000000")


def _bytes(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


_BACK: Final[dict[str, Callable[[Any], Any]]] = {
    "moment": _short,
    "time": _short,
    "bytes": _bytes,
}


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
