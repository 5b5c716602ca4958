"""The page of an event: what it opens with, the reader's own table, one small request."""

from __future__ import annotations

import random
import re
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse

from goclub.common.tests.reading import read, told
from goclub.leagues.models import Claim, Event, Pairing
from goclub.leagues.tests.factories import DAY, add_guests, at, make_event, next_round, play_out
from goclub.leagues.tournament.services import claims, closing, events, registration, results
from goclub.members.models import ClubSettings
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, fresh, make_member

NAME = 'Sato "><b>Ken</b> ' + "x" * 60


@pytest.fixture
def me():
    return make_member(NAME)


@pytest.fixture
def other():
    return make_member("Ewa Szczepańska")


@pytest.fixture
def event(me, other):
    """Round 1 of an event of six is published; the reader does not sit at the first table."""
    event = make_event(timetable="10:00 13:30 16:00", rng=random.Random(3))
    add_guests(event, 4)
    for member in (me, other):
        registration.register_member(Act(None, at()), event, member=member)
    event.participants.filter(member=None).update(rank=3)
    event.participants.exclude(member=None).update(rank=-20)
    next_round(event)
    return event


def opened(client, event, member=None):
    if member is not None:
        client.force_login(member.user)
    return client.get(event.get_absolute_url())


def headings(page):
    return read(page).texts(".event-now h2")


def table_of(event, member):
    mine = event.participants.get(member=member)
    return Pairing.objects.get(round__event=event, seats__participant=mine)


def report(client, event, member, **sent):
    client.force_login(member.user)
    table = table_of(event, member)
    sent = {"seen": f"{table.black_id}-{table.white_id}"} | sent
    return client.post(reverse("leagues:round-report", args=[event.slug, 1]), sent, follow=True)


# --- What it opens with -----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("days", "heading"),
    [(0, "Today 10:00"), (1, "Tomorrow 10:00"), (7, "Saturday, 8 March 2025 10:00")],
)
def test_before_it_begins_it_opens_with_entering(client, me, days, heading):
    event = make_event(timetable="10:00", place="<i>Hall</i>", main_minutes=45)
    add_guests(event, 2)
    with time_machine.travel(at() - timedelta(days=days), tick=False):
        page = opened(client, event, me)
    assert headings(page) == [heading, "2 players"]
    enter = read(page).one("section[aria-labelledby=enter]")
    assert enter.values("form", "action") == [reverse("leagues:event-enter", args=[event.slug])]
    assert {"<i>Hall</i>", "45 min"} <= set(enter.texts("dd"))
    assert read(page).texts(".entered-list .name") == ["Guest 001", "Guest 002"]


@pytest.mark.parametrize(("places", "left"), [(5, "3"), (2, "0"), (1, "0")])
def test_the_places_that_are_left_are_said_and_a_full_event_has_no_button(client, me, places, left):
    event = make_event(places=places)
    add_guests(event, 2)
    enter = read(opened(client, event, me)).one("section[aria-labelledby=enter]")
    assert enter.texts("dd")[-1] == left
    assert enter.has("form") == (left != "0")


def test_nobody_enters_where_the_organisers_do(client, me):
    page = read(opened(client, make_event(self_registration=False), me))
    assert not page.has("section[aria-labelledby=enter] form")
    assert page.has("section[aria-labelledby=entered] .empty")


def test_while_it_runs_the_own_table_comes_first_and_is_not_listed_again(client, me, event):
    table = table_of(event, me)
    page = read(opened(client, event, me))
    assert page.texts(".event-now h2") == [
        f"You are at table {table.table}", "Round 1", "Standings",
    ]  # fmt: skip
    own = page.one(".own-table")
    assert own.one(".own-terms").text.endswith("komi 6½")
    assert own.texts("button") == ["I won", "I lost"]
    assert len(page.all(".now-tables li")) == event.rounds.get().pairings.count() - 1
    assert not read(opened(client, event, make_member("Stranger"))).has(".own-table")


def test_a_reader_with_the_bye_reads_so(client, me):
    event = make_event()
    add_guests(event, 2, rank=3)
    registration.register_member(Act(None, at()), event, member=me)
    event.participants.filter(member=me).update(rank=-25)
    next_round(event)
    assert headings(opened(client, event, me))[0] == "You have a bye in round 1"


@pytest.mark.parametrize(
    ("minutes", "words"), [(0, "Round 2 begins on"), (600, "The next round is being prepared.")]
)
def test_between_rounds_the_clock_says_what_comes(client, event, minutes, words):
    play_out(event.rounds.get())
    with time_machine.travel(at(minutes), tick=False):
        page = read(opened(client, event))
    assert page.one(".next-step").text.startswith(words)


def test_afterwards_it_opens_with_the_winners_and_their_games(client, me, event):
    for _round in (2, 3):
        play_out(event.rounds.last())
        next_round(event)
    play_out(event.rounds.last())
    event.refresh_from_db()
    closing.close_event(Act(None, at(), str(event.version)), event)
    page = read(opened(client, event, me))
    assert page.texts(".event-now h2")[0] == "Winners"
    assert page.texts(".winner-place")[0] == "1"
    assert len(page.all(".winner-path li")) == 3 * len(page.all(".winner-path"))
    assert page.has("table.standings")


def test_a_cancelled_event_says_so_first(client, me):
    event = make_event()
    registration.register_member(Act(None, at()), event, member=me)
    events.cancel_event(Act(None, at(), str(event.version)), event, reason="rain")
    page = opened(client, event, me)
    assert headings(page) == ["This tournament was cancelled"]
    assert not read(page).has(".event-now form")


# --- Reporting ----------------------------------------------------------------------------------
def test_two_players_report_and_the_same_from_both_is_the_result(client, event, me):
    table = table_of(event, me)
    opponent = make_member("Opponent")
    seat = table.white if table.black.member == me else table.black
    seat.member = opponent
    seat.save()
    page = read(report(client, event, me, result="won"))
    assert page.one(".own-said").text.startswith("You reported")
    assert fresh(table).result == "unknown"
    assert "reported" in read(opened(client, event, opponent)).one(".own-said").text
    assert (
        read(report(client, event, opponent, result="lost")).one(".own-result").text == "You lost"
    )
    assert fresh(table).result == ("black" if table.black.member == me else "white")
    assert not read(opened(client, event, me)).has(".own-table button")


def test_what_does_not_fit_is_refused_in_words(client, event, me):
    for sent in ({"result": "maybe"}, {"seen": "1-2"}, {"seen": "\x00"}):
        assert told(report(client, event, me, **({"result": "won"} | sent)), "error"), sent
    assert not Claim.objects.exists()
    client.force_login(make_member("Stranger").user)
    address = reverse("leagues:round-report", args=[event.slug, 1])
    assert client.post(address, {"result": "won", "seen": "1-2"}).status_code == 404
    assert client.get(address).status_code == 405


# --- One small request ----------------------------------------------------------------------------
def now(client, event, etag=""):
    known = {"If-None-Match": etag} if etag else {}
    return client.get(reverse("leagues:event-now", args=[event.slug]), headers=known)


def test_the_part_that_changes_answers_304_until_something_does(client, event, me):
    etag = read(opened(client, event, me)).one("[data-live]").attrs["data-etag"]
    assert now(client, event, etag).status_code == 304
    first, second = event.rounds.get().pairings.exclude(pk=table_of(event, me).pk)[:2]
    results.set_result(Act(None, at()), first, result="black")
    changed = now(client, event, etag)
    assert changed.status_code == 200
    assert changed.headers["ETag"] != etag
    assert read(changed).one("[data-live]").attrs["data-etag"] == changed.headers["ETag"]
    # What the opponent reported belongs to it too, and so does who reads.
    claims.report_result(pairing=second, participant=second.black, result="black", at=at())
    assert now(client, event, changed.headers["ETag"]).status_code == 200
    client.logout()
    assert now(client, event, now(client, event).headers["ETag"]).status_code == 304


def test_nothing_is_asked_again_before_the_day_and_afterwards(client, event):
    closed = make_event(name="Closed")
    events.cancel_event(Act(None, at(), str(closed.version)), closed, reason="rain")
    soon = make_event(name="Soon")
    with time_machine.travel(at() - timedelta(days=3), tick=False):
        assert not any(read(opened(client, one)).has("[data-live]") for one in (closed, soon))
        assert read(opened(client, event)).has("[data-live]")


def test_visitors_see_the_part_only_where_they_see_games(client, event):
    ClubSettings.objects.create(pk=1, visitors_see="nothing")
    assert now(client, event).status_code == 302
    Event.objects.update(state="draft")
    assert now(as_member(client, make_member("Stranger")), event).status_code == 404


# --- Costs, and what is not there ---------------------------------------------------------------
def test_a_large_event_costs_no_more_queries(client, me, event, django_assert_max_num_queries):
    large = make_event(name="Large")
    add_guests(large, 70)
    registration.register_member(Act(None, at()), large, member=me)
    next_round(large)
    client.force_login(me.user)
    for one in (event, large):
        with django_assert_max_num_queries(20):
            page = opened(client, one)
    assert len(read(page).all(".now-tables li")) <= 31
    etag = read(page).one("[data-live]").attrs["data-etag"]
    with django_assert_max_num_queries(8):
        assert now(client, large, etag).status_code == 304


def test_files_seeds_and_sheets_stand_on_the_page_of_details(client, event):
    page, details = (
        read(client.get(address))
        for address in (
            event.get_absolute_url(), reverse("leagues:event-details", args=[event.slug]),
        )
    )  # fmt: skip
    aside = [reverse("leagues:event-h9", args=[event.slug]),
             reverse("leagues:print-wall", args=[event.slug])]  # fmt: skip
    assert set(aside) <= set(details.values("main a", "href"))
    assert not set(aside) & set(page.values("main a", "href"))
    assert str(event.seed) in details.text
    assert not re.search(rf"\b{event.seed}\b", page.one("main").text)


def test_the_day_of_the_club_decides(client, me):
    """At 23:30 UTC it is the next day in Tokyo."""
    event = make_event(timetable="10:00")
    ClubSettings.objects.create(pk=1, time_zone="Asia/Tokyo")
    with time_machine.travel(at() - timedelta(hours=4), tick=False):
        assert headings(opened(client, event))[0].startswith("Today"), DAY
