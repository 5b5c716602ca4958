"""One finished game counted in three ways (S3-11 … S3-13)."""

from __future__ import annotations

from dataclasses import dataclass

from goclub.go.board.basics import BLACK, WHITE
from goclub.go.board.position import Board
from goclub.go.scoring.counted import Count
from goclub.go.scoring.counting import count

#: Black on the left, White on the right; the lonely white stone on the left is dead.
ROWS = (
    "....XO...",
    "....XO...",
    ".O..XXO..",
    "....XO...",
    "....XOO..",
    "....XO...",
    "....XO...",
    "...XXO...",
    "....XO...",
)
DEAD = ((1, 2),)
#: Taken during the game by Black and by White.
PRISONERS = (1, 1)
KOMI2 = 13


@dataclass(frozen=True)
class ScoredEnd:
    """The position and its three counts, by the rules' names in order."""

    board: Board
    counts: tuple[tuple[str, Count], ...]


def scored_end() -> ScoredEnd:
    """The finished game of the page, counted by Chinese, Japanese and Ing's rules."""
    board = Board.from_rows(ROWS)
    counts = tuple(
        (name, count(board, DEAD, rules=name, komi2=KOMI2, prisoners=PRISONERS))
        for name in ("Chinese", "Japanese", "Ing")
    )
    return ScoredEnd(board, counts)


def stones_played(board: Board, colour: int) -> int:
    """How many stones a colour has played: those on the board and those it lost."""
    lost = PRISONERS[0] if colour == WHITE else PRISONERS[1]
    return sum(stone == colour for _, stone in board.stones()) + lost


def moves_are_even() -> bool:
    """Whether both sides played as often, so that all three ways of counting must agree."""
    board = Board.from_rows(ROWS)
    return stones_played(board, BLACK) == stones_played(board, WHITE)
