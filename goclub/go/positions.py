"""Positions of games as numbers that are equal under the eight symmetries of the board.

A position is the board with all its stones; whose turn it is does not belong to it.  The keys of a
line of moves are a running exclusive or, so that a whole record has them at once.  Parts of the
board are found by :mod:`.patterns`.

>>> from goclub.go.board.position import Board
>>> board, turned = Board(9), Board(9)
>>> _, _ = board.play(1, (2, 3)), turned.play(1, (5, 6))
>>> whole_key(board).number == whole_key(turned).number
True
"""

from __future__ import annotations

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
from ratings.errors import Code, RuleError

SMALLEST, LARGEST = 5, 19
SYMMETRIES = 8


def can_index(width: int, height: int) -> bool:
    """Whether positions on such a board are kept: square, 5 … 19 lines."""
    return width == height and SMALLEST <= width <= LARGEST


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


@lru_cache(maxsize=32)
def changes(size: int) -> dict[int, tuple[tuple[int, ...], ...]]:
    """By colour and cell: the number that a stone there combines with the key of each symmetry."""
    return {
        colour: tuple(
            tuple(_number(size, colour, forth[cell]) for forth in turns(size))
            for cell in range(size * size)
        )
        for colour in (BLACK, WHITE)
    }


@lru_cache(maxsize=32)
def blank(size: int) -> int:
    """The key of an empty board."""
    return _number(size, 0, 0)


def _number(size: int, colour: int, cell: int) -> int:
    """A number of 63 bits, always the same for the same question: it is kept in the database."""
    text = f"goclub/{size}/0/{colour}/{cell}".encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest()) >> 1


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
    if not can_index(board.width, board.height):
        raise RuleError(
            Code.RANGE, "size", f"{board.width}×{board.height}", f"square, {SMALLEST}…{LARGEST}"
        )
    numbers, table = [blank(board.width)] * SYMMETRIES, changes(board.width)
    for (x, y), colour in board.stones():
        combined = zip(numbers, table[colour][y * board.width + x], strict=True)
        numbers = [number ^ change for number, change in combined]
    best = min(numbers)
    equal = tuple(s for s in range(SYMMETRIES) if numbers[s] == best)
    return Key(best, equal, board.width)


#: No further move.
NONE = -1

Numbers = NDArray[np.int64]


#: A position of a game: ``number`` its key; ``move`` the move after which it stood; ``next`` the
#: next move in the key's own frame as ``2 · cell + (0 Black, 1 White)``, -1 if there was none.
POSITION = ("number", "move", "next")


def table_of(record: Record) -> Numbers:
    """The positions of the main line in order, each once as long as it stands.

    An array with the columns of :data:`POSITION`, empty for boards that are not kept
    (:func:`.can_index`).  If nothing but stones was set up at first, they begin there.
    """
    if not can_index(record.width, record.height):
        return np.empty((0, len(POSITION)), np.int64)
    codes, moves, keys = _main_line(record.tree, record.width)
    least = keys.min(axis=1)
    following = np.append(codes[1:], NONE)
    images = _turns(record.width)[:, np.maximum(following // 2, 0)].T
    images = np.where(keys == least[:, None], images, record.width**2).min(axis=1)
    nexts = np.where(following < 0, NONE, 2 * images + following % 2)
    first = np.flatnonzero((moves == 0) & (codes == NONE))[-1]
    return np.stack([least, moves, nexts], axis=1)[first:]


def keys_of(record: Record) -> list[tuple[int, Key]]:
    """The positions of :func:`table_of`, each with the move after which it stood."""
    if not can_index(record.width, record.height):
        return []
    codes, moves, keys = _main_line(record.tree, record.width)
    first = np.flatnonzero((moves == 0) & (codes == NONE))[-1]
    least = keys.min(axis=1)
    equal = (keys == least[:, None]).tolist()
    return [
        (move, Key(number, tuple(s for s in range(SYMMETRIES) if same[s]), record.width))
        for move, number, same in zip(moves.tolist(), least.tolist(), equal, strict=True)
    ][first:]


def _main_line(tree: Tree, size: int) -> tuple[Numbers, Numbers, Numbers]:
    """The steps of a main line that change the board, the first of them the empty board.

    The move that made each (-1 for stones set up), the number of moves up to it, and its keys.
    """
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
    steps = np.zeros((len(codes), SYMMETRIES), np.int64)
    np.bitwise_xor.at(steps, owners, stones[parts])
    keys = np.bitwise_xor.accumulate(steps) ^ blank(size)
    return np.array(codes), np.array(moves), keys


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


@lru_cache(maxsize=32)
def _stones(size: int) -> Numbers:
    """By ``2 · cell + (0 Black, 1 White)``: what a stone changes, symmetry by symmetry."""
    table = np.zeros((2 * size * size, SYMMETRIES), np.int64)
    for colour in (BLACK, WHITE):
        table[colour - 1 :: 2] = changes(size)[colour]
    return table


@lru_cache(maxsize=32)
def _turns(size: int) -> Numbers:
    return np.array(turns(size))


def with_source(table: Numbers, *source: int) -> Numbers:
    """The positions of a record, each with what is said of the whole record."""
    columns = np.broadcast_to(np.array(source), (len(table), len(source)))
    return np.concatenate([table, columns], axis=1)
