"""Every line of the ledger is entered in each of its indexes: none repeats another."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from goclub.games.models import Game, RatingEntry
from goclub.games.rating.ledger.facts import BEGINNING, CHUNK, chunks
from goclub.games.tests.factories import play
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.django_db


def _indexes(model):
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, model._meta.db_table)
    return {
        name: tuple(one["columns"])
        for name, one in found.items()
        if (one["index"] or one["unique"] or one["primary_key"])
        and not name.endswith("_like")  # of PostgreSQL, for beginnings of texts
    }


@pytest.mark.parametrize("model", [RatingEntry, Game])
def test_no_index_begins_as_another_one(model):
    indexes = _indexes(model)
    repeated = {
        (name, other)
        for name, columns in indexes.items()
        for other, longer in indexes.items()
        if name != other and columns == longer[: len(columns)]
    }
    assert not repeated


def test_the_ledger_has_four():
    assert sorted(_indexes(RatingEntry).values()) == [
        ("decision_id", "member_id", "system"),
        ("game_id", "member_id", "system"),
        ("id",),
        ("member_id", "system", "on", "at"),
    ]


def test_a_history_is_read_in_its_order_and_never_sorted():
    """Sorted once more for each chunk, it would take the square of its length."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL chooses by what the table holds")
    play(make_member(), make_member())
    with CaptureQueriesContext(connection) as asked:
        assert sum(map(len, chunks(BEGINNING, None))) == 3
    games = [one["sql"] for one in asked if 'FROM "games_game"' in one["sql"]]
    assert games
    for sql in games:
        assert f"LIMIT {CHUNK}" in sql
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            plan = " ".join(row[-1] for row in cursor.fetchall())
        assert "TEMP B-TREE" not in plan, plan
