"""The day of an announced event is moved on the league's page, and stays moved (S4-11)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.exceptions import PermissionDenied

from goclub.leagues.season.services.announcing import judge_event, move_event
from goclub.leagues.tests.season_factories import announce, hold
from goclub.leagues.tournament.services import events
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member
from ratings.errors import Code
from ratings.tests.builders import refused

DAY = date(2025, 1, 20)
NOON = datetime(2025, 1, 20, 12, 0, tzinfo=UTC)


@pytest.fixture
def organiser():
    return make_member("Ann")


def test_a_form_that_shows_the_day_before_does_not_bring_it_back(league, organiser):
    row = announce(league, organiser, DAY)
    seen = row.event.version
    move_event(Act(organiser.user, NOON - timedelta(days=9)), row, to=DAY + timedelta(days=2))
    with refused(Code.STATE, "version", "tournament.changed_meanwhile"):
        events.edit_event(
            Act(organiser.user, NOON, str(seen)),
            row.event,
            changes={"place": "Club room", "begins_on": DAY, "ends_on": DAY},
        )


def test_who_announced_an_event_moves_it_on_the_page_of_the_league_alone(league, organiser):
    """Else it could be put into another season once it was played (S4-11)."""
    event, day = announce(league, organiser, DAY).event, date(2025, 6, 1)
    later = {"begins_on": day, "ends_on": day}
    with refused(Code.STATE, "begins_on", "league_day"):
        events.edit_event(Act(organiser.user, NOON), event, changes=later)
    kept = {"begins_on": DAY, "ends_on": DAY, "place": "Club room"}
    events.edit_event(Act(organiser.user, NOON), event, changes=kept)
    chair = make_member("Chair", role=CHAIR)
    event = events.edit_event(Act(chair.user, NOON), event, changes=later)
    assert (event.begins_on, event.place) == (day, "Club room")


def test_moving_an_event_may_not_break_the_seven_days(league, organiser):
    row = announce(league, organiser, DAY, days=10)
    announced, by = NOON - timedelta(days=10), organiser.user
    with refused(Code.RANGE, "to", "season.late_report"):
        move_event(Act(by, announced), row, to=DAY - timedelta(days=4))
    with refused(Code.RANGE, "to", "season.past"):
        move_event(Act(by, announced), row, to=date(2025, 1, 2))
    with pytest.raises(PermissionDenied):
        move_event(Act(make_member().user, announced), row, to=DAY + timedelta(days=1))
    moved = move_event(Act(by, announced), row, to=DAY - timedelta(days=3))
    assert moved.event.begins_on == moved.event.ends_on == DAY - timedelta(days=3)
    with refused(Code.STATE, "to", "season.held_unmoved"):
        move_event(Act(by, NOON), row, to=DAY + timedelta(days=9))
    # Past the services, the reason is said.
    row.event.refresh_from_db()
    row.event.begins_on = DAY - timedelta(days=5)
    row.event.save()
    assert [finding.code for finding in judge_event(row).findings] == ["late_report"]


def test_an_event_that_is_closed_is_not_moved(league, organiser):
    """It was an error page."""
    row = hold(announce(league, organiser, DAY), [[(organiser, make_member(), "B+R")]] * 3)
    with refused(Code.STATE, "to", "season.held_unmoved"):
        move_event(Act(organiser.user, NOON), row, to=DAY + timedelta(days=9))
