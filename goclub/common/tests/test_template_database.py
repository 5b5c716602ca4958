"""The databases that tests begin with are as good as freshly migrated ones."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group
from django.core.management import call_command

from goclub.common.tests import template_database
from goclub.games.rating.ledger import triggers
from goclub.members import roles

pytestmark = pytest.mark.postgres


@pytest.mark.parametrize("part", [triggers.install_after_migrate, roles.grant, create_permissions])
def test_the_digest_covers_what_runs_when_a_database_is_migrated(part):
    assert Path(inspect.getfile(part)) in template_database.sources()


def test_another_migration_makes_another_database(monkeypatch, tmp_path):
    before = template_database.digest()
    migration = tmp_path / "0001_initial.py"
    migration.write_text("")
    known = template_database.sources()
    monkeypatch.setattr(template_database, "sources", lambda: known | {migration})
    with_one = template_database.digest()
    migration.write_text("operations = []")
    assert len({before, with_one, template_database.digest()}) == 3


@pytest.mark.django_db
def test_nothing_is_left_to_migrate():
    call_command("migrate", check=True, plan=True, verbosity=0)
    assert triggers.missing() == []
    assert set(Group.objects.values_list("name", flat=True)) == set(roles.ROLES)
