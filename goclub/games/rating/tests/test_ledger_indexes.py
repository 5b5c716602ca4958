"""Every line of the ledger is entered in each of its indexes: none repeats another."""

from __future__ import annotations

import pytest
from django.db import connection

from goclub.games.models import Game, RatingEntry

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
