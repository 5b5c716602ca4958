"""Who leaves the club: out of everything to come, and a question where play has begun."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse

from goclub.games.people.services.erasing import erase_name
from goclub.games.people.services.merging import MergeChoice, MergeSide, merge_members
from goclub.leagues.calendar.tests.meetings import NOW as MEETING_NOW
from goclub.leagues.calendar.tests.meetings import make_series
from goclub.leagues.challenge.tests.factories import NOW, make_challenge
from goclub.leagues.evening.tests import nights
from goclub.leagues.models import Change, Coming, Entry, Event, Participant, Presence
from goclub.leagues.official.services.terms import start_term
from goclub.leagues.tests.factories import add_guests, at, make_event, make_organiser, next_round
from goclub.leagues.tests.league_factories import BEGIN, enter, make_term
from goclub.leagues.tournament.services import registration, rounds
from goclub.members.membership.services.leaving import leave_club, retire_member
from goclub.members.models import Notice
from goclub.members.requests import Act
from goclub.members.roles import CHAIR, ORGANISER
from goclub.members.tests.factories import fresh, make_member

State = Participant.State


@pytest.fixture
def leaver():
    make_member(role=CHAIR)
    return make_member("Sato")


def let_go(member):
    retire_member(Act(None, at()), member, reason="moved")


def leave(member):
    leave_club(Act(member.user, at()), member)


def erase(member):
    erase_name(Act(member.user, at()), member)


def entered(event, member):
    return registration.register_member(Act(None, at()), event, member=member)


def heard():
    rows = Notice.objects.filter(kind__in=["event.left", "event.withdrawn"])
    return {(row.kind, row.member.display_name) for row in rows}


@pytest.mark.parametrize("go", [let_go, leave, erase])
def test_who_leaves_is_withdrawn_from_a_tournament_to_come(leaver, go):
    olga = make_organiser("Olga")
    event = make_event(olga, organisers=[olga])
    entry = entered(event, leaver)
    go(leaver)
    assert (fresh(entry).state, entry.withdrawn_from) == (State.WITHDRAWN, 1)
    assert Change.objects.get(event=event, what=Change.What.WITHDREW).reason
    assert heard() == {("event.withdrawn", "Olga")}


@pytest.mark.parametrize("go", [let_go, leave, erase])
def test_under_way_the_organisers_are_asked(client, leaver, go):
    olga = make_organiser("Olga")
    event = make_event(olga, organisers=[olga])
    entry = entered(event, leaver)
    add_guests(event, 3)
    registration.confirm_all(Act(make_organiser("Oskar").user, at()), event)
    next_round(event)
    go(leaver)
    assert fresh(entry).state == State.FINAL
    assert ("event.left", "Olga") in heard()
    client.force_login(make_member(role=ORGANISER).user)
    page = client.get(reverse("members:desk-kind", args=["left-players"]))
    assert reverse("leagues:event-entry", args=[event.slug, entry.number]) in page.content.decode()
    act = reverse("members:desk-kind", args=["left-players"])
    client.post(act, {"do": "withdraw", "chosen": entry.pk})
    assert (fresh(entry).state, entry.withdrawn_from) == (State.WITHDRAWN, 2)


def test_a_table_of_a_preview_is_broken_up(leaver):
    event = make_event()
    entry = entered(event, leaver)
    add_guests(event, 3)
    registration.confirm_all(Act(make_organiser().user, at()), event)
    event.refresh_from_db()
    rounds.pair_round(Act(None, at()), event)
    let_go(leaver)
    assert fresh(entry).state == State.WITHDRAWN


def test_who_leaves_comes_to_no_meeting(leaver):
    series = make_series()
    for weeks in (-1, 1):
        day = MEETING_NOW.date() + timedelta(weeks=weeks)
        Coming.objects.create(
            series=series, day=day, member=leaver, answer="yes", answered_at=MEETING_NOW
        )
    retire_member(Act(None, MEETING_NOW), leaver)
    assert [one.day < MEETING_NOW.date() for one in Coming.objects.filter(member=leaver)] == [True]


@pytest.mark.parametrize("state", [Event.State.CLOSED, Event.State.CANCELLED])
def test_what_is_over_stays_as_it_was(leaver, state):
    event = make_event()
    entry = entered(event, leaver)
    closed = at() if state == Event.State.CLOSED else None
    Event.objects.filter(pk=event.pk).update(state=state, closed_at=closed)
    let_go(leaver)
    assert fresh(entry).state == State.FINAL
    assert not heard()


def test_who_leaves_a_term(client, leaver):
    enter(make_term(), leaver)
    played = make_term()
    enter(played, leaver, make_member(), make_member())
    start_term(Act(None, BEGIN), played)
    let_go(leaver)
    assert [entry.term for entry in Entry.objects.filter(member=leaver)] == [played]
    client.force_login(make_member(role=ORGANISER).user)
    page = client.get(reverse("members:desk-kind", args=["left-terms"]))
    withdraw = reverse(
        "leagues:withdraw",
        args=[played.league.slug, played.number, Entry.objects.get(member=leaver).pk],
    )
    assert withdraw in page.content.decode()


def test_who_leaves_goes_home_and_calls_off(leaver):
    other = make_member("Ken")
    [here] = nights.came(nights.make_night(), leaver)
    with time_machine.travel(NOW, tick=False):
        challenge = make_challenge(leaver, other)
        retire_member(Act(None, NOW), leaver)
    assert Presence.objects.get(pk=here.pk).left_at
    assert fresh(challenge).state == challenge.State.LAPSED
    told = Notice.objects.filter(kind="challenge.left")
    assert [notice.member for notice in told] == [other]


def test_a_merge_renames_what_the_one_who_goes_was_entered_as():
    event, other = make_event(), make_event()
    kept, gone = make_member("Łucja Żak"), make_member("L. Zak")
    entry, chosen = entered(event, gone), entered(other, gone)
    Participant.objects.filter(pk=chosen.pk).update(display_name="The Fox", name="Fox")
    merge_members(
        Act(None, at()),
        kept,
        gone=gone,
        reason="one",
        choice=MergeChoice(MergeSide.KEPT, MergeSide.KEPT),
    )
    entry.refresh_from_db()
    chosen.refresh_from_db()
    assert (entry.member, entry.display_name) == (kept, "Łucja Żak")
    assert (entry.name, entry.first_name) == ("Żak", "Łucja")
    assert chosen.display_name == "The Fox"
