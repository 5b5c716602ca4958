"""A database of an earlier day goes forward with its rows, and back again."""

from __future__ import annotations

from datetime import time

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from goclub.common.backups.databases import loader_at
from goclub.leagues.models import Match, SeasonRules
from goclub.leagues.season.services.rules import change_rules
from goclub.leagues.tests.league_factories import beat, running
from goclub.leagues.tests.season_factories import FOUNDED, make_season_league
from goclub.members.requests import Act

pytestmark = pytest.mark.extended

BEFORE = ("leagues", "0005_league_roles")


def by_replaced_migrations() -> MigrationExecutor:
    """Return what migrates the leagues step by step, as a database of an earlier release."""
    executor = MigrationExecutor(connection)
    executor.loader = loader_at([BEFORE])
    executor.loader.applied_migrations = executor.recorder.applied_migrations()
    return executor


def migrate(*targets: tuple[str, str]):
    """Go to *targets*; return the models as they are there."""
    executor = by_replaced_migrations()
    executor.migrate(list(targets))
    return executor.loader.project_state(list(targets)).apps


@pytest.fixture
def latest(transactional_db):
    """The newest migrations of the leagues; whatever happens, the database is there again."""
    leaves = by_replaced_migrations().loader.graph.leaf_nodes()
    yield leaves
    migrate(*leaves)


def test_the_two_of_a_pairing_keep_their_names_and_their_forfeits(latest):
    term, (a, b, c) = running(120, 130, 140)
    beat(term, a, b, "F")
    beat(term, c, b, "R")
    both = Match.objects.get(forfeit="", game=None)
    Match.objects.filter(pk=both.pk).update(forfeit="both", forfeit_on="2025-03-04", reason="late")
    now = list(Match.objects.order_by("pk").values_list("pk", "first", "second", "forfeit"))
    told = list(
        Match.history.order_by("history_id").values_list("history_id", "first", "second", "forfeit")
    )
    assert sorted(row[3] for row in now)[:2] == ["", "both"]
    assert {row[3] for row in now} & {"first", "second"}

    old = migrate(BEFORE)
    of_old = {"": "", "first": "one", "second": "two", "both": "both"}
    for model, key, rows in (("match", "pk", now), ("historicalmatch", "history_id", told)):
        found = old.get_model("leagues", model)._base_manager.order_by(key)
        assert list(found.values_list(key, "one", "two", "forfeit")) == [
            (*row[:3], of_old[row[3]]) for row in rows
        ]

    migrate(*latest)
    assert list(Match.objects.order_by("pk").values_list("pk", "first", "second", "forfeit")) == now
    again = Match.history.order_by("history_id")
    assert list(again.values_list("history_id", "first", "second", "forfeit")) == told
    taken = Match.objects.get(pk=now[0][0])
    for twin in (
        Match(division=taken.division, first=taken.first, second=taken.second),
        Match(division=taken.division, first=taken.first, second=taken.first, meeting=2),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            twin.save()


def test_the_settings_of_a_season_league_hold_from_its_first_day(latest):
    league, seasons = make_season_league()
    change_rules(
        Act(None, FOUNDED), league.rules_from(FOUNDED.date(), bonus=7.0, closes_at=time(21))
    )
    old = migrate(("leagues", "0007_claim_device"))
    rows = old.get_model("leagues", "SeasonRules").objects.values_list("league", "bonus")
    assert list(rows) == [(league.pk, 7.0)]
    assert old.get_model("leagues", "League").objects.get().zone == "Europe/Warsaw"
    migrate(*latest)
    row = SeasonRules.objects.get()
    assert (row.valid_from, row.zone) == (seasons[0].first, "Europe/Warsaw")
    assert (row.bonus, row.closes_at) == (7.0, time(21))
    told = SeasonRules.history.get()
    assert (told.valid_from, told.zone) == (row.valid_from, row.zone)
