"""A database of an earlier day goes forward to the migrations that replace those it has had."""

from __future__ import annotations

from django.core.management import call_command
from django.db import connection
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.recorder import MigrationRecorder

from goclub.common.backups.databases import (
    FORMER,
    applied_migrations,
    is_newer,
    known_migrations,
    loader_at,
    models_at,
)
from goclub.common.backups.restoring import last_migrations
from goclub.games.models import Game
from goclub.games.rating.ledger import triggers
from goclub.members.models import Member
from goclub.members.tests.factories import make_member

APPS = ("members", "games", "leagues")


def test_replaced_migrations_lead_to_the_same_models():
    replaced = loader_at((app, "0001_initial") for app in APPS)
    assert len(replaced.graph.nodes) > len(loader_at(()).graph.nodes) + 80
    states = replaced.project_state(), loader_at(()).project_state()
    assert MigrationAutodetector(*states).changes(replaced.graph) == {}


def test_a_database_that_has_had_the_replaced_ones_needs_nothing(db):
    make_member("reader")
    before = applied_migrations()
    rows = MigrationRecorder(connection).migration_qs.filter(app__in=APPS, name__contains="squash")
    assert rows.delete()[0] == len(APPS)
    call_command("migrate", check=True, plan=True, verbosity=0)
    call_command("migrate", verbosity=0)
    assert applied_migrations() == before
    assert Member.objects.count() == 1
    assert triggers.missing() == []


def test_a_database_made_by_earlier_migrations_in_one_is_not_of_a_newer_release(db):
    before = applied_migrations()
    for key in FORMER:
        MigrationRecorder(connection).record_applied(*key)
    assert not is_newer()
    call_command("migrate", check=True, plan=True, verbosity=0)
    assert applied_migrations() == before
    assert set(last_migrations((*before, *FORMER))) == set(last_migrations(before))


def test_a_backup_from_before_migrations_were_put_into_one_is_restored():
    """With all of those put into one, it has today's tables; with some, those of its own day."""
    games = sorted(name for app, name in known_migrations() - FORMER if app == "games")
    squashed = next(name for name in games if "squashed" in name)
    members = [key for key in known_migrations() if key[0] == "members"]
    others = [key for key in known_migrations() if key[0] not in ("members", "games")]
    every = (*others, *members, *(("games", name) for name in games if name != squashed))
    last = squashed.partition("squashed_")[2]
    replaced = tuple(key for key in every if key[0] != "games" or key[1] <= last)
    assert ("games", squashed) in last_migrations(replaced)
    assert Game in models_at(every)
    some = tuple(key for key in every if key[0] != "games" or key[1] < "0006")
    earlier = [key for key in some if key[0] != "leagues"]
    assert ("games", "0005_standing_state") in last_migrations(tuple(earlier))
    tables = {model._meta.db_table for model in models_at(earlier)}
    assert "games_standing" in tables
    assert "games_position" not in tables
