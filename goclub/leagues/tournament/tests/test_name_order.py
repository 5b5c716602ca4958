"""Lists of a tournament go by the names they show, in the reader's language."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from goclub.leagues.tests.factories import at, make_event, next_round
from goclub.leagues.tournament.labels.papers import cards_of, screen_of
from goclub.leagues.tournament.labels.rounds import by_name
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import registration
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.django_db

ENTERED = [
    ("Mizuno", ""),
    ("Ósmy", ""),
    ("Mączyńska", ""),
    ("Ozga", ""),
    ("Zak", "Łukasz"),
]
POLISH = ["Łukasz Zak", "Mączyńska", "Mizuno", "Ozga", "Ósmy", "佐藤 健"]


@pytest.fixture
def event(organiser):
    event = make_event(organiser)
    for name, first_name in ENTERED:
        registration.register_guest(
            event=event, name=name, first_name=first_name, rank=0, by=None, at=at()
        )
    ken = make_member("佐藤 健", romanised_name="Abe Ken", points=119)
    registration.register_member(event=event, member=ken, by=None, at=at())
    return event


def test_everybody_is_found_where_his_name_shown_stands(event):
    with override("pl"):
        entered = screen_of(load(event), 1)["page"]["columns"][0]
        assert [one.display_name for one in entered] == POLISH
        assert [card["participant"].display_name for card in cards_of(load(event))] == POLISH
        next_round(event)
        snapshot = load(event)
        assert [line.participant.display_name for line in by_name(snapshot, 1)] == POLISH
        wall = screen_of(snapshot, 1)["page"]["columns"][0]
        assert [line.participant.display_name for line in wall] == POLISH


def test_another_language_has_another_order(event):
    next_round(event)
    with override("en"):
        shown = [line.participant.display_name for line in by_name(load(event), 1)]
    assert shown.index("Ósmy") < shown.index("Ozga")
