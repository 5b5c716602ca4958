"""Rows are locked as they are now, several of them by primary key."""

from __future__ import annotations

import threading
import time

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from goclub.common.transactions import lock_row, lock_rows
from goclub.members.models import Member, User
from goclub.members.tests.factories import make_member

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]


def test_a_row_is_read_again_with_what_it_joins():
    member = make_member("before")
    Member.objects.filter(pk=member.pk).update(display_name="after")
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        locked = lock_row(member, "user")
        assert locked.user == member.user
    assert locked.display_name == "after"
    assert len([query for query in queries if "SELECT" in query["sql"]]) == 2


def test_a_row_that_is_gone_is_not_found():
    member = Member(pk=1_000_000)
    with transaction.atomic(), pytest.raises(Member.DoesNotExist):
        lock_row(member)


def test_rows_come_in_the_order_of_their_keys():
    members = [make_member(name) for name in ("c", "a", "b")]
    with transaction.atomic():
        locked = lock_rows(Member.objects.order_by("-display_name"))
    assert [member.pk for member in locked] == sorted(member.pk for member in members)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("lock", [
    lambda member: lock_row(member, "user"),
    lambda member: lock_rows(Member.objects.filter(pk=member.pk).select_related("user"))[0],
])  # fmt: skip
def test_a_relation_is_read_after_the_wait(lock):
    """A row that waited comes with what it names by then."""
    if connection.vendor != "postgresql":
        pytest.skip("row locks are PostgreSQL's; SQLite lets one writer in at a time")
    member = make_member("without an account")
    Member.objects.filter(pk=member.pk).update(user=None)
    user = User.objects.create(username="new")
    waited = []

    def wait_for_row():
        with transaction.atomic():
            waited.append(lock(member).user)
        connections.close_all()

    thread = threading.Thread(target=wait_for_row)
    with transaction.atomic():
        Member.objects.filter(pk=member.pk).update(user=user)
        thread.start()
        with connection.cursor() as cursor:
            for _look in range(100):
                cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
                if cursor.fetchone()[0]:
                    break
                time.sleep(0.05)
    thread.join()
    assert waited == [user]
