"""The eight symmetries of a square board, and what a stone does to the keys under each of them."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b

from goclub.go.board.basics import BLACK, WHITE

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
