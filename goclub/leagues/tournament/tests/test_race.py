"""Several people at once.  Row locks are PostgreSQL's; on SQLite the file lock serves the same."""

from __future__ import annotations

import pytest
from django.db import connection

from goclub.games.playing.tests.test_race import at_once
from goclub.leagues.models import Change, Pairing, Round, Seat
from goclub.leagues.tests.factories import add_guests, at, make_event, make_organiser, next_round
from goclub.leagues.tournament.services import claims, results, rounds
from goclub.leagues.tournament.services.steps import Stale
from goclub.members.requests import Act

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def real_database():
    """Threads share nothing of SQLite's database in memory."""
    if connection.vendor != "postgresql":
        pytest.skip("row locks are PostgreSQL's")


def test_two_organisers_pair_at_once_and_one_is_told():
    event = make_event()
    add_guests(event, 8)
    seen = event.version
    pair = lambda: rounds.pair_round(Act(None, at(), str(seen)), event)  # noqa: E731
    assert [type(error) for error in at_once(pair, pair)] == [Stale]
    assert Round.objects.count() == 1
    assert Seat.objects.count() == 8


def test_twenty_phones_enter_a_round_and_nothing_is_lost_or_doubled():
    """Both players of forty tables at once, every one of them."""
    event = make_event()
    add_guests(event, 80, rank=0)
    tables = list(next_round(event).pairings.select_related("black", "white", "round__event"))
    jobs = [
        lambda table=table, player=player: claims.report_result(
            pairing=table, participant=player, result="black", at=at()
        )
        for table in tables
        for player in table.players
    ]
    for start in range(0, len(jobs), 20):
        assert at_once(*jobs[start : start + 20]) == []
    assert Pairing.objects.filter(result="black", source="players").count() == 40
    assert Change.objects.filter(what="result").count() == 40
    assert Round.objects.get().state == "complete"


def test_two_organisers_set_one_table_and_one_is_told():
    event = make_event()
    add_guests(event, 2)
    table = next_round(event).pairings.select_related("round__event").get()
    first, second = make_organiser("One"), make_organiser("Two")
    jobs = [
        lambda by=by, result=result: results.set_result(
            Act(by.user, at()), table, result=result, expected="unknown"
        )
        for by, result in ((first, "black"), (second, "white"))
    ]
    assert [type(error) for error in at_once(*jobs)] == [Stale]
    assert Change.objects.filter(what="result").count() == 1
