"""Another database than the site's own: where a backup is tried, where a club moves to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import environ
from django.apps import apps
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from goclub.common.canonical import LEFT_OUT, DatabaseTable

#: What every migrated database holds before anybody did anything.
OF_A_NEW_ONE: Final = frozenset(
    {"django_content_type", "auth_permission", "auth_group", "auth_group_permissions"}
)
#: What the address of a database looks like.
ADDRESSES: Final = "sqlite:////path/club.sqlite3, postgres://user:password@host:5432/name"
#: Migrations that once stood for others. Those are recorded beside them, and later ones stand for
#: them now; databases and backups still name these.
FORMER: Final = frozenset(
    {
        ("members", "0001_squashed_0028_recalculating_from"),
        ("games", "0001_squashed_0034_recalculation"),
        ("leagues", "0001_squashed_0031_words"),
    }
)
_SCHEMES: Final = ("sqlite:///", "postgres://", "postgresql://")
Applied = tuple[tuple[str, str], ...]


@contextmanager
def connected(url: str, alias: str = "other") -> Iterator[str]:
    """Within this, the database at *url* (as in ``DATABASE_URL``) is Django's *alias*.

    Raises ValueError for an address that names no SQLite and no PostgreSQL.
    """
    if not url.startswith(_SCHEMES):
        raise ValueError(ADDRESSES)
    config: dict[str, Any] = dict(environ.Env.db_url_config(url))
    engine = config.get("ENGINE", "")
    if engine.endswith("sqlite3") and config["NAME"] != ":memory:":
        config |= {"ENGINE": "goclub.common.sqlite", "OPTIONS": dict(settings.SQLITE_OPTIONS)}
    elif not engine.endswith("postgresql") or not config.get("NAME"):
        raise ValueError(ADDRESSES)
    configured = connections.configure_settings({DEFAULT_DB_ALIAS: {}, alias: config})
    connections.settings[alias] = configured[alias]
    try:
        yield alias
    finally:
        connections[alias].close()
        del connections[alias]
        del connections.settings[alias]


def create_tables(using: str, models: Iterable[type[Model]] | None = None) -> None:
    """Make the tables of *models* (all of the site where None) in a database without any."""
    with connections[using].schema_editor() as editor:
        for model in apps.get_models() if models is None else models:
            if model._meta.managed and not model._meta.proxy:
                editor.create_model(model)


def drop_tables(using: str) -> None:
    """Take every table out, whatever it holds."""
    connection = connections[using]
    names = connection.introspection.table_names()
    cascade = " CASCADE" if connection.vendor == "postgresql" else ""
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        for name in names:
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(name)}{cascade}")


def applied_migrations(using: str = DEFAULT_DB_ALIAS) -> Applied:
    """App and name of every migration that the database has had, sorted."""
    return tuple(sorted(MigrationRecorder(connections[using]).applied_migrations().keys() - FORMER))


def known_migrations() -> frozenset[tuple[str, str]]:
    """App and name of every migration that this release knows, those put into one since as well."""
    return FORMER.union(MigrationLoader(None).disk_migrations)


def is_newer(using: str = DEFAULT_DB_ALIAS) -> bool:
    """Whether a newer release made the tables of the database."""
    return not known_migrations().issuperset(applied_migrations(using))


def loader_at(applied: Iterable[tuple[str, str]]) -> MigrationLoader:
    """Return the migrations as Django takes them on a database that has had those *applied*.

    A migration that replaces others stands for them unless only some of them were applied.
    """
    loader = MigrationLoader(None, replace_migrations=False)
    known = loader.graph.nodes
    loader.applied_migrations = {key: known[key] for key in applied if key in known}
    for key, migration in loader.replacements.items():
        replaced = [name in loader.applied_migrations for name in migration.replaces]
        if all(replaced):
            loader.applied_migrations[key] = migration
        if all(replaced) or not any(replaced):
            loader.graph.remove_replaced_nodes(key, migration.replaces)
        else:
            loader.graph.remove_replacement_node(key, migration.replaces)
    return loader


def models_at(applied: Iterable[tuple[str, str]]) -> list[type[Model]]:
    """The models as they were after those migrations: today's where none is missing."""
    loader = loader_at(applied)
    nodes = set(loader.graph.nodes)
    done = nodes & set(loader.applied_migrations)
    if done == nodes:
        return list(apps.get_models(include_auto_created=True))
    state = loader.project_state(sorted(done))
    return list(state.apps.get_models(include_auto_created=True))


def is_empty(using: str = DEFAULT_DB_ALIAS) -> bool:
    """Whether nobody has done anything there: no tables, or only what migrations filled in."""
    connection = connections[using]
    says_nothing = OF_A_NEW_ONE | LEFT_OUT | {"django_migrations"}
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            if name in says_nothing:
                continue
            cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(name)} LIMIT 1")  # noqa: S608
            if cursor.fetchone():
                return False
    return True


def empty_tables(using: str, tables: Iterable[str]) -> None:
    """Take all rows out of tables, sessions too.  The caller holds transaction and gate."""
    connection = connections[using]
    quote = connection.ops.quote_name
    there = set(connection.introspection.table_names())
    names = [quote(name) for name in sorted({*tables, *LEFT_OUT} & there)]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"TRUNCATE {', '.join(names)}")
        else:
            for name in names:
                cursor.execute(f"DELETE FROM {name}")  # noqa: S608


def last_number(table: DatabaseTable, using: str = DEFAULT_DB_ALIAS) -> int | None:
    """The last number that a table's counter gave out; None where it has none."""
    connection = connections[using]
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table.name])
            row = cursor.fetchone()
            return row[0] if row else None
        cursor.execute(
            "SELECT pg_get_serial_sequence(%s, %s)",
            [connection.ops.quote_name(table.name), table.key],
        )
        (name,) = cursor.fetchone()
        if name is None:
            return None
        cursor.execute(f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {name}")  # noqa: S608
        number: int = cursor.fetchone()[0]
        return number


def set_last_number(
    table: DatabaseTable, number: int | None, using: str = DEFAULT_DB_ALIAS
) -> None:
    """Let a table's counter go on after *number*, and after every row that is there."""
    connection = connections[using]
    quote = connection.ops.quote_name
    with connection.cursor() as cursor:
        own = last_number(table, using)
        if connection.vendor == "postgresql" and own is None:
            return
        if {column.name: column.kind for column in table.columns}[table.key] != "integer":
            return
        cursor.execute(f"SELECT max({quote(table.key)}) FROM {quote(table.name)}")  # noqa: S608
        last = max(cursor.fetchone()[0] or 0, number or 0)
        if connection.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table.name])
            if last:
                cursor.execute("INSERT INTO sqlite_sequence VALUES (%s, %s)", [table.name, last])
            return
        cursor.execute(
            "SELECT setval(pg_get_serial_sequence(%s, %s), %s, %s)",
            [quote(table.name), table.key, max(last, 1), last > 0],
        )


def check_references(using: str = DEFAULT_DB_ALIAS) -> None:
    """Raise IntegrityError where a row refers to one that is not there.  Inside the transaction."""
    connection = connections[using]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    else:
        connection.check_constraints()
