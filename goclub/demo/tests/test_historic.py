"""The old games: enough of them, legal to the last move, and credited."""

from __future__ import annotations

import hashlib

import pytest

from goclub.demo.club.historic import HISTORIC
from goclub.demo.club.historic_game import HistoricGame
from goclub.go.board.position import Board

IDS = [f"{game.year}-{game.black}" for game in HISTORIC]

#: Digest of all moves as they were checked against the records they were copied from.
CHECKED = "47de4790b42e2dd4682137ebef920f5008d85e636cb33c338689e677d585ed54"


def test_there_are_some_in_order_of_play() -> None:
    assert len(HISTORIC) >= 10
    dates = [(game.year, game.month or 0, game.day or 0) for game in HISTORIC]
    assert dates == sorted(dates)


def test_moves_are_those_that_were_checked_against_the_records() -> None:
    moves = "\n".join(game.moves for game in HISTORIC)
    assert hashlib.sha256(moves.encode()).hexdigest() == CHECKED


@pytest.mark.parametrize("game", HISTORIC, ids=IDS)
def test_every_move_is_legal(game: HistoricGame) -> None:
    board = Board(19)
    plays = game.plays()
    assert len(plays) >= 80
    for colour, point in plays:
        board.play(colour, point)


@pytest.mark.parametrize("game", HISTORIC, ids=IDS)
def test_facts_are_plausible(game: HistoricGame) -> None:
    assert 1600 <= game.year < 1900
    assert game.month is None or 1 <= game.month <= 12
    assert game.day is None or 1 <= game.day <= 31
    assert game.black in game.credit
    assert str(game.year) in game.credit


def test_both_colours_win() -> None:
    assert {game.outcome for game in HISTORIC} == {"B", "W"}


def test_no_game_is_there_twice() -> None:
    assert len({game.moves[:80] for game in HISTORIC}) == len(HISTORIC)
