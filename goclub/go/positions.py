"""Positions of games as numbers that are equal under the eight symmetries of the board.

A *whole* position is the board with all its stones; a *corner* is a square of 5, 7 or 9 lines at
one of the four corners.  Whose turn it is does not belong to a position.  The keys of a line of
moves are a running exclusive or, so that a whole record has them at once.

>>> from goclub.go.board.position import Board
>>> board, turned = Board(9), Board(9)
>>> _, _ = board.play(1, (2, 3)), turned.play(1, (5, 6))
>>> whole_key(board).number == whole_key(turned).number
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from goclub.go.board.basics import BLACK, WHITE
from goclub.go.board.groups import PASS
from goclub.go.board.position import Board
from goclub.go.records.nodes import Tree
from goclub.go.records.record import Record
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


#: Corners are followed to this move: later a corner is an endgame, and no two are alike.
CORNER_MOVES = 120
#: No further move.
NONE = -1

Numbers = NDArray[np.int64]


#: A position of a game: ``kind`` 0 whole or the lines of a corner; ``number`` its key; ``move`` the
#: move after which it stood; ``next`` the next move there in the key's own frame as
#: ``2 · cell + (0 Black, 1 White)``, -1 if there was none.
POSITION = ("kind", "number", "move", "next")


def table_of(record: Record) -> Numbers:
    """The positions of the main line by kind and in order, each once as long as it stands.

    An array with the columns of :data:`POSITION`, empty for boards that are not kept
    (:func:`.can_index`).  The empty board is among them, empty corners are not.
    """
    if not can_index(record.width, record.height):
        return np.empty((0, len(POSITION)), np.int64)
    line = _MainLine(record.tree, record.width)
    corners = [
        line.corner(lines, corner) for lines in corner_sizes(record.width) for corner in range(4)
    ]
    return np.concatenate([line.whole(), *corners])


class _MainLine:
    """The steps of a main line that change the board, with the keys after each of them.

    Step 0 is the empty board; ``moves`` the number of moves up to each step, ``codes`` the move
    that made it (-1 for stones set up), ``steps`` what it changed in each slot, ``keys`` the sum.
    """

    def __init__(self, tree: Tree, size: int) -> None:
        self.size = size
        stones = _stones(size)
        stood: dict[int, int] = {}
        codes, moves, parts, owners, move = [NONE], [0], [], [], 0
        for node in range(tree.main_end):
            colour, cell = tree.colours[node], tree.cells[node]
            move += colour > 0
            step = len(codes)
            if node in tree.edited:
                changed = _edit(stood, *tree.edited[node])
                code = NONE
            elif colour and cell > PASS:
                changed = _play(stood, colour, cell, tree.captures.get(node, ()))
                code = 2 * cell + colour - 1
            else:
                continue
            parts += changed
            owners += [step] * len(changed)
            codes.append(code)
            moves.append(move)
        self.codes, self.moves = np.array(codes), np.array(moves)
        self.steps = np.zeros((len(codes), stones.shape[1]), np.int64)
        np.bitwise_xor.at(self.steps, owners, stones[parts])
        self.keys = np.bitwise_xor.accumulate(self.steps) ^ np.array(blank(size))

    def whole(self) -> Numbers:
        """Every position of the board; if nothing but stones was set up at first, from there."""
        first = _first_after_setup(self.codes, self.moves)
        following = np.append(self.codes[1:], NONE)
        return self._rows(WHOLE, range(SYMMETRIES), np.arange(first, len(self.codes)), following)

    def corner(self, lines: int, corner: int) -> Numbers:
        """Every position of a corner that is not empty, with the next move inside it."""
        symmetries = symmetries_of(corner, self.size)
        column = slot(lines, symmetries[0], self.size)
        changed = self.steps[:, column] != 0
        changed &= (self.moves <= CORNER_MOVES) & (self.keys[:, column] != blank(self.size)[column])
        inside = _places(self.size, lines)[np.maximum(self.codes, 0) // 2] == corner
        played = np.flatnonzero(inside & (self.codes >= 0))
        where = np.searchsorted(played, np.arange(len(self.codes)), side="right")
        following = np.append(self.codes[played], NONE)[where]
        return self._rows(lines, symmetries, np.flatnonzero(changed), following)

    def _rows(
        self, kind: int, symmetries: range | tuple[int, ...], at: Numbers, following: Numbers
    ) -> Numbers:
        """The rows of some steps: the least key, and the next move turned as that key is."""
        first = slot(kind, 0, self.size)
        keys = self.keys[at][:, [first + symmetry for symmetry in symmetries]]
        least = keys.min(axis=1)
        cells, white = following[at] // 2, following[at] % 2
        images = _turns(self.size)[list(symmetries)][:, np.maximum(cells, 0)].T
        images = np.where(keys == least[:, None], images, self.size**2).min(axis=1)
        codes = np.where(following[at] < 0, NONE, 2 * images + white)
        return np.stack([np.full_like(least, kind), least, self.moves[at], codes], axis=1)


def _play(
    stood: dict[int, int], colour: int, cell: int, captured: list[int] | tuple[int, ...]
) -> list[int]:
    """A stone and what it captured, as places in the table of stones."""
    stood[cell] = colour
    return [2 * cell + colour - 1, *(2 * gone + stood.pop(gone) - 1 for gone in captured)]


def _edit(stood: dict[int, int], added: dict[int, int], removed: list[int]) -> list[int]:
    """Stones set up and points emptied by hand."""
    gone = [cell for cell in (*removed, *added) if cell in stood]
    changed = [2 * cell + stood.pop(cell) - 1 for cell in gone]
    stood |= added
    return [*changed, *(2 * cell + colour - 1 for cell, colour in added.items())]


def _first_after_setup(codes: Numbers, moves: Numbers) -> int:
    """The last step before the first move: a handicap game never showed an empty board."""
    before = np.flatnonzero((moves == 0) & (codes == NONE))
    return int(before[-1])


@lru_cache(maxsize=32)
def _stones(size: int) -> Numbers:
    """By ``2 · cell + (0 Black, 1 White)``: what a stone changes, slot by slot."""
    table = np.zeros((2 * size * size, len(blank(size))), np.int64)
    for colour in (BLACK, WHITE):
        for cell, changed in enumerate(changes(size)[colour]):
            for place, number in changed:
                table[2 * cell + colour - 1, place] = number
    return table


@lru_cache(maxsize=32)
def _turns(size: int) -> Numbers:
    return np.array(turns(size))


@lru_cache(maxsize=64)
def _places(size: int, lines: int) -> Numbers:
    """For each cell its corner of so many lines, -1 for none."""
    places = (place_of(cell, size, lines) for cell in range(size * size))
    return np.array([-1 if place is None else place for place in places])


def with_source(table: Numbers, pk: int, winner: int) -> Numbers:
    """The positions of a record, each with the record's key and who won."""
    source = np.broadcast_to(np.array([pk, winner]), (len(table), 2))
    return np.concatenate([table, source], axis=1)
