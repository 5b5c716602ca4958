"""What is said of a round that is proven best, where people decided some of it themselves."""

from __future__ import annotations

import pytest
from django.urls import reverse

from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.leagues.tournament.labels.figures import PROOFS, weight_text
from goclub.leagues.tournament.labels.why import proof_text
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import rounds, seating
from goclub.leagues.tournament.services.explaining import decided_by_hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(organiser):
    event = make_event(organiser, preset="OpenGotha")
    add_guests(event, 8, rank=0)
    return event


def pair(event):
    return rounds.pair_round(event=event, by=None, at=at())


def people(event):
    return list(event.participants.order_by("number"))


def test_a_round_that_nobody_touched_is_proven_best(event):
    event_round = pair(event)
    assert decided_by_hand(load(event), 1) is None
    assert proof_text(load(event), 1) == str(PROOFS[event_round.proof])


def test_a_table_made_by_hand_is_named_with_both_totals(event):
    free = int(pair(event).weight)
    first, *_others, last = people(event)
    seating.fix_pair(event=event, first=first, second=last, by=None, at=at(), table=1)
    pair(event)
    told = decided_by_hand(load(event), 1)
    assert (told.tables, told.bans, told.best) == ((1,), False, free)
    assert told.total == int(event.rounds.get().weight) < free
    text = proof_text(load(event), 1)
    assert weight_text(told.total) in text
    assert weight_text(free) in text
    assert text != str(PROOFS["prices"])


def test_a_forbidden_pair_is_named_where_it_costs_something(event):
    free = int(pair(event).weight)
    met = [pairing.players for pairing in event.rounds.get().pairings.all()]
    seating.forbid_pair(event=event, first=met[0][0], second=met[0][1], by=None, at=at())
    pair(event)
    told = decided_by_hand(load(event), 1)
    assert (told.tables, told.bans, told.best) == ((), True, free)
    assert told.total < free


def test_the_pages_say_so(client, event, organiser):
    first, *_others, last = people(event)
    seating.fix_pair(event=event, first=first, second=last, by=None, at=at(), table=1)
    event_round = next_round(event)
    play_out(event_round)
    text = proof_text(load(event), 1)
    client.force_login(organiser.user)
    desk = client.get(reverse("leagues:event-desk", args=[event.slug]))
    public = client.get(reverse("leagues:round", args=[event.slug, 1]))
    table = client.get(reverse("leagues:round-why", args=[event.slug, 1, 1]))
    assert desk.context["proof"] == public.context["proof"] == text
    assert table.context["why"]["proof"] == text
    for page in (desk, public):
        assert text in page.content.decode()


def test_one_who_played_and_left_the_round_breaks_nothing(event, client):
    first, *_others, last = people(event)
    seating.fix_pair(event=event, first=first, second=last, by=None, at=at(), table=1)
    next_round(event)
    first.absences.create(number=1)
    assert decided_by_hand(load(event), 1) is None
    assert proof_text(load(event), 1)
