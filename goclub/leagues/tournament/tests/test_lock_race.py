"""A game decided on its own page while its event is closed and opened: one waits for the other."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection

from goclub.common import transactions
from goclub.games.models import Game
from goclub.games.playing.services.decisions import decide_game
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.tests.test_race import at_once
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.leagues.tests.factories import at, make_event, make_organiser, next_round, play_out
from goclub.leagues.tournament.services import closing, registration
from goclub.members.requests import Act
from goclub.members.tests.factories import make_member
from ratings.errors import RuleError

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def a_closed_event():
    """A cup of four members whose games are in the ledger, and somebody who may decide."""
    organiser = make_organiser()
    event = make_event(organiser, for_ledger=True)
    for _ in range(4):
        member = make_member(points=100)
        registration.register_member(Act(organiser.user, at()), event, member=member)
    play_out(next_round(event))
    closing.close_event(Act(organiser.user, at()), event, early=True)
    return event, organiser


def decide(game: Game, organiser, winner: str) -> None:
    game = Game.objects.with_players().get(pk=game.pk)
    facts = replace(GameFacts.of(game), winner=winner, ending="resign")
    decide_game(Act(organiser.user, at()), game, facts=facts, reason="misread")


def test_the_event_is_locked_before_its_game():
    """On any database: the watch over the order speaks up."""
    event, organiser = a_closed_event()
    game = Game.objects.filter(pairing__round__event=event).first()
    decide(game, organiser, "W")
    assert Game.objects.get(pk=game.pk).winner == "W"


def test_deciding_closing_and_reopening_at_once_wait_for_each_other(monkeypatch):
    if connection.vendor != "postgresql":
        pytest.skip("row locks are PostgreSQL's")
    waits: list[float] = []
    refused: set[str] = set()
    monkeypatch.setattr(transactions, "wait", waits.append)
    event, organiser = a_closed_event()
    games = list(Game.objects.filter(pairing__round__event=event))

    def close_and_open() -> None:
        for _ in range(5):
            closing.reopen_event(Act(organiser.user, at()), event, reason="again")
            closing.close_event(Act(organiser.user, at()), event, early=True)

    def correct(game: Game) -> None:
        for turn in range(10):
            try:
                decide(game, organiser, "BW"[turn % 2])
            except RuleError as error:
                refused.add(error.reason)

    assert at_once(close_and_open, *[lambda game=game: correct(game) for game in games]) == []
    assert refused <= {"event_reopened"}
    assert waits == []  # nobody was turned away
    assert rebuild() == 0
