"""A place is for those who played: no bye alone, no game that nobody came to, no round to come."""

from __future__ import annotations

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
from goclub.leagues.tournament.labels.papers import cards_of
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import closing, registration, results, seating

pytestmark = pytest.mark.django_db

STRONGEST = 8


@pytest.fixture
def organiser():
    return make_organiser()


@pytest.fixture
def event(organiser):
    return make_event(organiser, system="mcmahon", rounds=3, for_ledger=False)


def strong(event, name="Neverman", **more):
    return registration.register_guest(
        event=event, name=name, rank=STRONGEST, by=None, at=at(), **more
    )


def play_with_bye(event, player, by):
    """Play a round in which a player has the bye."""
    seating.choose_bye(event=event, participant=player, by=by, at=at())
    play_out(next_round(event))


def close(event, by):
    closing.close_event(event=event, by=by, at=at())
    return Event.objects.get(pk=event.pk)


def places(event, after):
    return {row.player: row.place for row in load(event).standings(after)}


def winners(event):
    return set(event.participants.filter(won=True).values_list("name", flat=True))


@pytest.mark.parametrize("leaves", [True, False])
def test_who_has_only_byes_keeps_a_line_and_wins_nothing(event, organiser, leaves):
    only_bye = strong(event)
    add_guests(event, 4, rank=-10)
    play_with_bye(event, only_bye, organiser.user)
    assert places(event, 1)[only_bye.number] == 1
    for _number in range(2):
        if leaves:
            event.refresh_from_db()
            if only_bye.state == "final":
                registration.withdraw(participant=only_bye, by=organiser.user, at=at())
                only_bye.refresh_from_db()
            play_out(next_round(event))
        else:
            play_with_bye(event, only_bye, organiser.user)
    event = close(event, organiser.user)
    assert places(event, 3)[only_bye.number] is None
    assert winners(event)
    assert "Neverman" not in winners(event)
    assert 1 in places(event, 3).values()


@pytest.mark.parametrize("by_default", [False, True])
@pytest.mark.parametrize("result", ["both_lose", "both_win"])
def test_what_both_lose_or_both_win_is_no_game_played(event, organiser, result, by_default):
    absent = [strong(event, "Neverman"), strong(event, "Nevertwo")]
    add_guests(event, 2, rank=-10)
    event_round = next_round(event)
    [table] = [one for one in event_round.pairings.all() if absent[0] in one.players]
    assert absent[1] in table.players
    results.set_result(pairing=table, result=result, by=None, at=at(), by_default=by_default)
    play_out(event_round)
    for one in absent:
        registration.withdraw(participant=one, by=organiser.user, at=at())
    for _number in range(2):
        play_out(next_round(event))
    event = close(event, organiser.user)
    assert [places(event, 3)[one.number] for one in absent] == [None, None]
    assert winners(event)
    assert winners(event).isdisjoint({"Neverman", "Nevertwo"})


def test_who_played_another_game_keeps_the_place_and_the_win_for_both(event):
    lucky = strong(event)
    add_guests(event, 3, rank=-10)
    for number in range(1, 4):
        event_round = next_round(event)
        [table] = [one for one in event_round.pairings.all() if lucky in one.players]
        won = "both_win" if number < 3 else "white" if table.white == lucky else "black"
        results.set_result(pairing=table, result=won, by=None, at=at())
        play_out(event_round)
        assert places(event, number)[lucky.number] == 1
    event = close(event, None)
    [row] = [row for row in load(event).standings(3) if row.player == lucky.number]
    assert (row.place, row.scores["NBW"] // 2) == (1, 3)


def test_who_won_only_by_default_has_a_place_while_there_is_a_round_to_come(event, organiser):
    lucky = strong(event)
    add_guests(event, 3, rank=-10)
    event_round = next_round(event)
    [table] = [one for one in event_round.pairings.all() if lucky in one.players]
    won = "white" if table.white == lucky else "black"
    results.set_result(pairing=table, result=won, by=None, at=at(), by_default=True)
    play_out(event_round)
    assert places(event, 1)[lucky.number] == 1
    registration.withdraw(participant=lucky, by=organiser.user, at=at())
    assert places(event, 1)[lucky.number] is None


def test_a_table_names_nobody_who_came_after_it(client, event, organiser):
    add_guests(event, 4, rank=-10)
    play_out(next_round(event))
    late = strong(event, "Latecomer")
    add_guests(event, 1, start=5, rank=-10)
    before = places(event, 1)
    play_out(next_round(event))
    assert places(event, 1) == before
    assert late.number not in before
    assert late.number in places(event, 2)
    for args in ([event.slug, 1], [event.slug]):
        page = read(client.get(reverse("leagues:standings", args=args))).text
        assert ("Latecomer" in page) == (len(args) == 1)


@pytest.mark.parametrize("closed", [True, False])
def test_cards_are_for_those_who_played_or_are_to_play(event, organiser, closed):
    announced, absent = strong(event, "Announced"), strong(event, "Absent")
    registration.alter_entry(
        participant=announced, by=None, at=at(), version=None, changes={"state": "preliminary"}
    )
    every = dict.fromkeys(range(1, 4), True)
    registration.set_absences(participant=absent, by=organiser.user, at=at(), absences=every)
    people = add_guests(event, 5, rank=-10)
    for _number in range(3 if closed else 1):
        play_out(next_round(event))
    if closed:
        event = close(event, organiser.user)
    assert {card["participant"] for card in cards_of(load(event))} == set(people)
