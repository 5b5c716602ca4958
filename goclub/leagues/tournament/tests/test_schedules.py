"""A round robin keeps the table that was drawn; a late player takes the bye, in every system."""

from __future__ import annotations

from itertools import combinations

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.leagues.models import Event
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import (
    by_hand,
    latecomers,
    registration,
    results,
    rounds,
    seating,
)
from goclub.members.requests import Act
from goclub.members.tests.factories import as_member
from ratings.errors import Code
from ratings.tests.builders import refused


def begun(organiser, players, rounds):
    event = make_event(organiser, system="round_robin", rounds=rounds, for_ledger=False)
    people = add_guests(event, players)
    play_out(next_round(event))
    return event, people


def pairs_of(event, rounds):
    """The pairs of each round, as sets of numbers."""
    snapshot = load(event)
    return [
        {
            frozenset(player.number for player in pairing.players)
            for pairing in snapshot.pairings[number]
        }
        for number in range(1, rounds + 1)
    ]


def announced(one, by):
    registration.alter_entry(Act(by, at()), one, changes={"state": "preliminary"})


def withdrawn(one, by):
    registration.withdraw(Act(by, at()), one)


def absent(one, by):
    registration.set_absences(Act(by, at()), one, absences={2: True, 4: False})


@pytest.mark.parametrize("change", [announced, withdrawn, absent])
@pytest.mark.parametrize("who", [0, 2, 5])
def test_no_change_of_state_draws_the_table_anew(organiser, change, who):
    event, people = begun(organiser, 6, 5)
    change(people[who], organiser.user)
    for _number in range(4):
        play_out(next_round(event))
    met = [pair for pairs in pairs_of(event, 5) for pair in pairs]
    assert sorted(map(sorted, met)) == [list(pair) for pair in combinations(range(1, 7), 2)]
    games = load(event).pairings[2]
    [game] = [one for one in games if people[who].number in {p.number for p in one.players}]
    assert game.by_default
    winner = game.black if game.result == "black" else game.white
    assert winner.number != people[who].number


def here(one, by):
    registration.alter_entry(Act(by, at()), one, changes={"state": "final"})


def returned(one, by):
    registration.bring_back(Act(by, at()), one)


def present(one, by):
    registration.set_absences(Act(by, at()), one, absences={4: False})


@pytest.mark.parametrize(
    ("change", "back"), [(announced, here), (withdrawn, returned), (absent, present)]
)
def test_who_is_back_before_the_round_is_published_does_not_lose_it_by_forfeit(
    organiser, change, back
):
    event, people = begun(organiser, 4, 5)
    change(people[3], organiser.user)
    change(people[2], organiser.user)
    rounds.pair_round(Act(organiser.user, at()), event)
    back(people[3], organiser.user)
    rounds.pair_round(Act(organiser.user, at()), event)
    [game] = [table for table in load(event).pairings[2] if people[3] in table.players]
    assert people[2] in game.players, "the opponent is still away"
    assert game.by_default
    assert (game.black if game.result == "black" else game.white) == people[3]
    back(people[2], organiser.user)
    event_round = rounds.publish_round(Act(organiser.user, at()), event)
    assert {table.result for table in event_round.pairings.all()} == {"unknown"}


def test_nor_by_a_preview_that_is_restored(organiser):
    event, people = begun(organiser, 4, 5)
    withdrawn(people[3], organiser.user)
    rounds.pair_round(Act(organiser.user, at()), event)
    rounds.undo_step(Act(organiser.user, at()), event)
    returned(people[3], organiser.user)
    rounds.restore_preview(
        Act(organiser.user, at()), event, change=event.changes.get(what="unpaired")
    )
    assert {table.result for table in load(event).pairings[2]} == {"unknown"}


def test_a_forfeit_by_hand_stays_when_its_preview_is_restored(organiser):
    event, people = begun(organiser, 4, 5)
    event_round = next_round(event)
    [table] = [one for one in event_round.pairings.all() if people[3] in one.players]
    won = "black" if table.white == people[3] else "white"
    results.set_result(Act(organiser.user, at()), table, result=won, by_default=True)
    for _published_and_paired in range(2):
        rounds.undo_step(Act(organiser.user, at()), event)
    rounds.restore_preview(
        Act(organiser.user, at()), event, change=event.changes.get(what="unpaired")
    )
    [table] = [one for one in load(event).pairings[2] if people[3] in one.players]
    assert (table.result, table.by_default, table.source) == (won, True, "organiser")


def test_one_who_was_not_here_when_it_was_drawn_does_not_come_in_by_a_change_of_state(organiser):
    event = make_event(organiser, system="round_robin", rounds=3)
    people = add_guests(event, 5)
    announced(people[0], organiser.user)
    play_out(next_round(event))
    with refused(Code.STATE, "late_from", reason="schedule_has_begun"):
        registration.alter_entry(Act(organiser.user, at()), people[0], changes={"state": "final"})
    play_out(next_round(event))
    assert people[0].number not in load(event).seated(2)


def test_who_is_never_here_is_not_drawn(organiser):
    event = make_event(organiser, system="round_robin", rounds=3)
    people = add_guests(event, 5)
    every = dict.fromkeys(range(1, 4), True)
    registration.set_absences(Act(organiser.user, at()), people[4], absences=every)
    for _number in range(3):
        play_out(next_round(event))
    assert not load(event).byes
    assert [row.player for row in load(event).standings(3) if row.player == 5] == []


def test_a_late_player_takes_the_free_place_of_an_odd_table(organiser):
    event, _people = begun(organiser, 5, 5)
    late = add_guests(event, 1, start=6)[0]
    with refused(Code.STATE, "late_from", reason="schedule_has_begun"):
        add_guests(event, 1, start=7)
    for _number in range(4):
        play_out(next_round(event))
    met = [pair for pairs in pairs_of(event, 5) for pair in pairs]
    assert len(met) == len(set(met)) == 2 + 4 * 3
    assert sum(late.number in pair for pair in met) == 4


@pytest.mark.parametrize("system", ["round_robin", "swiss", "mcmahon"])
@pytest.mark.parametrize("rounds", [1, 5])
def test_a_late_player_sits_down_with_whoever_has_the_bye(client, organiser, system, rounds):
    event = make_event(organiser, system=system, rounds=rounds)
    add_guests(event, 5)
    next_round(event)
    bye = load(event).byes[1].participant
    late = add_guests(event, 1, start=6)[0]
    desk = reverse("leagues:event-desk", args=[event.slug])
    client.force_login(organiser.user)
    assert "has the bye. A late player can sit down there." in read(client.get(desk)).text
    address = reverse("leagues:event-step", args=[event.slug, "late"])
    client.post(address, {"late-late": late.number, "version": Event.objects.get().version})
    snapshot = load(event)
    assert not snapshot.byes
    assert {bye.number, late.number} in pairs_of(event, 1)[0]
    assert "A late player can sit down there." not in read(client.get(desk)).text
    play_out(snapshot.rounds[0])
    for _number in range(rounds - 1):
        play_out(next_round(event))
    if system == "round_robin":
        met = [pair for pairs in pairs_of(event, rounds) for pair in pairs]
        assert len(met) == len(set(met)) == 3 * rounds
    assert latecomers.late_players(load(event), 1) == []


def absent_now(one, by):
    registration.set_absences(Act(by, at()), one, absences={2: False})


@pytest.mark.parametrize("why", [absent_now, announced, withdrawn])
def test_who_was_away_when_it_was_paired_sits_down_with_the_bye(client, organiser, why):
    event = make_event(organiser, system="mcmahon", rounds=3, preset="OpenGotha", for_ledger=False)
    late = registration.register_guest(Act(None, at()), event, name="Away", rank=-7)
    add_guests(event, 5, rank=-12)
    play_out(next_round(event))
    why(late, organiser.user)
    next_round(event)
    late.refresh_from_db()
    if why is withdrawn:
        registration.bring_back(Act(organiser.user, at()), late)
    elif why is announced:
        registration.alter_entry(Act(organiser.user, at()), late, changes={"state": "final"})
    desk = reverse("leagues:event-desk", args=[event.slug])
    assert "A late player can sit down there." in read(as_member(client, organiser).get(desk)).text
    bye = load(event).byes[2].participant
    address = reverse("leagues:event-step", args=[event.slug, "late"])
    version = Event.objects.get().version
    assert client.post(address, {"late-late": late.number, "version": version}).status_code == 302
    snapshot = load(event)
    [game] = [one for one in snapshot.pairings[2] if late in one.players]
    assert {one.number for one in game.players} == {bye.number, late.number}
    # The stones are those of the rules, not what a form has to begin with.
    assert game.white.number == late.number
    assert game.handicap > 1
    assert 2 not in set().union(*snapshot.missed(snapshot.participants[late.number]))
    assert not snapshot.byes


def test_two_who_must_not_meet_do_not_sit_down_together(organiser):
    event = make_event(organiser)
    add_guests(event, 5)
    next_round(event)
    bye = load(event).byes[1].participant
    late = add_guests(event, 1, start=6)[0]
    seating.forbid_pair(Act(organiser.user, at()), event, first=bye, second=late)
    with refused(Code.STATE, "forbidden", reason="tournament.no_pairing_left"):
        latecomers.seat_late_player(Act(organiser.user, at()), event, participant=late)
    assert load(event).byes[1].participant == bye


def test_leaving_and_coming_late_are_told_with_what_follows_before_they_happen(client, organiser):
    event, people = begun(organiser, 5, 5)
    leave = reverse("leagues:event-entry-step", args=[event.slug, people[0].number, "withdraw"])
    page = as_member(client, organiser).post(leave)
    assert "loses the games of the last 4 rounds by forfeit" in read(page).text
    assert event.participants.get(pk=people[0].pk).state == "final"
    client.post(leave, {"confirmed": "1"})
    assert event.participants.get(pk=people[0].pk).state == "withdrawn"
    entries = reverse("leagues:event-entries", args=[event.slug])
    guest = {"guest_form": "1", "g-name": "Late", "g-first_name": "Lena", "g-rank": "-10"}
    page = client.post(entries, guest)
    assert "takes the free place" in read(page).text
    assert not event.participants.filter(name="Late").exists()
    client.post(entries, guest | {"confirmed": "1"})
    assert event.participants.get(name="Late").late_from == 2


# --- By hand there are only the pairs and the byes that its table has in the round ----------------
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
        assert len({player.number for table in tables for player in table.players}) == 2 * len(
            tables
        )
    assert met == players // 2


def test_a_table_of_the_schedule_keeps_the_number_it_was_given_by_hand(organiser):
    event, _people = event_of(organiser, 6, 0)
    rounds.pair_round(Act(organiser.user, at()), event)
    last = load(event).pairings[1][-1]
    seating.set_conditions(Act(organiser.user, at()), last, table=9)
    first = load(event).pairings[1][0]
    seating.set_conditions(Act(organiser.user, at()), first, table=2 + 1)
    event = Event.objects.get(pk=event.pk)
    rounds.pair_round(Act(organiser.user, at()), event)
    tables = load(event).pairings[1]
    assert [one.table for one in tables] == [1, 3, 9]
    assert [one.pk for one in tables[1:]] == [first.pk, last.pk]


def test_no_swap_and_no_bye_by_hand_goes_against_the_table(client, organiser):
    event, people = event_of(organiser, 5, 0)
    rounds.pair_round(Act(organiser.user, at()), event)
    one, other = load(event).pairings[1]
    with refused(Code.STATE, "second", reason="not_scheduled"):
        by_hand.swap_players(Act(organiser.user, at()), event, first=one.white, second=other.white)
    address = reverse("leagues:event-step", args=[event.slug, "bye"])
    page = as_member(client, organiser).post(address, {"bye-bye": people[0].number})
    assert page.status_code == 422
    assert "decides who has the bye" in read(page).text
    assert len(load(event).pairings[1]) == 2


def test_a_pair_by_hand_that_later_entries_moved_is_let_go(organiser):
    event, people = event_of(organiser, 4, 0)
    seating.fix_pair(Act(organiser.user, at()), event, first=people[0], second=people[3])
    add_guests(event, 2, start=5)
    rounds.pair_round(Act(organiser.user, at()), Event.objects.get(pk=event.pk))
    tables = load(event).pairings[1]
    assert [one.table for one in tables] == [1, 2, 3]
    assert {1, 6} in [{player.number for player in one.players} for one in tables]
