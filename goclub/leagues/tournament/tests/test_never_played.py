"""A place is for those who played: who never came is in no table and wins nothing."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.leagues.models import Event, Participant
from goclub.leagues.tests.factories import (
    add_guests,
    at,
    make_event,
    make_organiser,
    next_round,
    play_out,
)
from goclub.leagues.tests.factories import play_out as play_out_round
from goclub.leagues.tournament.labels.papers import cards_of
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import closing, registration, results, seating
from goclub.leagues.tournament.services.closing import settle_winners
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import as_member, make_member

STRONGEST = 8


@pytest.fixture
def event(organiser):
    return make_event(organiser, system="mcmahon", rounds=3, for_ledger=False)


def strong(event, name="Neverman", **more):
    return registration.register_guest(Act(None, at()), event, name=name, rank=STRONGEST, **more)


def play_with_bye(event, player, by):
    """Play a round in which a player has the bye."""
    seating.choose_bye(Act(by, at()), event, participant=player)
    play_out(next_round(event))


def close(event, by):
    closing.close_event(Act(by, at()), event)
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
                registration.withdraw(Act(organiser.user, at()), only_bye)
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
    results.set_result(Act(None, at()), table, result=result, by_default=by_default)
    play_out(event_round)
    for one in absent:
        registration.withdraw(Act(organiser.user, at()), one)
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
        results.set_result(Act(None, at()), table, result=won)
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
    results.set_result(Act(None, at()), table, result=won, by_default=True)
    play_out(event_round)
    assert places(event, 1)[lucky.number] == 1
    registration.withdraw(Act(organiser.user, at()), lucky)
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
    registration.alter_entry(Act(None, at()), announced, changes={"state": "preliminary"})
    every = dict.fromkeys(range(1, 4), True)
    registration.set_absences(Act(organiser.user, at()), absent, absences=every)
    people = add_guests(event, 5, rank=-10)
    for _number in range(3 if closed else 1):
        play_out(next_round(event))
    if closed:
        event = close(event, organiser.user)
    assert {card["participant"] for card in cards_of(load(event))} == set(people)


# --- Who never came -------------------------------------------------------------------------------


def announced(event, by):
    """Only announced: the registration never became final."""
    one = register(event)
    registration.alter_entry(Act(by, at()), one, changes={"state": "preliminary"})


def withdrawn(event, by):
    registration.withdraw(Act(by, at()), register(event), from_round=1)


def absent(event, by):
    every = dict.fromkeys(range(1, event.rounds_planned + 1), True)
    registration.set_absences(Act(by, at()), register(event), absences=every)


def register(event):
    return registration.register_guest(Act(None, at()), event, name="Neverman", rank=STRONGEST)


def played_without(how, **more):
    """A closed event of four guests of 10 kyu, and a professional who never came."""
    chair = make_organiser()
    event = make_event(chair, rounds=3, for_ledger=False, **more)
    how(event, chair.user)
    add_guests(event, 4, rank=-10)
    for _number in range(3):
        play_out_round(next_round(event))
    closing.close_event(Act(chair.user, at()), event)
    return Event.objects.get(pk=event.pk)


@pytest.mark.parametrize("how", [announced, withdrawn, absent])
@pytest.mark.parametrize("system", ["mcmahon", "swiss"])
def test_who_never_came_is_in_no_table_and_never_named_as_winner(client, how, system):
    event = played_without(how, system=system)
    assert "Neverman" not in {one.display_name for one in event.participants.filter(won=True)}
    assert event.participants.filter(won=True).exists()
    slug = event.slug
    client.force_login(make_member("Opener", role=ORGANISER).user)
    for name in ("event", "standings", "cross", "print-standings", "print-wall", "projector"):
        page = client.get(reverse(f"leagues:{name}", args=[slug]))
        assert page.status_code == 200, name
        assert "Neverman" not in page.content.decode(), name
    names = client.get(reverse("leagues:standings", args=[slug]), {"format": "csv"})
    assert "Neverman" not in names.getvalue().decode()
    assert "Neverman" not in client.get(reverse("leagues:events")).content.decode()
    own = client.get(reverse("leagues:event-player", args=[slug, number_of(event)]))
    assert own.status_code == 200
    assert [step["place"] for step in own.context["steps"]] == ["–"] * 3
    for kind in ("text", "csv"):
        out = StringIO()
        call_command("standings", slug, format=kind, stdout=out)
        assert "Neverman" not in out.getvalue(), kind


def number_of(event):
    return event.participants.get(name="Neverman").number


@pytest.mark.parametrize("how", [announced, withdrawn, absent])
def test_places_are_counted_without_those_who_never_came(how):
    event = played_without(how)
    rows = load(event).standings(3)
    assert len(rows) == 4
    assert rows[0].place == 1
    out = StringIO()
    call_command("standings", event.slug, format="json", stdout=out)
    told = {row["name"]: row for row in json.loads(out.getvalue())["rows"]}
    # OpenGotha counts everybody who is entered; what the site shows stands beside it.
    assert (told["Neverman"]["place"], told["Neverman"]["place_shown"]) == (1, None)
    assert {row["place_shown"] for row in told.values()} == {None, *(row.place for row in rows)}


def test_a_player_who_lost_every_game_by_forfeit_has_a_line_and_no_place(client):
    """The start of a strong player alone must not win a weak tournament."""
    chair = make_organiser()
    event = make_event(chair, rounds=3, for_ledger=False)
    never = register(event)
    add_guests(event, 3, rank=-10)
    event_round = next_round(event)
    pairing = next(one for one in event_round.pairings.all() if never in one.players)
    lost = "white" if pairing.black == never else "black"
    results.set_result(Act(None, at()), pairing, result=lost, by_default=True)
    play_out_round(event_round)
    registration.withdraw(Act(chair.user, at()), never)
    for _number in range(2):
        play_out_round(next_round(event))
    closing.close_event(Act(chair.user, at()), event)
    event = Event.objects.get(pk=event.pk)
    rows = load(event).standings(3)
    assert [row.place for row in rows if row.player == never.number] == [None]
    assert "Neverman" not in {one.display_name for one in event.participants.filter(won=True)}
    client.force_login(chair.user)
    page = client.get(reverse("leagues:standings", args=[event.slug])).content.decode()
    line = next(part for part in page.split("<tr>") if "Neverman" in part)
    assert "withdrawn" in line
    assert ">–<" in line


@pytest.mark.parametrize("name", ["standings", "cross", "print-standings", "print-wall"])
def test_a_player_who_withdrew_is_marked_in_every_table(client, name):
    chair = make_organiser()
    event = make_event(chair, rounds=3)
    gone = add_guests(event, 4)[3]
    play_out_round(next_round(event))
    address = reverse(f"leagues:{name}", args=[event.slug])
    before = as_member(client, chair).get(address).content.decode()
    registration.withdraw(Act(chair.user, at()), gone)
    after = client.get(address).content.decode()
    assert "withdrawn" not in before
    assert after.count("withdrawn") == 1


def test_before_the_first_round_the_list_has_no_one_who_withdrew():
    chair = make_organiser()
    event = make_event(chair)
    add_guests(event, 2)
    withdrawn(event, chair.user)
    assert [row.player for row in load(event).standings(0)] == [1, 2]


def test_a_winner_kept_from_before_is_settled_anew():
    event = played_without(absent)
    right = set(event.participants.filter(won=True).values_list("name", flat=True))
    event.participants.update(won=False)
    Participant.objects.filter(event=event, name="Neverman").update(won=True)
    assert settle_winners(event) == 1 + len(right)
    assert set(event.participants.filter(won=True).values_list("name", flat=True)) == right
