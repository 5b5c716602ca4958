"""A line of results, a round that rests on an old score, and test events."""

from __future__ import annotations

import random

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.games.models import Game
from goclub.games.notebook.tests.snapshot import everything
from goclub.leagues.league.services.typed_results import key_parts
from goclub.leagues.models import Change, Event
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.leagues.tournament.queries.events import events_list
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import closing, events, registration, results, rounds
from goclub.leagues.tournament.services.consequences import consequences_of
from goclub.leagues.tournament.services.trials import make_test_event
from goclub.leagues.tournament.tests.table_desk import press
from goclub.members.models import Delivery, Notice
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member, fresh, make_member
from ratings.errors import Code
from ratings.tests.builders import refused


def act():
    return Act(None, at())


# --- A line of results ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("9b", ["9b"]),
        ("1b 2w 3b", ["1b", "2w", "3b"]),
        ("1b;2w；3=", ["1b", "2w", "3="]),
        ("12 3.5b 4w+7.5 5t!", ["12 3.5b", "4w+7.5", "5t!"]),
        ("7w 10!", ["7w 10!"]),
        ("１ｂ　２ｗ", ["1b", "2w"]),
        ("1 b 2 w", ["1 b", "2 w"]),
        ("1b 2", ["1b 2"]),  # a margin of two points
        ("  ", [""]),
    ],
)
def test_a_line_is_split_table_by_table(text, parts):
    assert key_parts(text) == parts


@pytest.fixture
def event(organiser):
    """Eight guests of one rank, round 1 published: four tables."""
    event = make_event(organiser)
    add_guests(event, 8, rank=0)
    next_round(event)
    return fresh(event)


def outcomes(event, number=1):
    return dict(event.rounds.get(number=number).pairings.values_list("table", "result"))


def type_line(client, event, text, number=1):
    address = reverse("leagues:event-results", args=[event.slug, number])
    return client.post(address, {"keys": text})


def test_a_line_sets_the_results_of_all_its_tables(client, organiser, event):
    as_member(client, organiser)
    assert type_line(client, event, "1b 2w 3B 4t").status_code == 302
    assert outcomes(event) == {1: "black", 2: "white", 3: "black", 4: "equal"}
    assert event.changes.filter(what="result").count() == 4


@pytest.mark.parametrize(
    ("text", "part"),
    [("1b 2w 3q", "3q"), ("1b 9w 3b", "9w"), ("1b 1w", "1w"), ("1b w", "w"), ("1b 2j", "2j")],
)
def test_a_wrong_part_is_named_and_the_line_stays_typed(client, organiser, event, text, part):
    response = type_line(as_member(client, organiser), event, text)
    assert response.status_code == 422
    page = read(response)
    assert f"“{part}”" in page.one("#keys-error").text
    assert page.values("#keys", "value") == [text]
    assert set(outcomes(event).values()) == {"unknown"}, "nothing of it is saved"


def test_a_line_for_a_round_that_was_taken_back_is_refused(organiser, event):
    event_round = event.rounds.get(number=1)
    rounds.undo_step(act(), event)
    with refused(Code.STATE):
        results.type_results(act(), fresh(event_round), text="1b 2w")
    assert set(outcomes(event).values()) == {"unknown"}


# --- An old score ---------------------------------------------------------------------------------
@pytest.fixture
def corrected(event):
    """Round 2 is a preview; then a result of round 1 becomes the other way round."""
    play_out(event.rounds.get(number=1))
    rounds.pair_round(Act(None, at(10)), fresh(event))
    table = event.rounds.get(number=1).pairings.get(table=1)
    results.set_result(Act(None, at(20)), table, result="black")
    return fresh(event)


def test_a_round_on_an_old_score_says_who_would_meet_whom(corrected):
    snapshot = load(corrected)
    consequences = consequences_of(snapshot, 2)
    before = {frozenset(p.number for p in t.players) for t in snapshot.pairings[2]}
    gone = {frozenset(p.number for p in table.players) for table in consequences.gone}
    new = {frozenset((white.number, black.number)) for white, black in consequences.new}
    assert consequences.kept + len(gone) == 4
    assert len(gone) == len(new) > 0
    rounds.pair_round(act(), corrected)
    tables = load(fresh(corrected)).pairings[2]
    assert {frozenset(p.number for p in t.players) for t in tables} == (before - gone) | new


def test_without_a_correction_nothing_is_old(event):
    play_out(event.rounds.get(number=1))
    rounds.pair_round(Act(None, at(10)), fresh(event))
    assert consequences_of(load(fresh(event)), 2) is None


def test_before_publishing_the_desk_offers_to_pair_again(client, organiser, corrected):
    as_member(client, organiser)
    desk = reverse("leagues:event-desk", args=[corrected.slug])
    assert read(client.get(desk)).has("#old-score")
    press(client, corrected, "pair")
    assert not read(client.get(desk)).has("#old-score")


def test_after_publishing_the_desk_offers_to_leave_it_or_take_it_back(client, organiser, corrected):
    rounds.publish_round(act(), corrected)
    as_member(client, organiser)
    desk = reverse("leagues:event-desk", args=[corrected.slug])
    assert read(client.get(desk)).has("#old-score")
    play_out(corrected.rounds.get(number=2))
    assert consequences_of(load(fresh(corrected)), 2).played > 0
    press(client, fresh(corrected), "undo")
    assert fresh(corrected).rounds.get(number=2).state == "paired"


# --- Test events ----------------------------------------------------------------------------------
def test_a_test_event_is_there_at_once_and_leaves_no_trace(client, organiser):
    as_member(client, organiser)
    client.get(reverse("leagues:events"))
    before = everything()
    page = client.post(reverse("leagues:event-try"), follow=True)
    event = Event.objects.get()
    assert event.participants.filter(member=None).count() == 24
    assert read(page).has(".pill.test")
    press(client, event, "pair")
    press(client, fresh(event), "publish")
    play_out(event.rounds.get(number=1))
    closing.close_event(Act(organiser.user, at()), fresh(event), early=True)
    assert not Game.objects.exists()
    press(client, fresh(event), "delete")
    assert everything() == before


def test_a_test_event_is_in_no_list_and_on_no_page_of_others(client, organiser):
    event = make_test_event(Act(organiser.user, at()), zone="Asia/Tokyo", rng=random.Random(1))
    assert (event.for_ledger, event.for_league) == (False, False)
    assert not events_list().exists()
    assert not Event.objects.under_way().exists()
    next_round(event)
    as_member(client, make_member("Somebody else"))
    for name in ("event", "event-players", "projector", "event-clock"):
        assert client.get(reverse(f"leagues:{name}", args=[event.slug])).status_code == 404, name
    assert event.name not in read(client.get(reverse("leagues:events"))).text
    assert (Notice.objects.count(), Delivery.objects.count()) == (0, 0)
    as_member(client, organiser)
    assert event.name in read(client.get(reverse("leagues:events"))).text


def test_a_test_event_counts_for_nothing_whatever_is_sent(client, organiser):
    event = make_test_event(Act(organiser.user, at()), zone="Asia/Tokyo", rng=random.Random(1))
    events.edit_event(act(), event, changes={"for_ledger": True, "for_league": True})
    assert (fresh(event).for_ledger, fresh(event).for_league) == (False, False)
    member = make_member("Real Person", points=100)
    with refused(Code.STATE, reason="only_invented"):
        registration.register_member(act(), event, member=member)
    with refused(Code.STATE, reason="only_invented"):
        registration.link_member(act(), event.participants.first(), member=member)


def test_only_organisers_make_a_test_event(client):
    stranger = make_member("Stranger")
    with pytest.raises(PermissionDenied):
        make_test_event(Act(stranger.user, at()), zone="Asia/Tokyo", rng=random.Random(1))
    assert as_member(client, stranger).post(reverse("leagues:event-try")).status_code == 403
    assert not Change.objects.exists()
