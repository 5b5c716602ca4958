"""A player who never came is in no table, wins nothing and is named as the winner nowhere."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse

from goclub.leagues.models import Event, Participant
from goclub.leagues.tests.factories import add_guests, at, make_event, make_organiser, next_round
from goclub.leagues.tests.factories import play_out as play_out_round
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import closing, registration, results
from goclub.leagues.tournament.services.closing import settle_winners
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member

pytestmark = pytest.mark.django_db

STRONGEST = 8


def announced(event, by):
    """Only announced: the registration never became final."""
    one = register(event)
    registration.alter_entry(
        participant=one, by=by, at=at(), version=None, changes={"state": "preliminary"}
    )


def withdrawn(event, by):
    registration.withdraw(participant=register(event), by=by, at=at(), from_round=1)


def absent(event, by):
    every = dict.fromkeys(range(1, event.rounds_planned + 1), True)
    registration.set_absences(participant=register(event), by=by, at=at(), absences=every)


def register(event):
    return registration.register_guest(
        event=event, name="Neverman", rank=STRONGEST, by=None, at=at()
    )


def played_without(how, **more):
    """A closed event of four guests of 10 kyu, and a professional who never came."""
    chair = make_organiser()
    event = make_event(chair, rounds=3, for_ledger=False, **more)
    how(event, chair.user)
    add_guests(event, 4, rank=-10)
    for _number in range(3):
        play_out_round(next_round(event))
    closing.close_event(event=event, by=chair.user, at=at())
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
    results.set_result(pairing=pairing, result=lost, by=None, at=at(), by_default=True)
    play_out_round(event_round)
    registration.withdraw(participant=never, by=chair.user, at=at())
    for _number in range(2):
        play_out_round(next_round(event))
    closing.close_event(event=event, by=chair.user, at=at())
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
    client.force_login(chair.user)
    address = reverse(f"leagues:{name}", args=[event.slug])
    before = client.get(address).content.decode()
    registration.withdraw(participant=gone, by=chair.user, at=at())
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
