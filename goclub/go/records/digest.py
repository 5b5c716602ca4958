"""The main line of a record as bytes that are the same under the eight symmetries of the board."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache

from goclub.go.records.nodes import Tree

_PASS = (255, 255)
_ADDED, _EMPTIED = 3, 6
#: How many ways there are to turn and mirror a square board.
SYMMETRIES = 8
#: What a node does, as (what, cell): 1 and 2 a move, 4 and 5 stones set up, 6 points emptied.
Step = tuple[tuple[int, int], ...]


def canonical_digest(tree: Tree, width: int, height: int) -> str:
    """The sha256 of the main line, the same under all eight symmetries; 64 hexadecimal digits."""
    return hashlib.sha256(canonical_line(main_steps(tree), width, height)).hexdigest()


def main_steps(tree: Tree) -> list[Step]:
    """What the main line does to the board, without the passes at its end."""
    steps: list[Step] = []
    edited = tree.edited
    for node in range(tree.main_end):
        if node in edited:
            added, gone = edited[node]
            edits = [(_ADDED + colour, cell) for cell, colour in added.items()]
            steps.append((*edits, *((_EMPTIED, cell) for cell in gone)))
        elif colour := tree.colours[node]:
            steps.append(((colour, tree.cells[node]),))
    while steps and steps[-1][0][1] < 0:
        steps.pop()
    return steps


def is_move(step: Step) -> bool:
    """Whether the step is a move and no edit."""
    return step[0][0] < _ADDED


@lru_cache(maxsize=64)
def cell_tables(width: int, height: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """By symmetry and cell the column and row where the cell comes to lie; a pass last (-1)."""
    right, bottom = width - 1, height - 1
    cells = [(x, y) for y in range(height) for x in range(width)]
    tables = []
    for flip in (False, True):
        for mirror_x in (False, True):
            for mirror_y in (False, True):
                turned = [
                    (right - x if mirror_x else x, bottom - y if mirror_y else y) for x, y in cells
                ]
                tables.append((*((y, x) if flip else (x, y) for x, y in turned), _PASS))
    return tuple(tables)


def encode_step(step: Step, table: Sequence[tuple[int, int]]) -> bytes:
    """Three bytes a stone: what happens, column, row."""
    if len(step) == 1:
        ((kind, cell),) = step
        return bytes((kind, *table[cell]))
    return b"".join(bytes(item) for item in sorted((kind, *table[cell]) for kind, cell in step))


def canonical_line(steps: Sequence[Step], width: int, height: int) -> bytes:
    """The smallest of the eight images of the steps, preceded by the size of its board.

    All images are compared step by step, so after the first moves only one is left.
    """
    heads = [bytes((width, height))] * 4 + [bytes((height, width))] * 4
    out = [min(heads)]
    tables = [
        t for t, head in zip(cell_tables(width, height), heads, strict=True) if head == out[0]
    ]
    for place, step in enumerate(steps):
        images = [encode_step(step, table) for table in tables]
        least = min(images)
        tables = [table for table, image in zip(tables, images, strict=True) if image == least]
        out.append(least)
        if len(tables) == 1:
            out += _encode_all(steps[place + 1 :], tables[0])
            break
    return b"".join(out)


def _encode_all(steps: Sequence[Step], table: Sequence[tuple[int, int]]) -> Iterator[bytes]:
    return (encode_step(step, table) for step in steps)
