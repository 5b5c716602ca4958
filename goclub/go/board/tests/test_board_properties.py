"""What holds in every position, whatever is played (S3-5 … S3-8), against a second program."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import boards

from goclub.go.board.basics import BLACK, EMPTY, WHITE, IllegalMove
from goclub.go.board.position import Board

MOVES = st.lists(
    st.tuples(
        st.sampled_from([BLACK, WHITE]), st.integers(min_value=0, max_value=24) | st.just(-1)
    ),
    max_size=120,
)


def brute_liberties(board: Board, point: tuple[int, int]) -> set[tuple[int, int]]:
    """Liberties by walking over the drawn position, without the board's own bookkeeping."""
    rows = board.rows()
    seen, todo, found = {point}, [point], set()
    while todo:
        x, y = todo.pop()
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if not board.contains(near) or near in seen:
                continue
            symbol = rows[near[1]][near[0]]
            if symbol == ".":
                found.add(near)
            elif symbol == rows[point[1]][point[0]]:
                seen.add(near)
                todo.append(near)
    return found


@given(MOVES)
@settings(deadline=None, max_examples=150)
def test_no_group_stands_without_liberty_and_stones_are_accounted_for(
    moves: list[tuple[int, int]],
) -> None:
    board = Board(5)
    placed = {BLACK: 0, WHITE: 0}
    for colour, number in moves:
        point = None if number < 0 else (number % 5, number // 5)
        before = board.rows()
        reason = board.refusal(colour, point)
        assert board.rows() == before  # asking changes nothing
        if reason is not None:
            with pytest.raises(IllegalMove) as refused:
                board.play(colour, point)
            assert refused.value.reason == reason
            assert board.rows() == before
            continue
        captured = board.play(colour, point)
        assert all(board.get(stone) == EMPTY for stone in captured)
        placed[colour] += point is not None
    standing = dict.fromkeys(placed, 0)
    for point, colour in board.stones():
        standing[colour] += 1
        assert board.liberties(point) == brute_liberties(board, point) != set()
        assert point in board.group(point)
    assert standing[BLACK] + board.prisoners[WHITE] == placed[BLACK]
    assert standing[WHITE] + board.prisoners[BLACK] == placed[WHITE]


@pytest.mark.parametrize(("size", "seed"), [(5, 1), (9, 2), (13, 3), (19, 4), (19, 5)])
def test_random_games_agree_with_sgfmill(size: int, seed: int) -> None:
    rng = random.Random(seed)
    board, oracle = Board(size), boards.Board(size)
    colour = BLACK
    earlier = oracle.board  # before the opponent's last move: a ko would bring it back
    for _ in range(size * size * 4):
        x, y = rng.randrange(size), rng.randrange(size)
        trial = oracle.copy()
        expected = None
        try:
            trial.play(y, x, "bw"[colour - 1])
        except ValueError:
            expected = "board.occupied"
        else:
            if trial.get(y, x) is None:
                expected = "board.suicide"
            elif trial.board == earlier:
                expected = "board.ko"
        assert board.refusal(colour, (x, y)) == expected
        if expected is None:
            board.play(colour, (x, y))
            earlier, oracle = oracle.board, trial
            colour = BLACK + WHITE - colour
        drawn = {
            (c, r): {"b": BLACK, "w": WHITE}[stone]
            for stone, (r, c) in oracle.list_occupied_points()
        }
        assert dict(board.stones()) == drawn


@given(
    st.lists(st.sampled_from([".", "X", "O"]), min_size=25, max_size=25),
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=5),
)
@settings(deadline=None, max_examples=100)
def test_setup_agrees_with_sgfmill(cells: list[str], empty: list[tuple[int, int]]) -> None:
    black = [(i % 5, i // 5) for i, cell in enumerate(cells) if cell == "X"]
    white = [(i % 5, i // 5) for i, cell in enumerate(cells) if cell == "O"]
    board, oracle = Board(5), boards.Board(5)
    board.setup(black=black, white=white)
    oracle.apply_setup([(y, x) for x, y in black], [(y, x) for x, y in white], [])
    board.setup(empty=empty)
    oracle.apply_setup([], [], [(y, x) for x, y in empty])
    drawn = {(c, r): 1 if stone == "b" else 2 for stone, (r, c) in oracle.list_occupied_points()}
    assert dict(board.stones()) == drawn
    for point in drawn:
        assert board.liberties(point) == brute_liberties(board, point)
