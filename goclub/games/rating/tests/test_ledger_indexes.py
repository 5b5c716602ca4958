"""Every line of the ledger is entered in each of its indexes: none repeats another."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from goclub.common.bulk_rows import take_stock
from goclub.common.gate import gate_open
from goclub.games.models import Game, RatingEntry
from goclub.games.rating.ledger.facts import BEGINNING, CHUNK, TABLES, chunks
from goclub.games.tests.factories import NIGHT, at, play
from goclub.members.models import Member
from goclub.members.tests.factories import make_member

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]


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
    players = make_member(), make_member()
    play(*players)
    if connection.vendor == "postgresql":  # which chooses by what it knows of the tables
        _play_many(*players)
        take_stock(*TABLES)
    decided_and_played = 2 + Game.objects.count()
    with CaptureQueriesContext(connection) as asked:
        assert sum(map(len, chunks(BEGINNING, None))) == decided_and_played
    games = [one["sql"] for one in asked if 'FROM "games_game"' in one["sql"]]
    assert games
    for sql in games:
        assert f"LIMIT {CHUNK}" in sql
        plan = _plan(sql)
        if connection.vendor == "postgresql":
            assert "game_ledger_order" in plan
            assert "Sort" not in plan, plan
        else:
            assert "TEMP B-TREE" not in plan, plan


def _plan(sql: str) -> str:
    how = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
    with connection.cursor() as cursor:
        cursor.execute(f"{how} {sql.partition('CURSOR FOR ')[2] or sql}")
        return " ".join(row[-1] for row in cursor.fetchall())


def _play_many(black: Member, white: Member) -> None:
    """As many as a club's past brings at once: nothing has counted them."""
    with gate_open():
        Game.objects.bulk_create(
            Game(
                black=black, white=white, played_on=NIGHT, komi2=13, winner="B", ending="resign",
                state="confirmed", reported_at=at(NIGHT, n), confirmed_at=at(NIGHT, n),
            )
            for n in range(2_500)
        )  # fmt: skip
