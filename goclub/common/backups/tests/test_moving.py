"""A club that moves to another database finds everything there, and here as it was."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connections

from goclub.common.backups import moving
from goclub.common.backups.databases import connected, create_tables
from goclub.common.canonical import fingerprint
from goclub.common.gate import gate_open
from goclub.common.tests.databases import empty_database
from goclub.games.rating.ledger import triggers
from goclub.games.tests.factories import play
from goclub.members.models import ClubSettings, StrengthDecision
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.postgres

AT = datetime(2026, 3, 1, 19, 30, tzinfo=UTC)


@pytest.fixture
def club(db) -> None:
    ClubSettings.objects.create(pk=1, name="Klub “Żółw”")
    play(make_member("Ż", points=90), make_member("佐藤"))


@pytest.fixture(autouse=True)
def quick_tables(monkeypatch):
    """Tables without all the migrations that lead to them; test_another_machine runs those."""

    def migrate_at(_url: str) -> None:
        create_tables("other")
        triggers.install("other")
        here, there = connections["default"].cursor(), connections["other"].cursor()
        there.execute("CREATE TABLE django_migrations (id int, app text, name text, applied text)")
        here.execute("SELECT app, name FROM django_migrations")
        for app, name in here.fetchall():
            there.execute("INSERT INTO django_migrations VALUES (0, %s, %s, '')", [app, name])

    monkeypatch.setattr(moving, "migrate_at", migrate_at)
    monkeypatch.setattr(moving, "applied_migrations", applied)


def applied(using: str = "default") -> tuple[tuple[str, str], ...]:
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
        return tuple(cursor.fetchall())


@pytest.mark.parametrize("vendor", ["sqlite", "postgresql"])
def test_everything_is_there_and_nothing_changed_here(club, vendor, tmp_path, capsys):
    before = fingerprint()
    with empty_database(vendor, tmp_path) as url:
        call_command("move_database", to=url)
        said = capsys.readouterr().out
        with connected(url) as other:
            assert fingerprint(other) == before
            assert triggers.missing(other) == []
            last = StrengthDecision.objects.order_by("-pk")[0]
            with gate_open(other):
                following = StrengthDecision(
                    member_id=last.member_id, kind="declared", points=91,
                    effective_on=last.effective_on, decided_at=AT,
                )  # fmt: skip
                following.save(using=other)
            assert following.pk == last.pk + 1
        assert fingerprint() == before
    assert all(f"{name} " in said for name in before)


def test_a_database_that_holds_something_is_refused(club, tmp_path):
    with empty_database("sqlite", tmp_path) as url:
        call_command("move_database", to=url)
        with pytest.raises(CommandError) as refusal:
            call_command("move_database", to=url)
    assert refusal.value.returncode == 2
    assert "backups.target_not_empty" not in str(refusal.value)


@pytest.mark.parametrize("url", ["", "club.sqlite3", "redis://127.0.0.1/0", "postgres://"])
def test_what_is_no_address_of_a_database_is_refused(db, url):
    with pytest.raises(CommandError) as refusal:
        call_command("move_database", to=url)
    assert refusal.value.returncode == 2


@pytest.mark.extended
def test_an_earlier_release_restored_on_another_machine(tmp_path):
    """Kept by the new code from the old tables, restored from the file alone, brought up to date.

    Both commands run as an operator runs them, each with a database of its own.
    """

    def manage(database: str, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments],
            env={
                **os.environ,
                "DATABASE_URL": f"sqlite:///{tmp_path}/{database}.sqlite3",
                "BACKUP_DIR": str(tmp_path / "kept"),
                "GOCLUB_ENV": "demo",
            },
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        return done.stdout

    manage("old", "migrate", "-v0", "members")
    old = tmp_path / "old.sqlite3"
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute("INSERT INTO django_content_type VALUES (777, 'kept', 'thing')")
    assert "all hashes equal" in manage("new", "restore", manage("old", "backup").splitlines()[-1])
    with closing(sqlite3.connect(tmp_path / "new.sqlite3")) as connection:
        found = connection.execute("SELECT app_label FROM django_content_type WHERE id = 777")
        assert found.fetchall() == [("kept",)]
        assert connection.execute("SELECT count(*) FROM leagues_league").fetchall() == [(0,)]
