"""A disk without room, a database that can only be read: reading goes on, writing says why."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from unittest import mock

import pytest
from django.core.cache import cache
from django.db import DatabaseError, OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client
from django.urls import reverse

from goclub.common import health
from goclub.common.sqlite.base import DatabaseWrapper
from goclub.common.transactions import Fault, fault_of
from goclub.games.playing.services.decisions import confirm_game
from goclub.games.tests.crawling import crawl
from goclub.games.tests.factories import at, report
from goclub.members.models import Member
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import PASSWORD, make_member
from goclub.members.tests.test_people import JOIN

pytestmark = pytest.mark.postgres

HEALTH = "/health/"
#: More than the free end of a page of the database holds.
LONG_JOIN = JOIN | {"message": "碁" * 2000}


def execute(statement: str) -> tuple[int, ...]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone() if cursor.description else ()


@contextmanager
def read_only() -> Iterator[None]:
    """Nothing can be written on this connection."""
    if connection.vendor == "sqlite":
        off, on = "PRAGMA query_only = ON", "PRAGMA query_only = OFF"
    else:
        setting = "SET SESSION CHARACTERISTICS AS TRANSACTION READ"
        off, on = f"{setting} ONLY", f"{setting} WRITE"
    execute(off)
    try:
        yield
    finally:
        execute(on)


def fill() -> Iterator[bool]:
    """Use the room that is left, row by row."""
    with suppress(OperationalError):
        while True:
            yield bool(execute("INSERT INTO filler VALUES (hex(randomblob(20)))"))


@contextmanager
def full() -> Iterator[None]:
    """The file of the database may not grow, and all that it has is used."""
    execute("CREATE TABLE filler (text)")
    execute(f"PRAGMA max_page_count = {execute('PRAGMA page_count')[0]}")
    try:
        list(fill())
        yield
    finally:
        execute("PRAGMA max_page_count = 1073741823")
        execute("DROP TABLE filler")


@pytest.fixture
def sqlite():
    if connection.vendor != "sqlite":
        pytest.skip("another database is no file of ours")


def people() -> list[Client]:
    """Browsers of a visitor, a member and the chair, with a game that counts and one that waits."""
    chair = make_member(points=100, role=CHAIR)
    member = make_member(points=100, password=True)
    confirm_game(Act(member.user, at(minute=1)), report(chair, member))
    report(chair, member, "W+R")
    browsers = [Client(raise_request_exception=False) for _ in range(3)]
    for browser, one in zip(browsers[1:], (member, chair), strict=True):
        browser.force_login(one.user)
    return browsers


def refused(browser: Client, status: int, fault: Fault) -> None:
    """Every kind of writing is answered in words, and changes nothing."""
    before = list(Member.objects.values_list("display_name", flat=True))
    member = Member.objects.exclude(user=None).first()
    sends = {
        "members:join": LONG_JOIN,
        "members:sign-in": {"username": member.user.username, "password": PASSWORD},
    }
    for name, data in sends.items():
        page = browser.post(reverse(name), data)
        assert (name, page.status_code) == (name, status)
        assert int(page["Retry-After"]) >= 60
        assert page.context["fault"] == fault.value
    assert list(Member.objects.values_list("display_name", flat=True)) == before


@pytest.mark.extended
@pytest.mark.django_db(transaction=True)
def test_reading_goes_on_where_nothing_can_be_written():
    """No page writes in order to be looked at, for a visitor, a member and the chair."""
    browsers = people()
    with read_only():
        for browser in browsers:
            asked = crawl(browser)
            assert {page: code for page, code in asked.items() if code >= 500} == {}
            assert len(asked) > 10
        refused(browsers[0], 503, Fault.READ_ONLY)
        page = browsers[0].get(HEALTH)
        assert page.status_code == 503
        assert page.json()["problems"] == ["the database can only be read"]


@pytest.mark.django_db(transaction=True)
def test_reading_goes_on_where_the_disk_is_full(sqlite):
    browsers = people()
    with full():
        for browser in browsers:
            for address in ("/", "/games/", "/members/", "/rankings/"):
                assert browser.get(address).status_code == 200
        page = browsers[0].get(HEALTH)
        assert page.status_code == 503
        assert page.json()["problems"] == ["the disk of the database is full"]
        answer = browsers[0].post(reverse("members:join"), LONG_JOIN)
        assert (answer.status_code, answer.context["fault"]) == (507, "full")
    cache.clear()
    assert browsers[0].get(HEALTH).json() == {"status": "ok", "problems": [], "warnings": []}


def test_little_room_is_a_fault_before_there_is_none(sqlite, monkeypatch, tmp_path):
    file = tmp_path / "club.sqlite3"
    file.touch()
    monkeypatch.setitem(connection.settings_dict, "NAME", str(file))
    monkeypatch.setattr(health, "LEAST_ROOM", 0)
    assert health._room() == []
    monkeypatch.setattr(health, "LEAST_ROOM", 2**62)
    (problem,) = health._room()
    assert problem.endswith("KB left on the disk of the database")


# --- A file on a disk that takes nothing ----------------------------------------------------
@pytest.fixture
def file(sqlite, tmp_path):
    """A database in a file, whole, with one row."""
    path = tmp_path / "club.sqlite3"
    with sqlite3.connect(path) as made:
        made.execute("PRAGMA journal_mode = WAL")
        made.execute("CREATE TABLE said (word)")
        made.execute("INSERT INTO said VALUES ('hoshi')")
    made.close()
    return path


@contextmanager
def opened(name: str) -> Iterator[DatabaseWrapper]:
    wrapper = DatabaseWrapper({**connection.settings_dict, "NAME": name}, alias="other")
    try:
        yield wrapper
    finally:
        wrapper.close()


def words(wrapper: DatabaseWrapper) -> list[str]:
    with wrapper.cursor() as cursor:
        return [word for (word,) in cursor.execute("SELECT word FROM said").fetchall()]


def nowhere(file: Path) -> Path:
    """Lead the small file that every reader needs to where none can be made."""
    beside = file.with_name(f"{file.name}-shm")
    beside.symlink_to(file.parent / "none" / "none")
    return beside


@pytest.mark.django_db
def test_a_read_only_file_is_read_and_says_what_it_is(file):
    with opened(f"{file.as_uri()}?mode=ro") as wrapper:
        assert words(wrapper) == ["hoshi"]
        with pytest.raises(DatabaseError) as told, wrapper.cursor() as cursor:
            cursor.execute("INSERT INTO said VALUES ('tengen')")
    assert fault_of(told.value) is Fault.READ_ONLY


@pytest.mark.django_db
def test_where_there_is_no_room_to_begin_the_file_is_read_as_it_stands(file):
    """SQLite cannot make its files beside the database; the next request looks again."""
    in_the_way = nowhere(file)
    with opened(str(file)) as wrapper:
        assert words(wrapper) == ["hoshi"]
        with pytest.raises(DatabaseError) as told, wrapper.cursor() as cursor:
            cursor.execute("INSERT INTO said VALUES ('tengen')")
        assert fault_of(told.value) is Fault.READ_ONLY
        assert wrapper.close_at is not None
        assert wrapper.close_at <= time.monotonic()
        wrapper.close_if_unusable_or_obsolete()
        in_the_way.unlink()
        with wrapper.cursor() as cursor:
            cursor.execute("INSERT INTO said VALUES ('tengen')")
        assert words(wrapper) == ["hoshi", "tengen"]
        wrapper.close_if_unusable_or_obsolete()
        assert wrapper.connection is not None  # and stays open


@pytest.mark.django_db
def test_a_file_with_more_beside_it_is_not_read_in_part(file):
    """Rather none than an old state: what the log holds is not in the file."""
    nowhere(file)
    file.with_name(f"{file.name}-wal").write_bytes(b"more")
    with opened(str(file)) as wrapper, pytest.raises(OperationalError):
        words(wrapper)


@pytest.mark.django_db(transaction=True)
def test_a_database_that_does_not_answer_is_named(client, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(BaseDatabaseWrapper, "cursor", mock.Mock(side_effect=OperationalError))
        page = client.get(HEALTH)
    assert page.status_code == 503
    assert page.json()["problems"] == ["the database does not answer: OperationalError"]
