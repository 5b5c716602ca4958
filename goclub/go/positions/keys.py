"""The key of one position, and how to go from its own frame to the board one looks at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from goclub.go.board.position import Board
from goclub.go.positions.symmetry import (
    LARGEST,
    SMALLEST,
    SYMMETRIES,
    WHOLE,
    blank,
    can_index,
    changes,
    corner_sizes,
    slot,
    turns,
    turns_back,
)
from ratings.accepted import AcceptedChoice, AcceptedWords
from ratings.errors import Code, RuleError

#: Columns and rows from the top left: the order in which corners are counted.
CORNER_NAMES = ("top-left", "top-right", "bottom-left", "bottom-right")


@dataclass(frozen=True, slots=True)
class Key:
    """``number`` the same for positions that are equal under a symmetry; ``symmetries`` those that
    turn this board into the common frame (several where the position is symmetric itself)."""

    number: int
    symmetries: tuple[int, ...]
    size: int

    def forth(self, cell: int) -> int:
        """A cell of the board in the common frame."""
        return min(turns(self.size)[symmetry][cell] for symmetry in self.symmetries)

    def back(self, cell: int) -> int:
        """A cell of the common frame on the board: of equal ones the nearest to the top right."""
        images = [turns_back(self.size)[symmetry][cell] for symmetry in self.symmetries]
        return max(images, key=lambda image: (image % self.size - image // self.size, -image))


def whole_key(board: Board) -> Key:
    """The key of all stones on a board.  Raises ``E_RANGE`` for a board that is not kept."""
    numbers = _numbers(board)
    return least(numbers, range(SYMMETRIES), WHOLE, board.width)


def corner_key(board: Board, corner: str, lines: int) -> Key:
    """The key of a corner (one of :data:`CORNER_NAMES`) of 5, 7 or 9 lines.

    Raises ``E_RANGE`` for another corner or size.
    """
    if corner not in CORNER_NAMES:
        raise RuleError(Code.RANGE, field="corner", value=corner, accepted=", ".join(CORNER_NAMES))
    if lines not in corner_sizes(board.width):
        accepted = AcceptedChoice(*corner_sizes(board.width)) or AcceptedWords("none")
        raise RuleError(Code.RANGE, field="lines", value=lines, accepted=accepted)
    numbers = _numbers(board)
    return least(
        numbers, symmetries_of(CORNER_NAMES.index(corner), board.width), lines, board.width
    )


def place_of(cell: int, size: int, lines: int) -> int | None:
    """Which corner of so many lines a cell lies in (a place in CORNER_NAMES), None for none."""
    y, x = divmod(cell, size)
    right, low = x >= size - lines, y >= size - lines
    if (right or x < lines) and (low or y < lines):
        return right + 2 * low
    return None


@lru_cache(maxsize=128)
def symmetries_of(corner: int, size: int) -> tuple[int, ...]:
    """The two symmetries that bring a corner to the top left."""
    x, y = (size - 1) * (corner & 1), (size - 1) * (corner >> 1)
    return tuple(s for s in range(SYMMETRIES) if turns(size)[s][y * size + x] == 0)


def least(numbers: Sequence[int], symmetries: Sequence[int], kind: int, size: int) -> Key:
    """The least of the numbers that a kind has under some symmetries, and where it occurs."""
    first = slot(kind, 0, size)
    best = min(numbers[first + symmetry] for symmetry in symmetries)
    return Key(best, tuple(s for s in symmetries if numbers[first + s] == best), size)


def _numbers(board: Board) -> list[int]:
    if not can_index(board.width, board.height):
        raise RuleError(
            Code.RANGE,
            field="size",
            value=f"{board.width}×{board.height}",
            accepted=f"square, {SMALLEST}…{LARGEST}",
        )
    numbers, table = list(blank(board.width)), changes(board.width)
    for (x, y), colour in board.stones():
        for place, number in table[colour][y * board.width + x]:
            numbers[place] ^= number
    return numbers
