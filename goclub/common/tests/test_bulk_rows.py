"""Rows that go into the database while they are made."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, connection, transaction

from goclub.common.bulk_rows import write_rows

pytestmark = pytest.mark.django_db


def test_rows_are_written_as_they_come_and_counted():
    made = ((f"group {number}",) for number in range(1_234))
    assert write_rows(Group, ("name",), made) == 1_234
    assert Group.objects.filter(name__startswith="group ").count() == 1_234
    assert write_rows(Group, ("name",), ()) == 0


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
