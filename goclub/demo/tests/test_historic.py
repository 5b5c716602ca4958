"""The old games: enough of them, legal to the last move, and credited."""

from __future__ import annotations

import hashlib

import pytest

from goclub.demo.club.historic import HISTORIC
from goclub.demo.club.historic_game import HistoricGame
from goclub.go.board.position import Board

IDS = [f"{game.year}-{game.black}" for game in HISTORIC]

#: Digest of all moves as they were checked against the records they were copied from.
CHECKED = "aac9f2282570c5cb081267d956447d74a79adcaba2826b94e4ceb645a25876b1"


def test_there_are_about_twenty_in_order_of_play() -> None:
    assert len(HISTORIC) >= 20
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
    assert game.handicap == 0
    assert game.black in game.credit
    assert str(game.year) in game.credit
    assert (game.margin2 is not None) == (game.ending == "points")


def test_all_kinds_of_results_occur() -> None:
    found = {(game.outcome, game.ending) for game in HISTORIC}
    assert found == {("B", "points"), ("W", "points"), ("B", "resign"), ("W", "resign"), ("J", "")}


def test_no_game_is_there_twice() -> None:
    assert len({game.moves[:80] for game in HISTORIC}) == len(HISTORIC)


def test_the_ear_reddening_game_is_whole() -> None:
    game = next(game for game in HISTORIC if game.title == "The ear-reddening game")
    assert (game.result, game.year, len(game.moves) // 2) == ("B+2", 1846, 325)
    assert game.credit == "Moves: Hon'inbō Shūsaku – Inoue Gennan Inseki, 1846"
