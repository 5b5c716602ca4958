"""A draw because time was called is kept in the players' histories (S4-15), and is no jigo."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import IntegrityError
from django.utils import timezone

from goclub.common.tests.reading import read
from goclub.games.labels import result_of
from goclub.games.models import RatingEntry
from goclub.games.notebook.services.cells.results import Letters, read_result, write_result
from goclub.games.playing.services.decisions import decide_game
from goclub.games.playing.services.facts import GameFacts
from goclub.games.rating.labels import computation, short_reason
from goclub.leagues.models import Pairing
from goclub.leagues.season.labels.wording import move_lines
from goclub.leagues.season.services.rating import progress_of
from goclub.leagues.tests.season_factories import announce, hold, make_season_league
from goclub.leagues.tournament.services import closing, results
from goclub.members.requests import Act
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import as_member, fresh, make_member

DAY = date(2025, 2, 10)


@pytest.fixture
def called(admin_user):
    """A closed event whose first game was not over when time was called, with komi 6½."""
    league, _seasons = make_season_league()
    judge = make_member("judge", role=CHAIR)
    a, b, c, d = (make_member(name, points=100) for name in "abcd")
    rounds = [[(a, b, "B+9.5"), (c, d, "B+R")], [(a, c, "B+3.5"), (b, d, "B+R")],
              [(a, d, "B+R"), (b, c, "B+R")]]  # fmt: skip
    row = hold(announce(league, judge, DAY), rounds, close=False)
    first = Pairing.objects.get(round__event=row.event, round__number=1, table=1)
    now = timezone.now()
    results.set_result(Act(judge.user, now), first, result="equal", ending="called")
    assert closing.close_event(Act(judge.user, now), row.event) == []
    return league, judge, fresh(first)


def test_it_is_posted_with_a_half_point_komi_and_shown_as_what_it_is(called, client):
    league, _judge, table = called
    game = table.game
    assert (table.result, table.ending) == ("equal", "called")
    assert (game.winner, game.ending, game.komi2) == ("J", "called", 11)
    assert result_of(game) == "Draw (time was called)"
    entries = RatingEntry.objects.filter(game=game).select_related("game", "member")
    assert entries.count() == 8
    for entry in entries:
        assert "jigo counted" not in short_reason(entry)
        assert "S4-15" in [line.rule for line in computation(entry)], entry.system
    [move] = [
        move for move in progress_of(league).moves[game.black_id] if move.opponent == game.white_id
    ]
    assert (move.result, move.delta) == ("J", 0)
    assert [line.rule for line in move_lines(move)] == ["S4-15", "S4-4"]
    page = read(as_member(client, game.black).get(game.get_absolute_url()))
    assert "Draw (time was called)" in page.text
    assert "drew with" in read(client.get(game.black.get_absolute_url())).text


def test_a_correction_keeps_it_and_may_bring_it(called):
    _league, judge, table = called
    game = table.game
    facts = GameFacts.of(game)
    now = timezone.now()
    for winner, ending, result in (("B", "resign", "black"), ("J", "called", "equal")):
        changed = GameFacts(
            **{name: getattr(facts, name) for name in facts.__slots__}
            | {"winner": winner, "ending": ending}
        )
        decide_game(Act(judge.user, now), game, facts=changed, reason="the sheet says so")
        assert (fresh(table).result, table.ending) == (result, ending)


def test_a_notebook_brings_it_back(called):
    _league, _judge, table = called
    text = write_result(table.game.winner, table.game.ending, None, "pl")
    back = read_result(text, Letters("pl"))
    assert (back.winner, back.ending) == ("J", "called")


def test_nobody_wins_a_game_that_was_called(called):
    _league, _judge, table = called
    with pytest.raises(IntegrityError):
        Pairing.objects.filter(pk=table.pk).update(result="black")
