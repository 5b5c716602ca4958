"""A database that is away: pages and the health page say so, and when to come back."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

import psycopg
import pytest
from django.db import InterfaceError, OperationalError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client

from goclub.common.transactions import Fault, fault_of
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.postgres


def wrapped(cause: Exception, kind: type[Exception] = OperationalError) -> Exception:
    """As Django hands an error of the driver on."""
    error = kind(str(cause))
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (wrapped(psycopg.OperationalError("connection refused")), Fault.AWAY),
        (wrapped(psycopg.InterfaceError("the connection is closed"), InterfaceError), Fault.AWAY),
        (wrapped(psycopg.errors.AdminShutdown()), Fault.AWAY),
        (wrapped(psycopg.errors.CannotConnectNow()), Fault.AWAY),
        (wrapped(psycopg.errors.ConnectionFailure()), Fault.AWAY),
        (wrapped(psycopg.errors.TooManyConnections()), Fault.AWAY),
        (wrapped(psycopg.errors.DeadlockDetected()), Fault.BUSY),
        (wrapped(psycopg.errors.UndefinedTable()), None),
        (wrapped(sqlite3.ProgrammingError("closed"), InterfaceError), None),
        (OperationalError("of nobody's"), None),
    ],
)
def test_which_errors_mean_that_it_is_away(error, fault):
    assert fault_of(error) is fault


def test_nobody_at_the_port_is_away():
    """What the driver really says."""
    with pytest.raises(psycopg.OperationalError) as told:
        psycopg.connect("host=127.0.0.1 port=1 connect_timeout=2")
    assert fault_of(told.value) is Fault.AWAY


@contextmanager
def away() -> Iterator[None]:
    """Within this nobody answers."""

    def refuse(*_args, **_kwargs):
        raise wrapped(psycopg.OperationalError("connection refused"))

    with (
        mock.patch.object(BaseDatabaseWrapper, "cursor", refuse),
        mock.patch.object(BaseDatabaseWrapper, "ensure_connection", refuse),
    ):
        yield


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("language", ["en", "ja", "th", "pl"])
def test_pages_say_that_it_is_away_and_when_to_come_back(language):
    browsers = [Client(raise_request_exception=False) for _ in range(2)]
    browsers[1].force_login(make_member(password=True).user)
    asked = {"headers": {"accept-language": language}}
    with away():
        for browser in browsers:
            for address in ("/", "/games/", "/members/", "/sign-in/", "/club.css"):
                page = browser.get(address, **asked)
                assert (address, page.status_code) == (address, 503)
                assert int(page["Retry-After"]) > 0
                assert "no-store" in page["Cache-Control"]
                assert f'<html lang="{language}">' in page.text
                assert page.context["fault"] == "away"
                assert not page.context["sent"]
            page = browser.post("/join/", {"name": "Sato"}, **asked)
            assert (page.status_code, page.context["sent"]) == (503, True)


@pytest.mark.django_db(transaction=True)
def test_health_says_that_it_is_away(client):
    with away():
        page = client.get("/health/")
    assert page.status_code == 503
    assert int(page["Retry-After"]) > 0
    assert page.json() == {
        "status": "failing",
        "problems": ["the database is away"],
        "warnings": [],
    }


@pytest.mark.django_db(transaction=True)
def test_a_line_that_is_cut_is_away_once_and_there_again_after():
    """As when the server is started again under a site that keeps its connections."""
    if connection.vendor != "postgresql":
        pytest.skip("a file has no line to be cut")
    browser = Client(raise_request_exception=False)
    assert browser.get("/games/").status_code in (200, 302)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [pid])
    assert browser.get("/games/").status_code == 503
    connections["default"].close()
    assert browser.get("/games/").status_code in (200, 302)


@pytest.mark.django_db
def test_a_monitor_on_the_same_machine_is_answered(client, settings):
    """It knows neither the club's host nor https."""
    settings.ALLOWED_HOSTS = ["go.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    for host in ("127.0.0.1:8000", "localhost", "10.0.0.7", "go.example.org"):
        page = client.get("/health/", headers={"host": host})
        assert (page.status_code, page.json()["status"]) == (200, "ok")
    assert client.get("/", headers={"host": "127.0.0.1"}).status_code == 400
    assert client.get("/", headers={"host": "go.example.org"}).status_code == 301
