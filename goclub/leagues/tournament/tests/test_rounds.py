"""Pairing, preview, publishing, changes by hand, and every step back."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from goclub.leagues.models import Change, Event, Pairing, Round, Seat
from goclub.leagues.tests.factories import (
    add_guests,
    at,
    make_event,
    make_organiser,
    next_round,
    play_out,
)
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import events, registration, results, rounds, seating
from goclub.leagues.tournament.services.steps import Stale
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import Code
from ratings.tests.builders import refused


@pytest.fixture
def six(event):
    return add_guests(event, 6)


def pair(event, organiser, version="", **more):
    return rounds.pair_round(Act(organiser.user, at(), str(version)), event, **more)


def seats(event, number):
    """Who sits where: {table: {numbers}}."""
    return {
        pairing.table: {player.number for player in pairing.players}
        for pairing in load(event).pairings[number]
    }


def facts(event, number):
    snapshot = load(event)
    bye = snapshot.byes.get(number)
    return [
        (p.table, p.black.number, p.white.number, p.handicap, p.fixed, p.result)
        for p in snapshot.pairings[number]
    ], bye.participant.number if bye else None


def test_the_way_of_a_round(event, organiser, six):
    preview = pair(event, organiser)
    assert (preview.number, preview.state, preview.proof) == (1, "paired", "prices")
    assert int(preview.weight) > 3 * 5 * 10**14
    assert preview.seed == event.seed
    assert load(event).last_out == 0
    published = rounds.publish_round(Act(organiser.user, at()), event)
    assert (published.state, fresh(event).state) == ("published", "running")
    play_out(published)
    assert published.state == "complete"
    again = pair(event, organiser)
    met = {frozenset(pair) for pair in seats(event, 1).values()}
    assert again.number == 2
    assert not met & {frozenset(pair) for pair in seats(event, 2).values()}


def test_an_odd_field(event, organiser):
    players = add_guests(event, 5)
    with refused(Code.STATE, "bye", value=5, reason="tournament.odd_field"):
        pair(event, organiser, allow_bye=False)
    assert not Round.objects.exists()
    pair(event, organiser)
    assert facts(event, 1)[1] == players[-1].number
    seating.choose_bye(Act(organiser.user, at()), event, participant=players[0])
    pair(event, organiser)
    assert facts(event, 1)[1] == players[0].number
    assert len(seats(event, 1)) == 2


def test_everybody_absent(event, organiser):
    for one in add_guests(event, 2):
        registration.set_absences(Act(organiser.user, at()), one, absences={1: True})
    with refused(Code.STATE, "players", value=0, reason="tournament.nobody_present"):
        pair(event, organiser)


def test_a_fixed_pair_stays_when_the_round_is_paired_again(event, organiser, six):
    fixed = seating.fix_pair(
        Act(organiser.user, at()),
        event,
        first=six[0],
        second=six[5],
        white=six[5],
        handicap=3,
        table=7,
    )
    assert fixed.met == ()
    for _time in range(2):
        pair(event, organiser)
        tables, _bye = facts(event, 1)
        assert (7, 1, 6, 3, True, "unknown") in tables
        assert sorted(table for table, *_more in tables) == [1, 2, 7]
    assert Pairing.objects.get(pk=fixed.pairing.pk).komi2 == event.komi2_handicap
    seating.release_pair(Act(organiser.user, at()), fixed.pairing)
    pair(event, organiser)
    assert {1, 6} not in seats(event, 1).values()


def test_a_pair_that_met_is_allowed_by_hand_and_the_round_named(event, organiser, six):
    first = next_round(event)
    play_out(first)
    met = first.pairings.get(table=1)
    again = seating.fix_pair(Act(organiser.user, at()), event, first=met.black, second=met.white)
    assert again.met == (1,)
    pair(event, organiser)
    assert {met.black.number, met.white.number} in seats(event, 2).values()


def test_a_forbidden_pair_does_not_meet(event, organiser, six):
    pair(event, organiser)
    one, other = sorted(seats(event, 1)[1])
    ban = seating.forbid_pair(
        Act(organiser.user, at()), event, first=six[other - 1], second=six[one - 1]
    )
    assert (ban.first.number, ban.second.number) == (one, other)
    pair(event, organiser)
    assert {one, other} not in seats(event, 1).values()
    with refused(Code.INCONSISTENT, "second", reason="tournament.fixed_and_forbidden"):
        seating.fix_pair(
            Act(organiser.user, at()), event, first=six[one - 1], second=six[other - 1]
        )
    seating.allow_pair(Act(organiser.user, at()), ban)
    pair(event, organiser)
    assert {one, other} in seats(event, 1).values()


def test_breaking_up_some_and_pairing_only_those(event, organiser):
    add_guests(event, 8)
    pair(event, organiser)
    before = seats(event, 1)
    seating.break_up(Act(organiser.user, at()), event, tables=[1, 3])
    freed = before[1] | before[3]
    assert {one.number for one in rounds.unseated(load(event), 1)} == freed
    with refused(Code.STATE, "players", reason="unseated"):
        rounds.publish_round(Act(organiser.user, at()), event)
    busy = next(iter(before[2]))
    with refused(Code.STATE, "only", reason="has_a_table"):
        pair(event, organiser, only=[busy])
    pair(event, organiser, only=freed)
    after = seats(event, 1)
    assert {table: after[table] for table in (2, 4)} == {t: before[t] for t in (2, 4)}
    assert set().union(*after.values()) == set(range(1, 9))
    assert not any(p.fixed for p in load(event).pairings[1] if p.table in (2, 4))


def test_an_even_number_is_paired_beside_the_bye_and_an_odd_one_with_it(event, organiser):
    add_guests(event, 7)
    pair(event, organiser)
    before = facts(event, 1)[1]
    seating.break_up(Act(organiser.user, at()), event, tables=[1])
    free = [player.number for player in rounds.unseated(load(event), 1)]
    pair(event, organiser, only=free)
    assert facts(event, 1)[1] == before
    seating.break_up(Act(organiser.user, at()), event, tables=[1])
    pair(event, organiser, only=free[:1])
    assert facts(event, 1)[1] is None
    assert {free[0], before} in seats(event, 1).values()


def test_two_who_must_not_meet_are_paired_with_the_bye_and_one_of_them_has_it(event, organiser):
    players = {player.number: player for player in add_guests(event, 7)}
    pair(event, organiser)
    before = facts(event, 1)[1]
    seating.break_up(Act(organiser.user, at()), event, tables=[1])
    free = [player.number for player in rounds.unseated(load(event), 1)]
    first, second = (players[number] for number in free)
    seating.forbid_pair(Act(organiser.user, at()), event, first=first, second=second)
    pair(event, organiser, only=free)
    bye = facts(event, 1)[1]
    assert bye in free
    assert {*free, before} - {bye} in seats(event, 1).values()


def test_colours_stones_and_table_by_hand(event, organiser, six):
    pair(event, organiser)
    pairing = load(event).pairings[1][0]
    black, white = pairing.black_id, pairing.white_id
    swapped = seating.swap_colours(Act(organiser.user, at()), pairing)
    assert (swapped.black_id, swapped.white_id, swapped.fixed) == (white, black, True)
    assert Seat.objects.get(round=pairing.round, participant=black).colour == "W"
    seating.set_conditions(Act(organiser.user, at()), pairing, handicap=4, table=9)
    changed = Pairing.objects.get(pk=pairing.pk)
    assert (changed.handicap, changed.komi2, changed.table) == (4, 1, 9)
    with refused(Code.RANGE, "handicap", value=10):
        seating.set_conditions(Act(organiser.user, at()), pairing, handicap=10)


def test_a_table_that_is_asked_for_exchanges_its_number(event, organiser, six):
    pair(event, organiser)
    first, second = load(event).pairings[1][:2]
    seating.set_conditions(Act(organiser.user, at()), second, table=first.table)
    now = {pairing.pk: pairing.table for pairing in Pairing.objects.all()}
    assert (now[first.pk], now[second.pk]) == (2, 1)
    assert Change.objects.filter(what=Change.What.SEATED).count() == 2
    rounds.publish_round(Act(organiser.user, at()), fresh(event))
    table = Pairing.objects.get(pk=first.pk)
    results.set_result(Act(organiser.user, at()), table, result="black")
    with refused(Code.STATE, "table", value=2, reason="has_a_result"):
        seating.set_conditions(Act(organiser.user, at()), second, table=2)


def test_tables_that_are_not_used_get_no_game(event, organiser, six):
    events.edit_event(Act(organiser.user, at()), event, changes={"unused_tables": "1-24 26"})
    pair(event, organiser)
    assert [table.table for table in load(event).pairings[1]] == [25, 27, 28]
    seating.break_up(Act(organiser.user, at()), fresh(event), tables=[25])
    fixed = seating.fix_pair(Act(organiser.user, at()), fresh(event), first=six[0], second=six[1])
    assert fixed.pairing.table not in {*range(1, 25), 26}
    pair(event, organiser)
    assert [table.table for table in load(event).pairings[1]] == [25, 27, 28]


def test_nobody_sits_twice_not_even_past_the_services(event, organiser, six):
    pair(event, organiser)
    event_round = Round.objects.get(event=event)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(round=event_round, participant=six[0], colour="-")
    with pytest.raises(IntegrityError), transaction.atomic():
        Pairing.objects.create(round=event_round, table=9, black=six[0], white=six[0])


# --- Steps back -------------------------------------------------------------------------------
def undo(event, organiser):
    event.refresh_from_db()
    return rounds.undo_step(Act(organiser.user, at(), str(event.version)), event)


def test_one_step_back_at_every_stage_and_nothing_is_lost(event, organiser, six):
    table = next_round(event).pairings.get(table=2)
    results.set_result(Act(organiser.user, at()), table, result="black")
    published = facts(event, 1)
    assert undo(event, organiser) == "unpublished"
    assert (fresh(event).state, facts(event, 1)) == ("registration", published)
    with refused(Code.STATE, "round", value=1, reason="tournament.results_in_preview"):
        undo(event, organiser)
    pair(event, organiser)
    assert facts(event, 1)[0][1] == published[0][1]  # a table with a result is kept
    rounds.publish_round(Act(organiser.user, at()), event)
    results.set_result(Act(organiser.user, at()), table, result="unknown")
    undo(event, organiser)
    preview = facts(event, 1)
    assert undo(event, organiser) == "unpaired"
    assert not Round.objects.filter(event=event).exists()
    dropped = Change.objects.filter(event=event, what="unpaired").first()
    event.refresh_from_db()
    rounds.restore_preview(Act(organiser.user, at(), str(event.version)), event, change=dropped)
    assert facts(event, 1) == preview
    undo(event, organiser)
    with refused(Code.STATE, "round", reason="nothing_to_undo"):
        undo(event, organiser)


def test_a_published_round_is_not_paired_over(event, organiser, six):
    next_round(event)
    with refused(Code.STATE, "round", value=1, reason="round_is_published"):
        pair(event, organiser, number=1)
    with refused(Code.STATE, "round", value=3, reason="earlier_round_not_published"):
        pair(event, organiser, number=3)


def test_a_table_of_the_published_round_changes_by_hand_until_it_has_a_result(
    event, organiser, six
):
    first, second, third = next_round(event).pairings.order_by("table")
    results.set_result(Act(organiser.user, at()), first, result="white")
    with refused(Code.STATE, "table", value=1, reason="has_a_result"):
        seating.swap_colours(Act(organiser.user, at()), first)
    with refused(Code.STATE, "table", value=1, reason="has_a_result"):
        seating.fix_pair(Act(organiser.user, at()), event, first=first.white, second=second.white)
    seating.fix_pair(Act(organiser.user, at()), event, first=second.white, second=third.white)
    assert {second.white.number, third.white.number} in seats(event, 1).values()
    assert {one.number for one in rounds.unseated(load(event), 1)} == {
        second.black.number,
        third.black.number,
    }


# --- Two organisers ---------------------------------------------------------------------------
def test_two_organisers_never_overwrite_each_other_silently(event, organiser, six):
    other = make_organiser("Piotr")
    seen = event.version
    pair(event, other, version=seen)
    with pytest.raises(Stale) as caught:
        pair(event, organiser, version=seen)
    assert caught.value.reason == "tournament.changed_meanwhile"
    assert caught.value.params == {
        "who": "Piotr",
        "what": "paired the round",
        "subject": "",
    }
    with pytest.raises(Stale):
        events.edit_event(Act(organiser.user, at(), str(seen)), event, changes={"name": "X"})
    assert (fresh(event).name, event.version) == ("Spring Cup", seen + 1)


def test_entries_and_results_do_not_stop_the_organisers_next_step(event, organiser, six):
    event_round = next_round(event)
    seen = fresh(event).version
    play_out(event_round)
    add_guests(event, 2, start=7)
    pair(event, organiser, version=seen)
    assert Round.objects.get(event=event, number=2).state == "paired"


def test_only_organisers_pair(event, six):
    member, other = make_member(), make_event(make_organiser())
    add_guests(other, 2)
    with pytest.raises(PermissionDenied):
        pair(event, member)
    event.organisers.add(member)
    assert pair(event, member).state == "paired"
    with pytest.raises(PermissionDenied):
        pair(other, member)


def test_a_called_off_event_stands_still(event, organiser, six):
    with refused(Code.MISSING, "reason"):
        events.cancel_event(Act(organiser.user, at()), event, reason=" ")
    events.cancel_event(Act(organiser.user, at()), event, reason="snow")
    with refused(Code.STATE, "state", value="Spring Cup", reason="tournament.event_cancelled"):
        pair(event, organiser)
    assert Event.objects.get().state == "cancelled"


# --- Settings ---------------------------------------------------------------------------------
def test_the_settings_change_until_they_would_touch_what_is_paired(event, organiser, six):
    fewer = events.change_rules(event, rounds=1)
    events.edit_event(Act(organiser.user, at()), event, changes={}, settings=fewer)
    next_round(event)
    with refused(Code.STATE, "system", value="McMahon", reason="system_is_fixed"):
        events.use_preset(Act(organiser.user, at()), event, preset="EGF", system="swiss")
    egf = events.use_preset(Act(organiser.user, at()), event, preset="EGF", system="mcmahon")
    assert egf.settings["criteria"] == ["MMS", "SOSM"]
    edited = Change.objects.filter(event=event, what="edited").first()
    assert edited.before["settings"]["criteria"] == ["MMS", "SOSM", "SODOSM"]


@pytest.mark.parametrize(
    ("values", "code", "field"),
    [
        ({"name": " "}, Code.MISSING, "name"),
        ({"ends_on": "2025-03-07"}, Code.INCONSISTENT, "ends_on"),
        ({"preset": "Nobody's"}, Code.UNKNOWN, "preset"),
        ({"rounds": 0}, Code.RANGE, "rounds"),
        ({"rounds": 21}, Code.RANGE, "rounds"),
    ],
)
def test_an_event_that_cannot_be(organiser, values, code, field):
    from datetime import date

    if "ends_on" in values:
        values = {"ends_on": date.fromisoformat(values["ends_on"])}
    with refused(code, field):
        make_event(organiser, **values)
    assert not Event.objects.exists()


def test_only_the_club_s_organisers_create_events():
    with pytest.raises(PermissionDenied):
        make_event(make_member())
