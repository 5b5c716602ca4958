"""The same rows have the same hash, wherever they lie; another row has another."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.contrib.sessions.models import Session
from django.db import connections, transaction

from goclub.common.backups.databases import connected, create_tables
from goclub.common.canonical import (
    LEDGER,
    batches,
    canonical_json,
    fingerprint,
    tables_of,
    write_lines,
)
from goclub.common.gate import gate_open
from goclub.common.tests.databases import empty_database
from goclub.games.models import RatingEntry
from goclub.games.playing.services.decisions import confirm_game
from goclub.games.tests.factories import report
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.postgres

AT = datetime(2026, 3, 1, 19, 30, 0, 250, tzinfo=UTC)


@pytest.fixture
def club(db: None) -> None:
    ClubSettings.objects.create(pk=1, name="星の碁会 “Ż”")
    sato, anong = make_member("佐藤 健"), make_member("อนงค์", points=100)
    confirm_game(Act(anong.user, AT), report(sato, anong))


@pytest.mark.parametrize("vendor", ["sqlite", "postgresql"])
def test_rows_carried_to_either_database_have_the_same_hashes(club, vendor, tmp_path):
    assert RatingEntry.objects.exists()
    before = fingerprint()
    with empty_database(vendor, tmp_path) as url, connected(url) as other:
        create_tables(other)
        with transaction.atomic(other), gate_open(other):
            for table in tables_of():
                for _count, lines in batches(table):
                    write_lines(table, lines.splitlines(), other)
        assert fingerprint(other) == before
        assert connections[other].vendor == vendor
        for entry in RatingEntry.objects.using(other).order_by("pk"):
            kept = RatingEntry.objects.get(pk=entry.pk)
            assert (entry.at, entry.reason, entry.state) == (kept.at, kept.reason, kept.state)


def test_a_changed_row_changes_its_table_alone(club):
    before = fingerprint()
    ClubSettings.objects.update(name="Another")
    after = fingerprint()
    assert {name for name in before if before[name] != after[name]} == {ClubSettings._meta.db_table}


def test_sessions_are_nobodys_history(club):
    before = fingerprint()
    Session.objects.create(session_key="k", session_data="d", expire_date=AT)
    assert fingerprint() == before
    assert Session._meta.db_table not in before


def test_only_what_is_asked_for_and_nothing_unknown(club):
    assert list(fingerprint(tables=[LEDGER])) == [LEDGER]
    with pytest.raises(KeyError):
        fingerprint(tables=["no_such_table"])


def test_tables_stand_after_those_they_refer_to():
    names = [one.name for one in tables_of()]
    assert names.index("members_member") < names.index("games_game") < names.index(LEDGER)
    assert len(names) == len(set(names)) > 50


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('{"a": 1e+16}', '{"a": 10000000000000000}'),
        ("[-0.0]", "[0.0]"),
        ("[1e-07]", "[0.0000001]"),
        ('{"b": 1, "a": 2}', '{"a":2,"b":1}'),
        ('["\\u6708"]', '["月"]'),
        ("[1.5e+300]", "[15" + "0" * 299 + "]"),
        ("[0.12345678901234567]", "[0.12345678901234567 ]"),
    ],
)
def test_json_as_either_database_keeps_it_is_one(one, other):
    assert canonical_json(one) == canonical_json(other)


@pytest.mark.parametrize(("one", "other"), [("[1]", "[1.0]"), ("[1]", '["1"]'), ("null", "0")])
def test_json_that_differs_stays_different(one, other):
    assert canonical_json(one) != canonical_json(other)
