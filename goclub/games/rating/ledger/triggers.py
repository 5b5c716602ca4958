"""Triggers that keep the ledger and the facts that feed it: nothing is written past the services.

The ledger takes no insert, update, delete or (PostgreSQL) truncate from outside the replay.  Of
the facts the same holds for decisions about strength, house rules, tables of borders and confirmed
games; a game that nobody has confirmed may change, and so may the words beside a confirmed one.
Services open the gate (:mod:`goclub.common.gate`).

A trigger is touched only where it is missing or different: making one locks its table against
readers too, and a migration with nothing to do is run at every start, beside a site that serves.

SQLite drops the triggers of a table silently when a migration rebuilds it, and either database
refuses to drop a column that a trigger looks at: they go before a migration and come back after
it, and the health page fails where one is missing.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from django.db import DEFAULT_DB_ALIAS, connections, transaction

from goclub.common.gate import IS_OPEN

LEDGER = "the ledger is written by the replay alone"
FACTS = "facts that feed the ledger are written by services alone"

#: What the rules read of a game, and whether they read it at all.
_OF_A_GAME = (
    "id", "black_id", "white_id", "played_on", "board", "handicap", "komi2", "winner", "ending",
    "margin2", "black_free", "white_free", "kind", "for_league", "official", "state",
    "confirmed_at",
)  # fmt: skip
_CHANGED = " OR ".join(f"OLD.{column} IS DISTINCT FROM NEW.{column}" for column in _OF_A_GAME)


@dataclass(frozen=True, slots=True)
class Trigger:
    """One statement's guard; ``condition`` which rows it is about, all where it is empty."""

    name: str
    table: str
    event: str
    refusal: str
    condition: str = ""


def _guards(prefix: str, table: str, refusal: str) -> list[Trigger]:
    """No statement at all."""
    events = ("INSERT", "UPDATE", "DELETE")
    return [Trigger(f"{prefix}_no_{event.lower()}", table, event, refusal) for event in events]


TRIGGERS = (
    *_guards("ledger", "games_ratingentry", LEDGER),
    *_guards("decision", "members_strengthdecision", FACTS),
    *_guards("house_rule", "games_houserule", FACTS),
    *_guards("borders", "games_thresholdtable", FACTS),
    Trigger("game_no_insert", "games_game", "INSERT", FACTS, "NEW.state = 'confirmed'"),
    Trigger(
        "game_no_update",
        "games_game",
        "UPDATE",
        FACTS,
        f"(OLD.state = 'confirmed' OR NEW.state = 'confirmed') AND ({_CHANGED})",
    ),
    Trigger("game_no_delete", "games_game", "DELETE", FACTS, "OLD.state = 'confirmed'"),
    # Guests have no points: becoming one, or no longer being one, changes all games of the person.
    Trigger(
        "guest_no_update",
        "members_member",
        "UPDATE OF status",
        FACTS,
        "(OLD.status = 'guest') IS DISTINCT FROM (NEW.status = 'guest')",
    ),
    Trigger(
        "rated_from_no_update",
        "members_member",
        "UPDATE OF rated_from",
        FACTS,
        "OLD.rated_from IS DISTINCT FROM NEW.rated_from",
    ),
)
TABLES = tuple(dict.fromkeys(trigger.table for trigger in TRIGGERS))
#: PostgreSQL empties a table past all triggers on rows.
TRUNCATE = tuple(Trigger(f"{table}_no_truncate", table, "TRUNCATE", FACTS) for table in TABLES)

SQLITE = """
CREATE TRIGGER {one.name} BEFORE {one.event} ON {one.table}
WHEN {condition} BEGIN SELECT RAISE(ABORT, '{one.refusal}'); END
"""

POSTGRES_FUNCTION = """
CREATE OR REPLACE FUNCTION facts_guard() RETURNS trigger AS $$
BEGIN
  RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation';
END $$ LANGUAGE plpgsql
"""

POSTGRES = """
CREATE TRIGGER {one.name} BEFORE {one.event} ON {one.table}
FOR EACH {level} WHEN ({condition}) EXECUTE FUNCTION facts_guard('{one.refusal}')
"""


def _all(vendor: str) -> tuple[Trigger, ...]:
    return (*TRIGGERS, *TRUNCATE) if vendor == "postgresql" else TRIGGERS


def _statement(trigger: Trigger, vendor: str) -> str:
    shut = f"NOT {IS_OPEN[vendor]}"
    condition = f"{trigger.condition} AND {shut}" if trigger.condition else shut
    if vendor == "sqlite":
        return SQLITE.format(one=trigger, condition=condition)
    # Once for a statement where no row decides: COPY brings lines by the thousand.
    of_statements = trigger.event in ("INSERT", "TRUNCATE") and not trigger.condition
    level = "STATEMENT" if of_statements else "ROW"
    return POSTGRES.format(one=trigger, condition=condition, level=level)


def install(using: str = DEFAULT_DB_ALIAS) -> None:
    """Create the triggers that are missing or different, all or none; no other is touched."""
    connection = connections[using]
    faulty = _faulty(using)
    if not faulty and _has_function(using):
        return
    with transaction.atomic(using), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(POSTGRES_FUNCTION)
        for trigger in faulty:
            cursor.execute(_drop(trigger, connection.vendor))
            cursor.execute(_statement(trigger, connection.vendor))
            if connection.vendor == "postgresql":
                mark = _mark(trigger)
                cursor.execute(f"COMMENT ON TRIGGER {trigger.name} ON {trigger.table} IS '{mark}'")


def _mark(trigger: Trigger) -> str:
    """By what a trigger of PostgreSQL, which keeps no text of it, is known to be this one."""
    return hashlib.sha256(_statement(trigger, "postgresql").encode()).hexdigest()[:16]


def _drop(trigger: Trigger, vendor: str) -> str:
    suffix = f" ON {trigger.table}" if vendor == "postgresql" else ""
    return f"DROP TRIGGER IF EXISTS {trigger.name}{suffix}"


def _has_function(using: str) -> bool:
    """Whether what the triggers of PostgreSQL call is as it should be."""
    if connections[using].vendor != "postgresql":
        return True
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT prosrc FROM pg_proc WHERE proname = 'facts_guard'")
        row = cursor.fetchone()
    return row is not None and row[0] == POSTGRES_FUNCTION.split("$$")[1]


def _present(using: str) -> dict[str, str]:
    """The triggers that are there, each with what it is known by: its text, or its mark."""
    query = (
        "SELECT tgname, obj_description(oid, 'pg_trigger') FROM pg_trigger "
        "WHERE NOT tgisinternal AND tgenabled <> 'D'"
        if connections[using].vendor == "postgresql"
        else "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
    )
    with connections[using].cursor() as cursor:
        cursor.execute(query)
        return dict(cursor.fetchall())


def _faulty(using: str) -> list[Trigger]:
    """The triggers that are not there, or not as they should be."""
    vendor, present = connections[using].vendor, _present(using)
    known = _mark if vendor == "postgresql" else lambda table: _statement(table, "sqlite").strip()
    return [trigger for trigger in _all(vendor) if present.get(trigger.name) != known(trigger)]


def remove(using: str = DEFAULT_DB_ALIAS) -> None:
    """Drop the triggers: before migrations, and in tests that flush the database."""
    connection = connections[using]
    present = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        for trigger in _all(connection.vendor):
            if trigger.table in present:
                cursor.execute(_drop(trigger, connection.vendor))


def missing(using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """Names of the triggers that are not there."""
    present = _present(using)
    return [t.name for t in _all(connections[using].vendor) if t.name not in present]


def remove_before_migrate(using: str = DEFAULT_DB_ALIAS, **kwargs: object) -> None:
    """Receiver of ``pre_migrate``, where there is something to migrate."""
    if kwargs.get("plan"):
        remove(using)


def install_after_migrate(using: str = DEFAULT_DB_ALIAS, **_kwargs: object) -> None:
    """Receiver of ``post_migrate``; a database migrated only part of the way has not all tables."""
    if set(TABLES) <= set(connections[using].introspection.table_names()):
        install(using)
