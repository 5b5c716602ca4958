"""Databases that a benchmark may fill and throw away."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

POSTGRES = os.environ.get("TEST_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/postgres")
VENDORS = ("sqlite", "postgresql")


@contextmanager
def fresh(vendor: str, name: str, folder: str) -> Iterator[str]:
    """The address of an empty database, dropped afterwards (SQLite: with its folder)."""
    if vendor == "sqlite":
        path = Path(folder) / f"{name}.sqlite3"
        path.unlink(missing_ok=True)
        yield f"sqlite:///{path}"
        return
    import psycopg

    drop = f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(drop)
        connection.execute(f"CREATE DATABASE {name}")
    try:
        yield POSTGRES.rsplit("/", 1)[0] + f"/{name}"
    finally:
        with psycopg.connect(POSTGRES, autocommit=True) as connection:
            connection.execute(drop)


def copy(source: str, target: str) -> None:
    """Make the database at *target* a copy of the one at *source*, which nobody has open."""
    if source.startswith("sqlite:///"):
        shutil.copyfile(source.removeprefix("sqlite:///"), target.removeprefix("sqlite:///"))
        return
    import psycopg

    names = [url.rsplit("/", 1)[1] for url in (source, target)]
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {names[1]} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {names[1]} TEMPLATE {names[0]}")
