"""By hand a round robin has only the pairs and the byes that its table has in the round."""

from __future__ import annotations

from itertools import combinations

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.leagues.models import Event
from goclub.leagues.tests.factories import (
    add_guests,
    at,
    make_event,
    make_organiser,
    next_round,
    play_out,
)
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import by_hand, rounds, seating
from ratings.errors import Code
from tournaments.tests.tables import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser():
    return make_organiser()


def event_of(organiser, players, played):
    event = make_event(organiser, system="round_robin", rounds=3, for_ledger=False)
    people = add_guests(event, players)
    for _number in range(played):
        play_out(next_round(event))
    return event, people


@pytest.mark.parametrize("players", [4, 5, 6])
@pytest.mark.parametrize("played", [0, 1])
def test_a_pair_by_hand_is_one_of_the_table_or_refused_and_pairing_goes_on(
    client, organiser, players, played
):
    event, people = event_of(organiser, players, played)
    client.force_login(organiser.user)
    step = lambda name: reverse("leagues:event-step", args=[event.slug, name])  # noqa: E731
    met = 0
    for white, black in combinations(people, 2):
        sent = {"fix-white": white.number, "fix-black": black.number, "fix-handicap": 0}
        fixed = client.post(step("fix"), sent)
        if fixed.status_code == 422:
            assert "do not meet in this round" in read(fixed).text
        else:
            met += 1
            assert fixed.status_code == 302
        assert client.post(step("pair")).status_code == 302
        tables = load(event).pairings[played + 1]
        assert [one.table for one in tables] == list(range(1, players // 2 + 1))
        seated = {player.number for one in tables for player in one.players}
        assert len(seated) == 2 * len(tables)
    assert met == players // 2


def test_a_table_of_the_schedule_keeps_the_number_it_was_given_by_hand(organiser):
    event, _people = event_of(organiser, 6, 0)
    rounds.pair_round(event=event, by=organiser.user, at=at())
    last = load(event).pairings[1][-1]
    seating.set_conditions(pairing=last, by=organiser.user, at=at(), table=9)
    first = load(event).pairings[1][0]
    seating.set_conditions(pairing=first, by=organiser.user, at=at(), table=2 + 1)
    event = Event.objects.get(pk=event.pk)
    rounds.pair_round(event=event, by=organiser.user, at=at())
    tables = load(event).pairings[1]
    assert [one.table for one in tables] == [1, 3, 9]
    assert [one.pk for one in tables[1:]] == [first.pk, last.pk]


def test_no_swap_and_no_bye_by_hand_goes_against_the_table(client, organiser):
    event, people = event_of(organiser, 5, 0)
    rounds.pair_round(event=event, by=organiser.user, at=at())
    one, other = load(event).pairings[1]
    with refused(Code.STATE, "second", reason="tournament.not_scheduled"):
        by_hand.swap_players(
            event=event, first=one.white, second=other.white, by=organiser.user, at=at()
        )
    client.force_login(organiser.user)
    address = reverse("leagues:event-step", args=[event.slug, "bye"])
    page = client.post(address, {"bye-bye": people[0].number})
    assert page.status_code == 422
    assert "decides who has the bye" in read(page).text
    assert len(load(event).pairings[1]) == 2


def test_a_pair_by_hand_that_later_entries_moved_is_let_go(organiser):
    event, people = event_of(organiser, 4, 0)
    seating.fix_pair(event=event, first=people[0], second=people[3], by=organiser.user, at=at())
    add_guests(event, 2, start=5)
    rounds.pair_round(event=Event.objects.get(pk=event.pk), by=organiser.user, at=at())
    tables = load(event).pairings[1]
    assert [one.table for one in tables] == [1, 2, 3]
    assert {1, 6} in [{player.number for player in one.players} for one in tables]
