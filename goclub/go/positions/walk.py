"""All positions of a record, or of many: the keys of a line of moves are a running exclusive or.

Many records are read in processes of their own, so nothing here knows Django.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from goclub.go.board.basics import BLACK, WHITE
from goclub.go.board.groups import PASS
from goclub.go.positions.keys import (
    SYMMETRIES,
    WHOLE,
    blank,
    can_index,
    changes,
    corner_sizes,
    place_of,
    slot,
    symmetries_of,
    turns,
)
from goclub.go.records.errors import KifuError
from goclub.go.records.nodes import Tree
from goclub.go.records.reading import read
from goclub.go.records.record import Record

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


COLUMNS = len(POSITION) + 2
#: A record as the library keeps it: its key, its text, who won.
Source = tuple[int, str, int]
#: One that cannot be read: its key, and why.
Broken = tuple[int, str]


def table_of_batch(batch: list[Source]) -> tuple[Numbers, list[Broken]]:
    """The positions of the records: the columns of :data:`POSITION`, then key and winner;
    and the records that cannot be read."""
    tables, broken = [np.empty((0, COLUMNS), np.int64)], []
    for pk, text, winner in batch:
        try:
            tables.append(with_source(table_of(read(text.encode())), pk, winner))
        except KifuError as error:
            broken.append((pk, str(error)))
    return np.concatenate(tables), broken


def with_source(table: Numbers, pk: int, winner: int) -> Numbers:
    """The positions of a record, each with the record's key and who won."""
    source = np.broadcast_to(np.array([pk, winner]), (len(table), 2))
    return np.concatenate([table, source], axis=1)
