"""Other databases that a test may fill: files, and PostgreSQL where a server answers."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

_HERE = os.environ.get("DATABASE_URL", "")
POSTGRES = os.environ.get(
    "TEST_POSTGRES_URL",
    _HERE if _HERE.startswith("postgres") else "postgres://postgres@127.0.0.1:5432/postgres",
)


@contextmanager
def empty_database(vendor: str, folder: Path, at: str = POSTGRES) -> Iterator[str]:
    """The address of a database with nothing in it, gone afterwards; skips where none can be.

    *at* is the address of the PostgreSQL server that makes it.
    """
    name = f"goclub_other_{secrets.token_hex(4)}"
    if vendor == "sqlite":
        yield f"sqlite:///{folder / name}.sqlite3"
        return
    try:
        server = psycopg.connect(at, autocommit=True, connect_timeout=3)
    except psycopg.OperationalError as error:
        pytest.skip(f"PostgreSQL does not answer: {error}")
    with server:
        server.execute(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'")
        try:
            yield f"{at.rsplit('/', 1)[0]}/{name}"
        finally:
            server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
