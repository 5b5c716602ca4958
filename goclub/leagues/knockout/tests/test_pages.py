"""The pages of a bracket: the picture with its table, seeds and rules, a correction that asks."""

from __future__ import annotations

import pytest

from goclub.common.tests.reading import read
from goclub.leagues.knockout.labels import bracket_parts
from goclub.leagues.knockout.tests.test_rounds import knockout, semifinals_and_final, win
from goclub.leagues.models import Event
from goclub.leagues.tests.factories import next_round
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.views.shortcuts import screen_key
from goclub.members.tests.factories import make_member


@pytest.fixture
def desk(client, organiser):
    client.force_login(organiser.user)
    return client


def test_the_picture_has_its_table(desk):
    event = semifinals_and_final()
    page = read(desk.get(f"/tournaments/{event.slug}/bracket/"))
    assert len(page.all("svg.bracket g.match")) == 4
    assert len(page.all("details table tbody tr")) == 4
    assert "Guest 001" in page.one(".bracket-winner").text


def test_the_bracket_is_empty_before_the_draw(desk):
    event = knockout(4)
    page = read(desk.get(f"/tournaments/{event.slug}/bracket/"))
    assert not page.all("svg.bracket")


def test_byes_of_the_first_round_are_not_drawn():
    event = knockout(5)
    next_round(event)
    snapshot = load(event)
    part = bracket_parts(snapshot, snapshot.bracket(1), mine=4)[0]
    assert [len(column.boxes) for column in part.columns] == [1, 2, 1]
    assert [box.mine for box in part.columns[0].boxes] == [True]
    assert part.columns[1].boxes[0].links


def test_seeds_by_hand_and_the_refusal_of_two_of_one(desk):
    event = knockout(4)
    address = f"/tournaments/{event.slug}/desk/bracket/"
    sent = {"double": 0, "final": 3, "semifinal": 1, "earlier": 1, "by_draw": 0}
    answer = desk.post(address, sent | {"seed_3": 1, "seed_4": 1})
    assert answer.status_code == 422
    assert desk.post(address, sent | {"seed_3": 1}).status_code == 302
    assert event.participants.get(number=3).seed == 1
    assert load(event).settings.bracket.best_of == (1, 1, 1)
    event.refresh_from_db()
    assert load(event).settings.bracket.best_of == (3, 1, 1)


def test_a_correction_asks_before_it_cancels_games(desk):
    event = semifinals_and_final()
    semifinal = load(event).pairings[1][0]
    loser = "black" if semifinal.white.number == 1 else "white"
    address = f"/tournaments/{event.slug}/desk/bracket/correct/"
    sent = {"table": semifinal.pk, "result": loser}
    asked = desk.post(address, sent)
    assert asked.status_code == 200
    assert len(load(event).rounds) == 2
    assert desk.post(address, sent | {"confirmed": 1}).status_code == 302
    assert len(load(event).rounds) == 1


def test_only_those_who_run_the_event_have_its_desk(client):
    event = knockout(2)
    client.force_login(make_member().user)
    for address in ("", "correct/"):
        answer = client.post(f"/tournaments/{event.slug}/desk/bracket/{address}")
        assert answer.status_code == 403
    next_round(event)
    win(event, 1, 1)
    wall = f"/tournaments/{event.slug}/bracket/screen/"
    assert client.get(wall).status_code == 200
    Event.objects.filter(pk=event.pk).update(is_test=True, for_ledger=False)
    client.logout()  # the projector needs no sign-in, but the key
    assert client.get(wall).status_code == 404
    assert client.get(wall, {"key": screen_key(event)}).status_code == 200
