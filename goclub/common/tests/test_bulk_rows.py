"""Rows that go into the database while they are made."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, connection, transaction

from goclub.common import bulk_rows
from goclub.common.bulk_rows import filling, write_rows
from goclub.games.models import RatingEntry

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]


def test_more_rows_than_are_handed_over_at_once(monkeypatch):
    monkeypatch.setattr(bulk_rows, "_AT_ONCE", 1_000)
    assert write_rows(Group, ("name",), ((f"group {number}",) for number in range(2_345))) == 2_345
    names = set(Group.objects.values_list("name", flat=True))
    assert {f"group {number}" for number in range(2_345)} <= names


def test_what_the_database_refuses_is_said_as_django_says_it():
    with pytest.raises(IntegrityError), transaction.atomic():
        write_rows(Group, ("name",), iter([("twice",), ("twice",)]))
    assert not Group.objects.filter(name="twice").exists()


def test_an_error_of_whoever_makes_them_is_handed_on():
    def rows() -> Iterator[tuple[str]]:
        yield ("one",)
        raise LookupError("ours")

    with pytest.raises(LookupError, match="ours"), transaction.atomic():
        write_rows(Group, ("name",), rows())
    assert not Group.objects.filter(name="one").exists()


def test_a_question_between_the_rows_is_refused_where_both_would_wait_for_ever():
    def rows() -> Iterator[tuple[str]]:
        yield ("one",)
        yield (f"after {Group.objects.count()}",)

    if connection.vendor == "postgresql":
        with pytest.raises(RuntimeError, match="while rows are copied"), transaction.atomic():
            write_rows(Group, ("name",), rows())
    else:
        assert write_rows(Group, ("name",), rows()) == 2


_INDEXES = {
    "postgresql": "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = %s ORDER BY 1",
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = %s "
    "AND sql IS NOT NULL ORDER BY 1",
}


def _indexes(table: str) -> list[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(_INDEXES[connection.vendor], [table])
        return list(cursor.fetchall())


def test_a_table_that_is_filled_gets_its_indexes_back_as_they_were():
    before = _indexes("games_ratingentry")
    assert len(before) >= 3
    with filling(RatingEntry, beside=(Group,)):
        within = _indexes("games_ratingentry")
    assert within == (before if connection.vendor == "postgresql" else [])
    assert _indexes("games_ratingentry") == before


def test_postgresql_counts_what_stands_beside_and_prefers_its_indexes():
    """A check of a reference would else read the whole of a small table for each row."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite looks up by the index whatever the size")
    write_rows(Group, ("name",), ((f"group {number}",) for number in range(100)))
    with filling(RatingEntry, beside=(Group,)), connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE relname = 'auth_group'")
        assert cursor.fetchone()[0] >= 100
        cursor.execute("SHOW random_page_cost")
        assert cursor.fetchone()[0] == "1"
