"""The triggers of the ledger: missed by the health page, installed where one is missing alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.models.signals import post_migrate
from django.test.utils import CaptureQueriesContext

from goclub.games.rating.ledger import triggers

pytestmark = pytest.mark.postgres

ONE = triggers.TRIGGERS[1]
NOTHING = re.compile("CREATE|DROP|ALTER|COMMENT|LOCK", re.IGNORECASE)


@pytest.fixture
def postgresql():
    if connection.vendor != "postgresql":
        pytest.skip("on SQLite no reader waits for a writer")


def execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def migrated() -> None:
    config = apps.get_app_config("games")
    post_migrate.send(
        sender=config, app_config=config, using="default", verbosity=0, interactive=False
    )


def put_wrong() -> None:
    """A trigger of the right name that refuses nothing."""
    execute(triggers._drop(ONE, connection.vendor))
    wrong = triggers.Trigger(ONE.name, ONE.table, ONE.event, "nothing", "1 = 0")
    execute(triggers._statement(wrong, connection.vendor))


def test_a_missing_trigger_fails_the_health_page(client):
    assert client.get("/health/").status_code == 200
    triggers.remove()
    response = client.get("/health/")
    assert response.status_code == 503
    told = set(re.findall(r"\w+", str(response.json()["problems"])))
    assert {"ledger_no_insert", "ledger_no_update", "game_no_update"} <= told
    triggers.install()
    assert triggers.missing() == []


def test_triggers_come_back_after_a_migration_that_rebuilds_the_table():
    """SQLite drops them with the table; migrate must put them back."""
    triggers.remove()
    migrated()
    assert triggers.missing() == []


def test_what_is_there_is_not_touched():
    with CaptureQueriesContext(connection) as asked:
        migrated()
    assert [one["sql"] for one in asked if NOTHING.search(one["sql"].split()[0])] == []
    assert len(asked) > 0


def test_what_is_different_is_made_anew_and_alone():
    put_wrong()
    assert triggers.missing() == []  # the name is there
    with CaptureQueriesContext(connection) as asked:
        triggers.install()
    made = [one["sql"] for one in asked if "CREATE TRIGGER" in one["sql"]]
    assert len(made) == 1
    assert ONE.name in made[0]
    assert triggers._faulty("default") == []


def test_a_function_that_lets_everything_pass_is_made_anew(postgresql):
    execute(triggers.POSTGRES_FUNCTION.replace("RAISE EXCEPTION", "RAISE NOTICE").replace(
        "USING ERRCODE = 'integrity_constraint_violation'", ""))  # fmt: skip
    triggers.install()
    assert triggers._has_function("default")


# --- Beside a site that serves ----------------------------------------------------------------
@contextmanager
def held(table: str, mode: str) -> Iterator[None]:
    """Somebody else is in the middle of a transaction that has this lock; we wait for nobody."""
    parameters = connection.get_connection_params()
    parameters.pop("cursor_factory", None)
    parameters.pop("context", None)
    with psycopg.connect(**parameters) as other:
        other.execute(f"LOCK TABLE {table} IN {mode} MODE")
        execute("SET lock_timeout = '200ms'")
        try:
            yield
        finally:
            execute("SET lock_timeout = 0")
        other.rollback()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("mode", ["ACCESS SHARE", "ROW EXCLUSIVE", "SHARE ROW EXCLUSIVE"])
@pytest.mark.parametrize("table", triggers.TABLES)
def test_migrate_with_nothing_to_do_waits_for_nobody(postgresql, table, mode):
    """A reader, a writer, and one who changes the ledger go on beside it."""
    with held(table, mode):
        call_command("migrate", verbosity=0)
    assert triggers._faulty("default") == []


@pytest.mark.django_db(transaction=True)
def test_all_are_installed_or_none(postgresql):
    """Whoever cannot have the last lock has changed nothing."""
    triggers.remove()
    last = triggers.TRUNCATE[-1].table
    with held(last, "ROW EXCLUSIVE"), pytest.raises(OperationalError):
        triggers.install()
    assert len(triggers.missing()) == len(triggers.TRIGGERS) + len(triggers.TRUNCATE)
    triggers.install()
    assert triggers.missing() == []
