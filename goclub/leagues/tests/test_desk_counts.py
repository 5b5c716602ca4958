"""What every page asks of its reader: the desk's number is what its rooms find, at any moment."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
import time_machine

from goclub.games.models import Game
from goclub.games.playing.queries import WAITING
from goclub.games.tests.factories import at
from goclub.leagues.tests.one_of_everything import one_of_everything
from goclub.members.desk.queries import counts_of, sources
from goclub.members.models import Member


@pytest.fixture
def club(club):
    one_of_everything(club)
    return club


@pytest.fixture
def time_machine_now():
    """When the club's term is under way; the tests travel from there."""
    with time_machine.travel(at(date(2025, 3, 20), 30), tick=False):
        yield at(date(2025, 3, 20), 30)


def test_what_is_counted_at_once_is_what_each_room_finds(club, time_machine_now):
    reported = Game.objects.filter(state=Game.State.REPORTED).first()
    readers = [club["people"]["chair"].user, reported.black.user]
    counted = set()
    for days in (0, 40, 800):
        with time_machine.travel(time_machine_now + timedelta(days=days), tick=False):
            for reader in readers:
                found = {one.key: len(one.besides()) for one in sources()}
                for one in (one for one in sources() if one.in_table):
                    found[one.key] += one.waiting(reader).count()
                assert counts_of(sources(), reader) == found
                counted.add(tuple(sorted(found.items())))
    assert len(counted) > 3, "time or reader made no difference"


def test_what_waits_for_a_member_is_what_each_room_finds(club, time_machine_now):
    waiting = 0
    for days in (0, 40, 800):
        moment = time_machine_now + timedelta(days=days)
        for member in Member.objects.exclude(user=None):
            found = sum(one.rows(**one.values(member, moment)).count() for one in WAITING._all)
            assert WAITING.count(member, moment) == found
            waiting += found
    assert waiting > 3
