"""Rows are locked as they are now, several of them by primary key."""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from goclub.common.transactions import lock_row, lock_rows
from goclub.members.models import Member
from goclub.members.tests.factories import make_member

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]


def test_a_row_is_read_again_with_what_it_joins():
    member = make_member("before")
    Member.objects.filter(pk=member.pk).update(display_name="after")
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        locked = lock_row(member, "user")
        assert locked.user == member.user
    assert locked.display_name == "after"
    assert len([query for query in queries if "SELECT" in query["sql"]]) == 1


def test_a_row_that_is_gone_is_not_found():
    member = Member(pk=1_000_000)
    with transaction.atomic(), pytest.raises(Member.DoesNotExist):
        lock_row(member)


def test_rows_come_in_the_order_of_their_keys():
    members = [make_member(name) for name in ("c", "a", "b")]
    with transaction.atomic():
        locked = lock_rows(Member.objects.order_by("-display_name"))
    assert [member.pk for member in locked] == sorted(member.pk for member in members)
