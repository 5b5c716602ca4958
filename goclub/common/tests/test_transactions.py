"""A service that the database turned away is run again, all of it; in the end a page says when."""

from __future__ import annotations

import sqlite3
import threading

import psycopg
import pytest
from django.db import OperationalError, connection, connections, transaction
from django.test import override_settings
from django.urls import path

from goclub.common import transactions
from goclub.common.transactions import PAUSES, Fault, atomic_retried, fault_of
from goclub.members.models import Member
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.postgres


def busy() -> OperationalError:
    """What Django raises for "database is locked"."""
    cause = sqlite3.OperationalError("database is locked")
    cause.sqlite_errorcode = sqlite3.SQLITE_BUSY
    error = OperationalError("database is locked")
    error.__cause__ = cause
    return error


@pytest.fixture(autouse=True)
def pauses(monkeypatch):
    """The pauses that were made, without making them."""
    made: list[float] = []
    monkeypatch.setattr(transactions, "wait", made.append)
    return made


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        (sqlite3.SQLITE_BUSY, Fault.BUSY),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, Fault.BUSY),
        (sqlite3.SQLITE_FULL, Fault.FULL),
        (sqlite3.SQLITE_READONLY_DBMOVED, Fault.READ_ONLY),
        (sqlite3.SQLITE_CONSTRAINT_UNIQUE, None),
    ],
)
def test_what_sqlite_says(code, fault):
    error = sqlite3.OperationalError("")
    error.sqlite_errorcode = code
    assert fault_of(error) is fault


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        (psycopg.errors.DeadlockDetected, Fault.BUSY),
        (psycopg.errors.SerializationFailure, Fault.BUSY),
        (psycopg.errors.DiskFull, Fault.FULL),
        (psycopg.errors.ReadOnlySqlTransaction, Fault.READ_ONLY),
        (psycopg.errors.UniqueViolation, None),
    ],
)
def test_what_postgresql_says(kind, fault):
    error = OperationalError()
    error.__cause__ = kind()
    assert fault_of(error) is fault


@pytest.mark.django_db(transaction=True)
def test_the_whole_service_runs_again_and_leaves_nothing_of_its_first_try(pauses):
    tries: list[int] = []
    sent: list[str] = []

    @atomic_retried
    def service() -> int:
        tries.append(Member.objects.count())
        transaction.on_commit(lambda: sent.append("letter"))
        make_member()
        if len(tries) < 3:
            raise busy()
        return len(tries)

    assert service() == 3
    assert (tries, len(pauses), sent) == ([0, 0, 0], 2, ["letter"])
    assert Member.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("error", "times"), [(busy(), 1 + len(PAUSES)), (OperationalError("no such table"), 1)]
)
def test_what_is_busy_is_tried_three_times_more_and_another_error_never(error, times):
    tries: list[int] = []

    @atomic_retried
    def service() -> None:
        tries.append(1)
        raise error

    with pytest.raises(OperationalError):
        service()
    assert len(tries) == times


@pytest.mark.django_db(transaction=True)
def test_a_part_is_not_tried_again_without_the_whole():
    parts: list[int] = []
    wholes: list[int] = []

    @atomic_retried
    def part() -> None:
        parts.append(1)
        if len(parts) < 2:
            raise busy()

    @atomic_retried
    def whole() -> None:
        wholes.append(1)
        part()

    whole()
    assert (len(wholes), len(parts)) == (2, 2)


@pytest.mark.django_db(transaction=True)
def test_a_real_deadlock_is_tried_again_and_both_arrive():
    """Two who take two rows crosswise: PostgreSQL refuses one of them."""
    if connection.vendor != "postgresql":
        pytest.skip("row locks are PostgreSQL's")
    rows = [make_member().pk, make_member().pk]
    meet = threading.Barrier(2, timeout=10)
    arrived = threading.Event()
    tries: list[int] = []

    @atomic_retried
    def rename(keys: list[int], mine: list[int]) -> None:
        tries.append(1)
        mine.append(1)
        if len(mine) > 1:  # else it may take its row back before the other has woken up
            assert arrived.wait(10)
        Member.objects.filter(pk=keys[0]).update(club="x")
        if len(mine) == 1:
            meet.wait()
        Member.objects.filter(pk=keys[1]).update(club="y")

    raised: list[BaseException] = []

    def run(keys: list[int]) -> None:
        try:
            rename(keys, [])
            arrived.set()
        except BaseException as error:  # handed to the test
            raised.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(keys,)) for keys in (rows, rows[::-1])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert raised == []
    assert len(tries) == 3


def view(_request):
    raise busy()


class Urls:
    """Addresses of a site that is always busy."""

    urlpatterns = [path("busy/", view)]
    handler500 = "goclub.common.middleware.server_error"


@pytest.mark.django_db
def test_the_end_is_503_with_a_time(client, caplog):
    with override_settings(ROOT_URLCONF=Urls):
        response = client.post("/busy/")
    assert (response.status_code, response["Retry-After"]) == (503, "10")
    assert "503.html" in [template.name for template in response.templates]


@pytest.mark.django_db
def test_a_middleware_that_is_turned_away_says_the_same(client, monkeypatch):
    """A session that cannot be stored is no error page either."""

    def refuse(self, request, response):
        raise busy()

    from django.contrib.sessions.middleware import SessionMiddleware

    monkeypatch.setattr(SessionMiddleware, "process_response", refuse)
    client.raise_request_exception = False
    response = client.get("/")
    assert (response.status_code, response["Retry-After"]) == (503, "10")
