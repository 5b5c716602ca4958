"""Why two players meet: sentences first, digits for whoever asks (S2, PAIRING.md)."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from goclub.leagues.models import Absence
from goclub.leagues.tests.factories import (
    add_guests,
    make_event,
    make_organiser,
    next_round,
    play_out,
)
from goclub.leagues.tournament.labels.figures import weight_text
from goclub.leagues.tournament.labels.why import share_text

pytestmark = pytest.mark.django_db
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
    text = page.content.decode()
    before, folded = text.split('<details class="more why-digits">')
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
