"""Who takes part: members and guests, late, absent, withdrawn, back; and who may not."""

from __future__ import annotations

from functools import partial

import pytest
from django.core.exceptions import PermissionDenied

from goclub.games.models import Standing
from goclub.leagues.league.services.persons import names_of
from goclub.leagues.models import Change, Participant
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import events, registration, results, rounds
from goclub.members.requests import Act
from goclub.members.tests.factories import make_applicant, make_member
from ratings.errors import Code
from ratings.tests.builders import refused


def enter(event, member, by, **more):
    return registration.register_member(Act(by.user, at()), event, member=member, **more)


def test_a_member_enters_himself_under_the_rank_of_his_standing(event):
    sato = make_member("佐藤 健", romanised_name="Sato Ken", rank="3d", club="Nakano")
    entry = enter(event, sato, sato)
    assert (entry.rank, entry.rank_text, entry.rating) == (2, "3d", 2300)
    assert (entry.display_name, entry.name, entry.first_name) == ("佐藤 健", "Sato", "Ken")
    assert (entry.number, entry.club, entry.state) == (1, "Nakano", "final")


@pytest.mark.parametrize(
    ("shown", "romanised", "names"),
    [
        ("Paweł Wiśniewski", "", ("Wiśniewski", "Paweł")),
        ("Nowak, Ewa", "", ("Nowak", "Ewa")),
        ("สมชาย ใจดี", "", ("สมชาย", "ใจดี")),
        ("สมชาย ใจดี", "Somchai Jaidee", ("Somchai", "Jaidee")),
        ("Hoshi", "", ("Hoshi", "")),
    ],
)
def test_family_and_first_name(shown, romanised, names):
    assert names_of(make_applicant(shown, romanised_name=romanised)) == names


def test_another_rank_needs_an_organiser_and_a_reason(event, organiser):
    sato = make_member(rank="3d")
    with refused(
        Code.INCONSISTENT, "rank", value="5d", reason="tournament.rank_differs_ask", accepted="3d"
    ):
        enter(event, sato, sato, rank=4)
    with refused(
        Code.INCONSISTENT, "rank", value="5d", reason="tournament.rank_differs", accepted="3d"
    ):
        enter(event, sato, organiser, rank=4)
    entry = enter(event, sato, organiser, rank=4, rank_source="5d in Europe")
    assert (entry.rank, entry.rank_source) == (4, "5d in Europe")


def test_the_lowest_band_of_the_club_is_open_downwards(event, organiser):
    beginner, other, lost = (make_member(rank="9k") for _ in range(3))
    assert enter(event, beginner, beginner, rank=-15).rank_text == "15k"
    assert enter(event, declared := make_member(rank="20k"), declared).rank_text == "20k"
    with refused(Code.INCONSISTENT, "rank", value="8k", reason="tournament.rank_differs_ask"):
        enter(event, other, other, rank=-8)
    Standing.objects.filter(member=lost, system="egf").update(rating=900.0)
    assert enter(event, lost, organiser).rank_text == "12k"


def test_nobody_enters_twice_nor_from_outside(event, organiser):
    sato = make_member()
    enter(event, sato, sato)
    with refused(Code.DUPLICATE, "member", reason="tournament.entered_already"):
        enter(event, sato, organiser)
    with refused(Code.STATE, "member", reason="no_member"):
        enter(event, make_applicant("New Comer"), organiser)
    with pytest.raises(PermissionDenied):
        enter(event, make_member(), sato)
    assert event.participants.count() == 1


def test_self_registration_can_be_switched_off(event, organiser):
    events.edit_event(Act(organiser.user, at()), event, changes={"self_registration": False})
    sato = make_member()
    with pytest.raises(PermissionDenied):
        enter(event, sato, sato)
    assert enter(event, sato, organiser).number == 1


def test_members_enter_while_there_are_places_and_organisers_beyond(event, organiser):
    events.edit_event(Act(organiser.user, at()), event, changes={"places": 2})
    first, second, third = (make_member() for _number in range(3))
    for member in (first, second):
        enter(event, member, member)
    with refused(Code.STATE, "member", reason="no_place_left"):
        enter(event, third, third)
    assert enter(event, third, organiser).number == 3


def test_a_guest_of_the_same_name_is_asked_about(event, organiser):
    guest = {"event": event, "first_name": "Ewa", "name": "Nowak", "rank": -3}
    registration.register_guest(Act(organiser.user, at()), **guest)
    with refused(Code.DUPLICATE, "name", value="Ewa Nowak", reason="name_entered_already"):
        registration.register_guest(Act(organiser.user, at()), **guest)
    second = registration.register_guest(Act(organiser.user, at()), another=True, **guest)
    assert (second.number, second.rating) == (2, 1800)


@pytest.mark.parametrize("rank", [9, -31])
def test_a_guest_needs_a_rank_in_range(event, organiser, rank):
    with refused(Code.RANGE, "rank", value=rank):
        registration.register_guest(Act(organiser.user, at()), event, name="X", rank=rank)


def test_the_longest_name_of_a_guest_fits_its_column(event, organiser):
    """PostgreSQL refuses what a column does not hold."""
    name, first_name = "n" * 80, "f" * 80
    entry = registration.register_guest(
        Act(organiser.user, at()), event, name=name, first_name=first_name, rank=0
    )
    assert entry.display_name == f"{first_name} {name}"[:160]


def test_who_comes_late_missed_the_rounds_before(event):
    add_guests(event, 4)
    play_out(next_round(event))
    late = add_guests(event, 1, start=5)[0]
    assert late.late_from == 2
    assert load(event).tournament().player(late.number).absent == {0}


def test_nobody_enters_after_the_last_round_is_out(event):
    add_guests(event, 4)
    for _number in range(3):
        play_out(next_round(event))
    with refused(Code.STATE, "late_from", value=4, reason="no_round_left"):
        add_guests(event, 1, start=5)


def test_a_round_robin_is_closed_once_it_began(organiser):
    event = make_event(organiser, system="round_robin")
    add_guests(event, 4)
    next_round(event)
    with refused(Code.STATE, "late_from", value=2, reason="schedule_has_begun"):
        add_guests(event, 1, start=5)


def test_withdrawing_keeps_the_games_and_can_be_undone(event, organiser):
    players = add_guests(event, 5)
    first = next_round(event)
    play_out(first)
    leaver = first.pairings.get(table=1).white
    gone = registration.withdraw(Act(organiser.user, at()), leaver, reason="ill")
    assert (gone.state, gone.withdrawn_from) == ("withdrawn", 2)
    assert first.pairings.get(table=1).result == "white"
    assert load(event).tournament().player(leaver.number).absent == {1, 2}
    second = next_round(event)
    assert leaver.number not in load(event).seated(2)
    assert second.pairings.count() == len(players) // 2
    back = registration.bring_back(Act(organiser.user, at()), gone)
    assert (back.state, back.withdrawn_from) == ("final", None)
    assert load(event).tournament().player(leaver.number).absent == {1}


@pytest.mark.parametrize(
    ("result", "by_default", "first"),
    [("white", False, 2), ("black", False, 2), ("white", True, 2), ("black", True, 1),
     ("both_lose", True, 1), ("unknown", False, 1)],
)  # fmt: skip
def test_nobody_withdraws_from_a_round_that_he_played(event, organiser, result, by_default, first):
    add_guests(event, 2)
    table = next_round(event).pairings.get()
    results.set_result(Act(None, at()), table, result=result, by_default=by_default)
    leave = partial(registration.withdraw, Act(organiser.user, at()), table.white)
    if first == 2:
        with refused(Code.RANGE, "from_round", value=1):
            leave(from_round=1)
    assert leave(from_round=first).withdrawn_from == first


def test_nobody_withdraws_from_a_round_with_the_bye(event, organiser):
    add_guests(event, 3)
    play_out(next_round(event))
    bye = load(event).byes[1].participant
    with refused(Code.RANGE, "from_round", value=1):
        registration.withdraw(Act(organiser.user, at()), bye, from_round=1)


@pytest.mark.parametrize("column", ["egf_pin", "ffg_licence", "aga_id"])
def test_a_number_that_no_federation_gives_is_refused(event, organiser, column):
    with refused(Code.TYPE, column, value="12x"):
        registration.register_guest(
            Act(organiser.user, at()), event, name="X", rank=0, **{column: "12x"}
        )


@pytest.mark.parametrize("how", ["withdraw", "absent"])
@pytest.mark.parametrize("players", [4, 5], ids=["even", "odd"])
def test_leaving_the_preview_frees_the_opponent(event, organiser, how, players):
    first, *_others = add_guests(event, players)
    rounds.pair_round(Act(None, at()), event)
    snapshot = load(event)
    [table] = [one for one in snapshot.pairings[1] if first in one.players]
    [opponent] = [one for one in table.players if one != first]
    if how == "withdraw":
        assert registration.withdraw(Act(organiser.user, at()), first).withdrawn_from == 1
    else:
        registration.set_absences(Act(organiser.user, at()), first, absences={1: True})
    left = load(event)
    assert table.table not in [one.table for one in left.pairings[1]]
    assert rounds.unseated(left, 1) == [opponent]
    broken = event.changes.get(what="broke_up")
    assert (broken.round_number, broken.subject) == (1, str(table.table))
    rounds.pair_round(Act(None, at()), event)
    paired = load(event)
    assert rounds.unseated(paired, 1) == []
    assert first.number not in paired.seated(1)


def test_a_round_that_is_out_is_not_left(event, organiser):
    first, *_others = add_guests(event, 4)
    next_round(event)
    assert registration.withdraw(Act(organiser.user, at()), first).withdrawn_from == 2
    assert first.number in load(event).seated(1)


def test_who_is_withdrawn_again_is_out_from_the_same_round(event, organiser):
    first, *_others = add_guests(event, 5)
    registration.withdraw(Act(organiser.user, at()), first)
    next_round(event)
    assert registration.withdraw(Act(organiser.user, at()), first).withdrawn_from == 1


def test_absences_are_agreed_or_not(event, organiser):
    first, *_others = add_guests(event, 4)
    set_them = lambda absences: registration.set_absences(  # noqa: E731
        Act(organiser.user, at()), first, absences=absences
    )
    set_them({1: True, 2: False})
    player = load(event).tournament().player(first.number)
    assert (player.absent, player.unexcused) == ({0, 1}, {1})
    with refused(Code.RANGE, "absent", value=4):
        set_them({4: True})
    set_them({})
    assert load(event).tournament().player(first.number).absent == frozenset()
    next_round(event)
    with refused(Code.STATE, "absent", value=str(first), reason="seated_in_round"):
        set_them({1: True})
    changes = Change.objects.filter(event=event, what="absent").order_by("pk")
    assert [(c.before, c.after) for c in changes] == [
        ({}, {"1": True, "2": False}),
        ({"1": True, "2": False}, {}),
    ]


def test_only_who_never_sat_down_leaves_the_list(event, organiser):
    sato = make_member()
    entry = enter(event, sato, sato)
    registration.remove_entry(Act(sato.user, at()), entry)
    assert not event.participants.exists()
    first, *_others = add_guests(event, 4)
    next_round(event)
    with refused(Code.STATE, "player", value=str(first), reason="has_games"):
        registration.remove_entry(Act(organiser.user, at()), first)
    removed = Change.objects.get(event=event, what="removed")
    assert removed.before["display_name"] == sato.display_name


def test_announced_players_are_not_paired_until_they_are_here(event, organiser):
    add_guests(event, 2)
    for name in ("Late One", "Late Two"):
        registration.register_guest(Act(None, at()), event, name=name, rank=0, state="preliminary")
    rounds.pair_round(Act(None, at()), event)
    assert len(load(event).pairings[1]) == 1
    assert registration.confirm_all(Act(organiser.user, at()), event) == 2
    rounds.pair_round(Act(None, at()), event)
    assert len(load(event).pairings[1]) == 2


def test_a_guest_becomes_a_member_by_hand_only(event, organiser):
    entry = registration.register_guest(
        Act(None, at()), event, first_name="Ken", name="Sato", rank=2
    )
    sato = make_member("佐藤 健", romanised_name="Sato Ken", rank="4d")
    linked = registration.link_member(Act(organiser.user, at()), entry, member=sato)
    assert (linked.member, linked.rank) == (sato, 2)
    guest = registration.register_guest(Act(None, at()), event, name="X", rank=0)
    with refused(Code.DUPLICATE, "member", reason="tournament.entered_already"):
        registration.link_member(Act(organiser.user, at()), guest, member=sato)
    assert Participant.objects.filter(member=sato).count() == 1


def test_a_country_is_kept_by_its_two_letters_whoever_enters_it(event, organiser):
    guest = registration.register_guest(
        Act(organiser.user, at()), event, name="Muster", rank=0, country="GER"
    )
    assert guest.country == "DE"
    changed = registration.alter_entry(
        Act(organiser.user, at(), str(guest.version)), guest, changes={"country": "sui"}
    )
    assert changed.country == "CH"
    with refused(reason="formats.no_country"):
        registration.register_guest(
            Act(organiser.user, at()), event, name="Nemo", rank=0, country="ZZ"
        )
