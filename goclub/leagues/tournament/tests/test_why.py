"""Why two players meet, and why the round cannot be paired better."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from goclub.leagues.models import Absence
from goclub.leagues.tests.factories import (
    add_guests,
    at,
    make_event,
    make_organiser,
    next_round,
    play_out,
)
from goclub.leagues.tournament.labels.figures import PROOFS, weight_text
from goclub.leagues.tournament.labels.why import proof_text, share_text
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import rounds, seating
from goclub.leagues.tournament.services.explaining import decided_by_hand
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member

#: Ten digits and more, whatever groups them.
LONG = re.compile(r"\d(?:[,.\s]?\d){9,}")


def digits(text: str) -> int:
    return int(re.sub(r"\D", "", text))


@pytest.fixture
def page(client):
    event = make_event(make_organiser())
    add_guests(event, 6)
    play_out(next_round(event))
    next_round(event)
    return client.get(reverse("leagues:round-why", args=[event.slug, 2, 1]))


def test_sentences_come_first_and_digits_only_on_demand(page):
    before, folded = page.content.decode().split('<details class="more why-digits">')
    main = before[before.index("<main") :]
    assert not LONG.search(re.sub(r"<[^>]*>", " ", main))
    assert LONG.search(re.sub(r"<[^>]*>", " ", folded))
    pairing, why = page.context["pairing"], page.context["why"]
    who, *_reasons = why["sentences"]
    assert pairing.black.display_name in who
    assert pairing.white.display_name in who
    assert main.index("why-said") < main.index("why-shares")


def test_a_pair_that_could_not_be_made_today_is_explained_by_its_scores(client):
    event = make_event(make_organiser())
    add_guests(event, 6)
    pairing = next_round(event).pairings.select_related("black").get(table=1)
    Absence.objects.create(participant=pairing.black, number=1)
    page = client.get(reverse("leagues:round-why", args=[event.slug, 1, 1]))
    assert page.context["why"]["changed"]
    assert pairing.black.display_name in page.context["why"]["sentences"][0]


def test_each_says_what_the_next_best_would_have_cost_the_round(page):
    why = page.context["why"]
    assert len(why["others"]) == 2
    for other in why["others"]:
        assert other["text"]
        assert not LONG.search(other["text"])
        assert other["loss"] in page.content.decode()


def test_shares_are_those_of_the_digits(page):
    for row in page.context["why"]["rows"]:
        earned, largest = (digits(text) for text in (row["earned"], row["largest"]))
        assert row["free"] == (earned == largest)
        if not row["free"]:
            assert row["share"] == share_text(earned, largest)


@pytest.mark.parametrize(
    ("part", "whole", "text"), [(0, 7, "0"), (1, 1000, "under"), (999, 1000, "99"), (1, 4, "25")]
)
def test_a_share_is_never_rounded_to_nothing_nor_to_all(part, whole, text):
    assert share_text(part, whole).startswith(text)
    assert digits(weight_text(whole)) == whole


# --- Proofs ---------------------------------------------------------------------------------------
@pytest.fixture
def event(organiser):
    event = make_event(organiser, preset="OpenGotha")
    add_guests(event, 8, rank=0)
    return event


def pair(event):
    return rounds.pair_round(Act(None, at()), event)


def people(event):
    return list(event.participants.order_by("number"))


def test_a_round_that_nobody_touched_is_proven_best(event):
    event_round = pair(event)
    assert decided_by_hand(load(event), 1) is None
    assert proof_text(load(event), 1) == str(PROOFS[event_round.proof])


def test_a_table_made_by_hand_is_named_with_both_totals(event):
    free = int(pair(event).weight)
    first, *_others, last = people(event)
    seating.fix_pair(Act(None, at()), event, first=first, second=last, table=1)
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
    seating.forbid_pair(Act(None, at()), event, first=met[0][0], second=met[0][1])
    pair(event)
    told = decided_by_hand(load(event), 1)
    assert (told.tables, told.bans, told.best) == ((), True, free)
    assert told.total < free


def test_the_pages_say_so(client, event, organiser):
    first, *_others, last = people(event)
    seating.fix_pair(Act(None, at()), event, first=first, second=last, table=1)
    play_out(next_round(event))
    text = proof_text(load(event), 1)
    desk = as_member(client, organiser).get(reverse("leagues:event-desk", args=[event.slug]))
    public = client.get(reverse("leagues:round", args=[event.slug, 1]))
    table = client.get(reverse("leagues:round-why", args=[event.slug, 1, 1]))
    assert desk.context["proof"] == public.context["proof"] == text
    assert table.context["why"]["proof"] == text
    for page in (desk, public):
        assert text in page.content.decode()


def test_one_who_played_and_left_the_round_breaks_nothing(event, client):
    first, *_others, last = people(event)
    seating.fix_pair(Act(None, at()), event, first=first, second=last, table=1)
    next_round(event)
    first.absences.create(number=1)
    assert decided_by_hand(load(event), 1) is None
    assert proof_text(load(event), 1)
