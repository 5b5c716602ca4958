"""Two hundred people in ten minutes for 120 places: issue 35, “Figures to reach”.

Row locks are PostgreSQL's; on SQLite one writer at a time serves the same.
"""

from __future__ import annotations

import pytest
from django.db import connection

from goclub.games.playing.tests.test_race import at_once
from goclub.leagues.models import Registration
from goclub.leagues.signup.services import organising, registrations
from goclub.leagues.signup.tests.signups import register, signup_event
from goclub.leagues.signup.tests.test_teams import player, team_signup
from goclub.leagues.signup.tests.test_teams import register as register_team
from goclub.leagues.tests.factories import at
from goclub.members.models import Letter
from goclub.members.requests import Act
from ratings.errors import RuleError

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
PEOPLE, PLACES, AT_ONCE = 200, 120, 20


@pytest.fixture(autouse=True)
def real_database():
    """Threads share nothing of SQLite's database in memory."""
    if connection.vendor != "postgresql":
        # Not silenced: script/test --all runs these on PostgreSQL.
        pytest.skip("row locks are PostgreSQL's; SQLite lets one writer in at a time")


def in_turns(jobs) -> list[BaseException]:
    """Run the jobs, twenty at once; return what they raised."""
    raised = []
    for start in range(0, len(jobs), AT_ONCE):
        raised += at_once(*jobs[start : start + AT_ONCE])
    return raised


def test_two_hundred_people_at_once_get_120_places_and_the_order_is_kept():
    event = signup_event(places=PLACES)
    names = [f"Player {number:03}" for number in range(PEOPLE)]
    assert in_turns([lambda name=name: register(event, name) for name in names]) == []
    rows = list(event.registrations.order_by("number"))
    assert sorted(row.name for row in rows) == names  # nobody lost, nobody twice
    assert [row.number for row in rows] == list(range(1, PEOPLE + 1))
    assert {row.state for row in rows[:PLACES]} == {"place"}
    assert {row.state for row in rows[PLACES:]} == {"waiting"}
    assert Letter.objects.count() == PEOPLE

    # Everybody confirms while thirty of those with a place withdraw.
    leaving = rows[: PLACES : PLACES // 30]
    confirm = [lambda row=row: registrations.confirm(Act(None, at(1)), row) for row in rows]
    leave = [lambda row=row: registrations.withdraw(Act(None, at(2)), row) for row in leaving]
    assert in_turns(confirm) == []
    assert in_turns(leave) == []
    held = event.registrations.holding().order_by("number")
    assert held.count() == PLACES
    waiting = list(event.registrations.waiting())
    assert [row.number for row in waiting] == list(range(PLACES + len(leaving) + 1, PEOPLE + 1))
    organising.take_in(Act(None, at(3)), event, [row.pk for row in held])
    assert event.participants.count() == PLACES


def test_a_player_of_two_teams_taken_in_at_once_enters_with_one_of_them():
    event = team_signup()
    rows = [register_team(event, team, [player("Nowak"), player(team)]) for team in ("A", "B")]
    take_in = [
        lambda row=row: organising.take_in(Act(None, at(1)), event, [row.pk]) for row in rows
    ]
    [error] = at_once(*take_in)
    assert isinstance(error, RuleError)
    assert error.reason == "plays_for_a_team"
    assert sorted(row.state for row in event.registrations.all()) == ["entered", "place"]
    [team] = event.participants.entries()
    assert [row.name for row in team.players.order_by("number")] == ["Nowak", team.name]


def test_forty_teams_at_once_get_thirty_places_and_all_their_players():
    event = team_signup(places=30)
    names = [f"Team{number:02}" for number in range(40)]
    send = [lambda name=name: register_team(event, name) for name in names]
    assert in_turns(send + send[:10]) == []  # ten captains press twice
    rows = list(event.registrations.order_by("number"))
    assert sorted(row.name for row in rows) == names
    assert [row.state for row in rows] == ["place"] * 30 + ["waiting"] * 10
    assert {row.players.count() for row in rows} == {3}
    take_in = [
        lambda row=row: organising.take_in(Act(None, at(1)), event, [row.pk]) for row in rows[:30]
    ]
    assert in_turns(take_in) == []
    assert event.participants.entries().count() == 30
    assert event.participants.exclude(team=None).count() == 90


def test_one_person_who_presses_twice_is_registered_once():
    event = signup_event(places=5)
    assert at_once(*[lambda: register(event)] * 8) == []
    assert Registration.objects.count() == 1
