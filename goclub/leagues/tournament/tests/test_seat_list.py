"""Many tables by hand at once."""

from __future__ import annotations

import re

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from goclub.common.tests.reading import said, shows, told
from goclub.leagues.models import Change
from goclub.leagues.tests.factories import (
    add_guests,
    at,
    make_event,
    make_organiser,
    next_round,
    play_out,
)
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import by_hand
from goclub.leagues.tournament.services.by_hand import SeatLine
from goclub.leagues.tournament.services.steps import Stale
from goclub.members.tests.factories import make_member
from ratings.errors import Code
from tournaments.tests.tables import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser():
    return make_organiser()


@pytest.fixture
def event(organiser):
    event = make_event(organiser)
    add_guests(event, 8)
    return event


def seat(event, organiser, text, **more):
    return by_hand.seat_all(event=event, text=text, by=organiser.user, at=at(), **more)


def seated(event):
    return [
        (p.table, p.white.number, p.black.number, p.handicap, p.fixed)
        for p in load(event).pairings[1]
    ]


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("12 7", SeatLine(None, 12, 7, None)),
        ("5: 12 – 7, 2", SeatLine(5, 12, 7, 2)),
        ("12-7", SeatLine(None, 12, 7, None)),
        (" 3:1,2 ;9", SeatLine(3, 1, 2, 9)),
    ],
)
def test_a_line_in_its_usual_spellings(line, read):
    assert by_hand.read_seat_lines(f"\n{line}\n\n") == (read,)


@pytest.mark.parametrize("line", ["12", "a 7", "1 2 3 4", "1: 2", "1 2 10", "１ ２"])
def test_another_line_is_refused(line):
    with refused(Code.TYPE, "lines"):
        by_hand.read_seat_lines(f"1 2\n{line}")


def test_pairs_get_their_tables_and_are_kept(event, organiser):
    seat(event, organiser, "3: 1 2 4\n4 3\n5 6")
    assert seated(event) == [(1, 4, 3, 0, True), (2, 5, 6, 0, True), (3, 1, 2, 4, True)]
    next_round(event)
    assert set(seated(event)[:3]) == {(1, 4, 3, 0, True), (2, 5, 6, 0, True), (3, 1, 2, 4, True)}


@pytest.mark.parametrize(
    ("text", "code", "field"),
    [
        ("1 2\n3 99", Code.UNKNOWN, "lines"),
        ("1 2\n2 3", Code.DUPLICATE, "lines"),
        ("1 2\n3 3", Code.DUPLICATE, "lines"),
        ("7: 1 2\n7: 3 4", Code.DUPLICATE, "table"),
        ("", Code.MISSING, "lines"),
    ],
)
def test_one_bad_line_leaves_all_undone(event, organiser, text, code, field):
    with refused(code, field):
        seat(event, organiser, text)
    assert seated(event) == []
    assert not event.changes.filter(what=Change.What.FIXED).exists()


def test_others_and_late_comers_are_refused(event, organiser):
    with pytest.raises(PermissionDenied):
        seat(event, make_member(), "1 2")
    seat(event, organiser, "1 2", version=event.version)
    with pytest.raises(Stale):
        seat(event, organiser, "3 4", version=event.version)
    assert len(seated(event)) == 1


def test_on_the_desk_with_a_warning_for_those_who_met(client, event, organiser):
    play_out(next_round(event))
    first = load(event).pairings[1][0]
    client.force_login(organiser.user)
    event.refresh_from_db()
    url = reverse("leagues:event-step", args=[event.slug, "seat-all"])
    data = {"version": event.version, "seat-all-lines": "nobody"}
    page = client.post(url, data)
    assert page.status_code == 422
    assert page.context["forms"]["seat_all"].errors == {"lines": [said("tournament.seat_line")]}
    data["seat-all-lines"] = f"{first.white.number} {first.black.number}"
    page = client.post(url, data, follow=True)
    assert [re.findall(r"\d+", text) for text in told(page, "success")] == [["1"]]
    [warning] = told(page, "warning")
    assert warning.startswith(f"{first.white} – {first.black} ")
    assert shows(page, warning)
