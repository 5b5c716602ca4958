"""Rooms above that keep games are asked before a decision; what they hear of, they cannot veto."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goclub.games.models import Game, RatingEntry
from goclub.games.playing.queries import GameContext
from goclub.games.playing.services.decisions import decide_game, void_game
from goclub.games.playing.services.facts import KEEPERS, GameFacts
from goclub.games.signals import game_decided
from goclub.games.tests.factories import at, play
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import make_member
from ratings.errors import Code, RuleError

pytestmark = pytest.mark.django_db


class Room:
    """A keeper of every game, which writes down what it is asked."""

    def __init__(self, refuses=False):
        self.refuses, self.asked = refuses, []

    def context_of(self, game):
        return GameContext("Table 1", "/table/1/", "note")

    def lock(self, game):
        self.asked.append("lock")

    def check(self, game, facts):
        self.asked.append(facts and facts.winner)
        if self.refuses:
            raise RuleError(Code.STATE, field="state", value=game.pk)


@pytest.fixture
def organiser():
    return make_member("Dana", role=ORGANISER).user


@pytest.fixture
def game():
    return play(make_member("A", points=110), make_member("B", points=110))


@pytest.fixture
def room(monkeypatch):
    room = Room()
    monkeypatch.setattr(KEEPERS, "_all", (room,))
    return room


def corrected(game, by):
    facts = replace(GameFacts.of(game), winner="W")
    return decide_game(game=game, by=by, at=at(), facts=facts, reason="misread")


def entries():
    return list(RatingEntry.objects.order_by("pk").values_list("game", "points_after", "code"))


def test_who_keeps_games_says_so_before_the_site_starts():
    with pytest.raises(RuntimeError):
        KEEPERS.add(Room())


def test_it_is_asked_what_the_game_belongs_to(game, room):
    assert KEEPERS.context_of(game).text == "Table 1"


def test_it_locks_first_and_is_asked_before(game, organiser, room):
    corrected(game, organiser)
    void_game(game=Game.objects.get(pk=game.pk), by=organiser, reason="under age")
    assert room.asked == ["lock", "W", "lock", None]


def test_a_refusal_comes_before_anything_is_stored(game, organiser, room):
    room.refuses, before = True, entries()
    with pytest.raises(RuleError):
        corrected(game, organiser)
    with pytest.raises(RuleError):
        void_game(game=game, by=organiser, reason="under age")
    kept = Game.objects.get(pk=game.pk)
    assert (kept.winner, kept.state, entries()) == ("B", "confirmed", before)


def test_nobody_who_hears_of_a_decision_can_veto_it(game, organiser, caplog):
    def fails(**_kwargs):
        raise RuleError(Code.STATE, field="state", value="no")

    game_decided.connect(fails, sender=Game)
    try:
        corrected(game, organiser)
    finally:
        game_decided.disconnect(fails, sender=Game)
    assert Game.objects.get(pk=game.pk).winner == "W"
    assert [record.name for record in caplog.records] == ["django.dispatch"]
