"""A preview brought back and places exchanged: nobody sits where they may not sit any more."""

from __future__ import annotations

import pytest

from goclub.leagues.models import Change, Participant, Round
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import registration, results, rounds, seating
from goclub.leagues.tournament.services.by_hand import swap_players
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh
from ratings.errors import Code
from ratings.tests.builders import refused


@pytest.fixture
def event(organiser):
    return make_event(organiser, system="swiss", rounds=3)


def dropped(event, organiser):
    """A preview of the first round that was taken back."""
    rounds.pair_round(Act(organiser.user, at()), event)
    rounds.undo_step(Act(organiser.user, at(minute=1)), event)
    return Change.objects.filter(event=event, what="unpaired").first()


def restore(event, change, organiser):
    return rounds.restore_preview(Act(organiser.user, at(minute=9)), event, change=change)


def test_a_preview_with_a_pair_that_was_forbidden_since_is_not_brought_back(event, organiser):
    add_guests(event, 4)
    change = dropped(event, organiser)
    table = change.before["tables"][0]
    people = load(event).participants
    seating.forbid_pair(
        Act(organiser.user, at(minute=2)),
        event,
        first=people[table["black"]],
        second=people[table["white"]],
    )
    with refused(Code.INCONSISTENT, "second", reason="tournament.fixed_and_forbidden"):
        restore(event, change, organiser)


def test_nor_one_with_a_player_who_is_only_announced_by_now(event, organiser):
    players = add_guests(event, 4)
    change = dropped(event, organiser)
    registration.alter_entry(
        Act(organiser.user, at(minute=2)),
        players[0],
        changes={"state": Participant.State.PRELIMINARY},
    )
    with refused(Code.STATE, "player", reason="not_there_any_more"):
        restore(event, change, organiser)


def test_nor_one_whose_number_somebody_else_has_by_now(event, organiser):
    players = add_guests(event, 4)
    change = dropped(event, organiser)
    registration.remove_entry(Act(organiser.user, at(minute=2)), players[3])
    newcomer = registration.register_guest(
        Act(organiser.user, at(minute=3)), event, name="Newcomer", rank=-20
    )
    assert newcomer.number == players[3].number
    with refused(Code.STATE, "player", value="Newcomer", reason="not_there_any_more"):
        restore(event, change, organiser)


def test_a_player_who_withdrew_takes_nobodys_place(event, organiser):
    """Else the bye of the other would be a win of somebody who is not there."""
    add_guests(event, 5)
    next_round(event)
    tables = load(event).pairings[1]
    table = tables[0]
    seated = {player.pk for each in tables for player in each.players}
    resting = event.participants.exclude(pk__in=seated).get()
    registration.withdraw(Act(organiser.user, at(minute=2)), table.black)
    with refused(Code.STATE, "player", reason="is_away"):
        swap_players(Act(organiser.user, at(minute=3)), event, first=table.black, second=resting)


def test_a_round_whose_last_open_table_is_broken_up_is_complete(event, organiser):
    add_guests(event, 4)
    event_round = next_round(event)
    first, second = event_round.pairings.order_by("table")
    results.set_result(Act(organiser.user, at(minute=2)), first, result="black")
    seating.break_up(Act(organiser.user, at(minute=3)), event, tables=[second.table])
    assert Round.objects.get(pk=event_round.pk).state == Round.State.COMPLETE


def test_reports_of_other_conditions_fall_with_them(event, organiser):
    """A margin of four points with komi 6 is no margin with komi 6½."""
    add_guests(event, 4)
    pairing = next_round(event).pairings.get(table=1)
    seating.set_conditions(Act(organiser.user, at(minute=1)), pairing, komi2=12)
    fresh(pairing).claims.create(
        participant=pairing.black, result="black", margin2=8, claimed_at=at(minute=2)
    )
    seating.set_conditions(Act(organiser.user, at(minute=3)), pairing, komi2=13)
    assert not pairing.claims.exists()
