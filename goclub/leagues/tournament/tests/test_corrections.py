"""A posted game corrected on its own page: the event follows."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.games.models import Game
from goclub.games.playing.services.decisions import decide_game, void_game
from goclub.games.playing.services.facts import GameFacts
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.leagues.models import Event, Pairing
from goclub.leagues.templatetags.events import result_word
from goclub.leagues.tests.factories import add_guests, at, make_event, next_round, play_out
from goclub.leagues.tournament.queries.events import corrections_of
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import closing, registration
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import fresh, make_member
from ratings.errors import Code
from ratings.tests.builders import refused


@pytest.fixture
def event(organiser):
    """Two members and two guests, two rounds, White always won; closed."""
    event = make_event(organiser, rounds=2, rng=random.Random(3))
    for name, rank in (("Aki", "1d"), ("Bo", "1k")):
        registration.register_member(Act(None, at()), event, member=make_member(name, rank=rank))
    add_guests(event, 2)
    for _number in range(2):
        play_out(next_round(event))
    closing.close_event(Act(organiser.user, at(600)), event)
    return Event.objects.get(pk=event.pk)


def table(event, number=1, place=0):
    return Pairing.objects.filter(round__event=event, round__number=number)[place]


def decide(pairing, organiser, reason="the sheet was misread", **changes):
    game = Game.objects.with_players().get(pk=pairing.game_id)
    facts = replace(GameFacts.of(game), **changes)
    return decide_game(Act(organiser.user, at(700)), game, facts=facts, reason=reason)


def score(event, participant):
    return next(r for r in load(event).standings(2) if r.player == participant.number).points("NBW")


def test_the_table_follows_with_its_history(event, organiser):
    pairing = table(event)
    before = score(event, pairing.white), score(event, pairing.black)
    ended = pairing.reported_at
    decide(pairing, organiser, winner="B", ending="points", margin2=7)
    assert (fresh(pairing).result, pairing.ending, pairing.margin2) == ("black", "points", 7)
    assert (pairing.source, pairing.reported_at) == ("organiser", ended)
    after = score(event, pairing.white), score(event, pairing.black)
    assert after == (before[0] - 1, before[1] + 1)
    assert fresh(event).state == "closed"
    change = corrections_of(event)[0]
    assert (change.before["result"], change.after["result"]) == ("white", "black")
    assert change.by == organiser.user
    assert (change.reason, change.round_number) == ("the sheet was misread", 1)
    assert rebuild() == 0


def test_conditions_colours_and_forfeits_follow(event, organiser):
    pairing = table(event)
    white, black = pairing.white, pairing.black
    game = Game.objects.with_players().get(pk=pairing.game_id)
    decide(pairing, organiser, black=game.white, white=game.black, ending="forfeit")
    assert (fresh(pairing).white, pairing.black) == (black, white)
    assert (pairing.result, pairing.by_default, pairing.ending) == ("white", True, "")
    assert {seat.participant: seat.colour for seat in pairing.seats.all()} == {
        white: "B",
        black: "W",
    }
    decide(pairing, organiser, handicap=3, komi2=1, ending="unknown")
    assert (fresh(pairing).handicap, pairing.komi2, pairing.by_default) == (3, 1, False)
    assert len(corrections_of(event)) == 2


def test_a_void_game_keeps_its_result_and_the_event_says_so(event, organiser):
    pairing = table(event)
    game = Game.objects.get(pk=pairing.game_id)
    void_game(Act(organiser.user), game, reason="under age")
    assert fresh(pairing).result == "white"
    assert [one.after["counts"] for one in corrections_of(event)] == [False]
    decide(pairing, organiser, reason="counts after all")
    assert [one.after["counts"] for one in corrections_of(event)] == [False, True]


def test_other_players_and_another_board_are_refused_and_nothing_is_stored(event, organiser):
    pairing = table(event)
    for changes in ({"black": make_member("Chris")}, {"board": 13}):
        with refused(code=Code.INCONSISTENT, reason="event_game"):
            decide(pairing, organiser, **changes)


def test_a_game_of_an_event_has_a_result(event, organiser):
    with refused(reason="event_no_result"):
        decide(table(event), organiser, winner="N", ending="")
    assert table(event).result == "white"


def test_while_the_event_is_open_again_its_games_are_decided_there(event, organiser):
    closing.reopen_event(Act(organiser.user, at(650)), event, reason="late sheet")
    with refused(reason="event_reopened"):
        decide(table(event), organiser, winner="B")
    closing.close_event(Act(organiser.user, at(660)), event)
    assert corrections_of(fresh(event)) == []


def test_a_guest_of_the_same_name_stays_the_same_person(event, organiser):
    with_guest = next(p for p in Pairing.objects.filter(round__event=event) if p.black.guest_id)
    twin = make_member("x")
    twin.status, twin.display_name = "guest", with_guest.black.guest.display_name
    decide(with_guest, organiser, black=twin, winner="B")
    assert fresh(with_guest).result == "black"
    assert with_guest.game.black == with_guest.black.guest


# --- Pages ------------------------------------------------------------------------------------
def test_from_the_page_of_the_game_to_the_note_in_the_event(client, event):
    game = Game.objects.get(pk=table(event).game_id)
    round_url = reverse("leagues:round", args=[event.slug, 1])
    client.force_login(make_member("Dana", role=ORGANISER).user)
    assert round_url in read(client.get(game.get_absolute_url())).values("main a", "href")
    page = client.get(reverse("games:decide", args=[game.pk]))
    assert round_url in read(page).values("main a", "href")
    data = {name: "" if v is None else v for name, v in page.context["form"].initial.items()}
    data |= {"winner": "B", "reason": "<b>misread</b>", "komi": "6.5", "ending": "unknown"}
    data = {name: value for name, value in data.items() if value is not False}
    assert client.post(reverse("games:decide", args=[game.pk]), data).status_code == 302
    client.logout()
    for url in (
        round_url,
        reverse("leagues:standings", args=[event.slug]),
        reverse("leagues:event", args=[event.slug]),
    ):
        section = read(client.get(url)).one("section[aria-labelledby=corrected]")
        [line] = section.texts("li")
        assert f"{result_word({'result': 'white'})} → {result_word({'result': 'black'})}" in line
        assert "<b>misread</b>" in line
        assert not section.has("b")
    other = read(client.get(reverse("leagues:round", args=[event.slug, 2])))
    assert not other.has("section[aria-labelledby=corrected]")
