"""The demo player: legal games, honest counts, the wanted winner, and always the same game."""

from __future__ import annotations

import random
import time

import pytest

from goclub.demo.club.player import PlayedGame, play_out, play_out_for
from goclub.demo.club.stones import EDGE, Stones
from goclub.go.board.basics import BLACK, EMPTY, WHITE
from goclub.go.board.names import handicap_points
from goclub.go.board.position import Board
from goclub.go.board.turns import GameInTurns
from goclub.go.scoring.counting import count


def final_board(played: PlayedGame, size: int, handicap: int) -> Board:
    """Replay a game under the club's rules: turns, suicide, ko, no move after the end."""
    game = GameInTurns(size, handicap)
    for colour, point in played.moves:
        game.move(colour, stone=point, passes=point is None)
    return game.board


def check(played: PlayedGame, size: int, handicap: int, komi2: int) -> None:
    """A game that anybody may look at: legal, and counted as it stands."""
    board = final_board(played, size, handicap)
    if played.ending == "resign":
        assert played.margin2 is None
        colour, point = played.moves[-1]
        assert point is not None
        assert colour == (BLACK if played.outcome == "B" else WHITE)
        return
    margin2 = count(board, rules="Japanese", komi2=komi2, handicap=handicap).margin2
    if played.outcome == "J":
        assert (margin2, played.margin2, played.ending) == (0, None, "")
    else:
        assert played.margin2 == abs(margin2)
        assert played.outcome == ("B" if margin2 > 0 else "W")
        assert played.margin2 % 2 == komi2 % 2


@pytest.mark.parametrize(
    ("size", "handicap", "komi2"),
    [(19, 0, 11), (19, 4, 3), (19, 7, -9), (13, 0, 11), (13, 3, 1), (9, 0, 11), (9, 2, 1)],
)
def test_games_are_legal_and_honestly_counted(size: int, handicap: int, komi2: int) -> None:
    for seed in range(4):
        played = play_out(
            random.Random(seed),
            size=size,
            handicap=handicap,
            komi2=komi2,
            strength_black=100,
            strength_white=110,
        )
        assert len(played.moves) >= size * 2
        check(played, size, handicap, komi2)


@pytest.mark.parametrize("wanted", ["B", "W"])
@pytest.mark.parametrize("ending", ["points", "resign"])
@pytest.mark.parametrize(("size", "handicap", "komi2"), [(19, 0, 11), (19, 5, 0), (9, 0, 12)])
def test_the_wanted_side_wins(
    wanted: str, ending: str, size: int, handicap: int, komi2: int
) -> None:
    for seed in range(3):
        played = play_out_for(
            random.Random(seed),
            wanted=wanted,
            size=size,
            handicap=handicap,
            komi2=komi2,
            ending=ending,
        )
        assert played.outcome == wanted
        if ending == "resign":
            assert played.ending == "resign"
        if played.ending == "resign" and size == 19:
            assert len(played.moves) >= 100
        check(played, size, handicap, komi2)


def test_some_games_that_should_be_counted_are() -> None:
    endings = [
        play_out_for(
            random.Random(seed), wanted="B", size=13, handicap=0, komi2=11, ending="points"
        ).ending
        for seed in range(12)
    ]
    assert endings.count("points") >= 4


def test_the_same_seed_gives_the_same_game() -> None:
    def play(seed: int) -> PlayedGame:
        return play_out(
            random.Random(seed), size=13, handicap=0, komi2=11, strength_black=90, strength_white=90
        )

    assert play(7) == play(7)
    assert play(7) != play(8)


def test_the_stronger_side_wins_more_often() -> None:
    wins = 0
    for seed in range(30):
        played = play_out(
            random.Random(seed), size=9, handicap=0, komi2=11, strength_black=160, strength_white=60
        )
        wins += played.outcome == "B"
    assert wins >= 18


def test_openings_take_corners_before_edges() -> None:
    for seed in range(10):
        played = play_out(
            random.Random(seed), size=19, handicap=0, komi2=11, strength_black=90, strength_white=90
        )
        for _, point in played.moves[:12]:
            assert point is not None
            assert all(1 <= line <= 17 for line in point)
        assert len({(x // 10, y // 10) for _, (x, y) in played.moves[:8]}) == 4  # type: ignore[misc]


def test_a_game_takes_little_time() -> None:
    games = 8
    begun = time.process_time()
    for seed in range(games):
        play_out(
            random.Random(seed), size=19, handicap=0, komi2=11, strength_black=90, strength_white=90
        )
    # The aim is 60 ms a game; the test allows for a slow and busy machine.
    assert (time.process_time() - begun) / games < 0.3


def test_the_fast_board_agrees_with_the_rules_on_random_moves() -> None:
    rng = random.Random(3)
    for _ in range(6):
        fast, slow = Stones(9), Board(9)
        colour = BLACK
        for _ in range(160):
            point = rng.choice(fast.points)
            allowed = fast.allowed(colour, point)
            assert allowed == (slow.refusal(colour, fast.point(point)) is None)
            if allowed:
                assert fast.play(colour, point) == len(slow.play(colour, fast.point(point)))
                colour = BLACK + WHITE - colour
        for point in fast.points:
            where = fast.point(point)
            assert fast.cells[point] == slow.get(where)
            if fast.cells[point] != EMPTY:
                names = {fast.point(free) for free in fast.liberties[fast.head[point]]}
                assert names == slow.liberties(where)


def test_influence_is_gone_when_stones_are_captured() -> None:
    board = Stones(9)
    board.play(WHITE, board.index(0, 0))
    board.play(BLACK, board.index(1, 0))
    board.play(BLACK, board.index(0, 1))
    alone = Stones(9)
    alone.play(BLACK, alone.index(1, 0))
    alone.play(BLACK, alone.index(0, 1))
    assert board.cells == alone.cells
    assert board.influence == alone.influence
    assert board.cells.count(EDGE) == alone.cells.count(EDGE)


def test_handicap_stones_are_not_among_the_moves() -> None:
    played = play_out(
        random.Random(1), size=19, handicap=6, komi2=1, strength_black=60, strength_white=110
    )
    assert played.moves[0][0] == WHITE
    assert played.moves[0][1] not in handicap_points(19, 6)
