"""The key of a position under the eight symmetries of a square board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from goclub.go.board.basics import BLACK, WHITE
from goclub.go.board.position import Board
from ratings.accepted import AcceptedChoice, AcceptedWords
from ratings.errors import Code, RuleError

SMALLEST, LARGEST = 5, 19
SYMMETRIES = 8
WHOLE = 0
#: Lines of the corners that are told apart.
CORNERS = (5, 7, 9)

#: (slot, number): what a stone on a cell changes in which key.
Change = tuple[int, int]


def can_index(width: int, height: int) -> bool:
    """Whether positions on such a board are kept: square, 5 … 19 lines."""
    return width == height and SMALLEST <= width <= LARGEST


@lru_cache(maxsize=32)
def corner_sizes(size: int) -> tuple[int, ...]:
    """The corners of a board that do not overlap.

    >>> corner_sizes(19), corner_sizes(13), corner_sizes(9)
    ((5, 7, 9), (5,), ())
    """
    return tuple(lines for lines in CORNERS if 2 * lines <= size)


@lru_cache(maxsize=32)
def turns(size: int) -> tuple[tuple[int, ...], ...]:
    """For each symmetry, where each cell (row by row from the top left) goes."""
    last = size - 1
    table = []
    for symmetry in range(SYMMETRIES):
        column = []
        for cell in range(size * size):
            y, x = divmod(cell, size)
            if symmetry & 1:
                x, y = y, x
            if symmetry & 2:
                x = last - x
            if symmetry & 4:
                y = last - y
            column.append(y * size + x)
        table.append(tuple(column))
    return tuple(table)


@lru_cache(maxsize=32)
def turns_back(size: int) -> tuple[tuple[int, ...], ...]:
    """For each symmetry, where each cell came from."""
    table = []
    for forth in turns(size):
        back = [0] * len(forth)
        for cell, image in enumerate(forth):
            back[image] = cell
        table.append(tuple(back))
    return tuple(table)


@lru_cache(maxsize=512)
def slot(kind: int, symmetry: int, size: int) -> int:
    """Where the key of a kind (0 whole, else the lines of a corner) under a symmetry is kept."""
    return (0 if kind == WHOLE else 1 + corner_sizes(size).index(kind)) * SYMMETRIES + symmetry


@lru_cache(maxsize=32)
def blank(size: int) -> tuple[int, ...]:
    """The keys of an empty board, slot by slot."""
    kinds = (WHOLE, *corner_sizes(size))
    return tuple(_number(size, kind, 0, 0) for kind in kinds for _ in range(SYMMETRIES))


@lru_cache(maxsize=32)
def changes(size: int) -> dict[int, tuple[tuple[Change, ...], ...]]:
    """By colour and cell: the slots that a stone there changes, and the number to combine."""
    return {
        colour: tuple(_changes_of(size, colour, cell) for cell in range(size * size))
        for colour in (BLACK, WHITE)
    }


def _changes_of(size: int, colour: int, cell: int) -> tuple[Change, ...]:
    changes = []
    for symmetry, forth in enumerate(turns(size)):
        image = forth[cell]
        y, x = divmod(image, size)
        changes.append((slot(WHOLE, symmetry, size), _number(size, WHOLE, colour, image)))
        changes += [
            (slot(lines, symmetry, size), _number(size, lines, colour, image))
            for lines in corner_sizes(size)
            if x < lines and y < lines
        ]
    return tuple(changes)


def _number(size: int, kind: int, colour: int, cell: int) -> int:
    """A number of 63 bits, always the same for the same question: it is kept in the database."""
    text = f"goclub/{size}/{kind}/{colour}/{cell}".encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest()) >> 1


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
