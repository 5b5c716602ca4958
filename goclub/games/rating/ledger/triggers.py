"""Triggers that keep the ledger: no update, no delete from outside the replay.

SQLite drops the triggers of a table silently when a migration rebuilds it, so they are put back
after every migrate, and the health page fails where one is missing.
"""

from __future__ import annotations

from django.db import DEFAULT_DB_ALIAS, connections

NAMES = ("ledger_no_update", "ledger_no_delete")
REFUSAL = "the ledger is written by the replay alone"

SQLITE = """
CREATE TRIGGER {name} BEFORE {event} ON games_ratingentry
WHEN NOT EXISTS (SELECT 1 FROM games_ledgergate)
BEGIN SELECT RAISE(ABORT, '{refusal}'); END
"""

POSTGRES_FUNCTION = """
CREATE OR REPLACE FUNCTION ledger_guard() RETURNS trigger AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM games_ledgergate) THEN
    RAISE EXCEPTION '{refusal}' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$ LANGUAGE plpgsql
"""

POSTGRES = """
CREATE TRIGGER {name} BEFORE {event} ON games_ratingentry
FOR EACH ROW EXECUTE FUNCTION ledger_guard()
"""


def install(using: str = DEFAULT_DB_ALIAS) -> None:
    """Create the triggers anew; safe to run again."""
    connection = connections[using]
    remove(using)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(POSTGRES_FUNCTION.format(refusal=REFUSAL))
        template = POSTGRES if connection.vendor == "postgresql" else SQLITE
        for name, event in zip(NAMES, ("UPDATE", "DELETE"), strict=True):
            cursor.execute(template.format(name=name, event=event, refusal=REFUSAL))


def remove(using: str = DEFAULT_DB_ALIAS) -> None:
    """Drop the triggers (used by tests that flush the database, and before reinstalling)."""
    connection = connections[using]
    suffix = " ON games_ratingentry" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for name in NAMES:
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{suffix}")


def missing(using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """Names of the triggers that are not there."""
    connection = connections[using]
    query = (
        "SELECT tgname FROM pg_trigger WHERE tgrelid = 'games_ratingentry'::regclass "
        "AND tgenabled <> 'D'"
        if connection.vendor == "postgresql"
        else "SELECT name FROM sqlite_master WHERE type='trigger' AND tbl_name='games_ratingentry'"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        present = {row[0] for row in cursor.fetchall()}
    return [name for name in NAMES if name not in present]


def install_after_migrate(using: str = DEFAULT_DB_ALIAS, **_kwargs: object) -> None:
    """Receiver of ``post_migrate``; a database migrated only part of the way has no ledger yet."""
    tables = connections[using].introspection.table_names()
    if {"games_ratingentry", "games_ledgergate"} <= set(tables):
        install(using)
