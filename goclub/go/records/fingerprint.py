"""Which records are of one game: the main line under the eight symmetries of the board."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goclub.go.records.record import Record, Tree

#: How many moves the hash of the opening covers: as many as two records must have in common.
OPENING_MOVES = 20
#: Below so many common moves two games may only share their opening.
FEWEST_COMMON = 20
# Of a long game the last tenth may differ: neutral points, or a record made by another hand.
_TAIL_MOVES, _TAIL_PART = 10, 10
_SHORT = 16

_PASS = (255, 255)
_ADDED, _EMPTIED = 3, 6
_SYMMETRIES = 8
# A step: what happens where.  1 and 2 are moves, 4 and 5 stones set up, 6 a point emptied.
_Step = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What a database looks records up by; equal texts make candidates for :func:`same_game`.

    ``opening`` of board size, setup and the first 20 moves (of all, if there are fewer), ``whole``
    of the main line without the passes at its end: 16 hexadecimal digits each, the same under all
    eight symmetries.  ``moves`` the number of moves that ``whole`` covers.
    """

    opening: str
    whole: str
    moves: int


@dataclass(frozen=True, slots=True)
class Likeness:
    """How alike two records are.

    ``kind``: ``identical``; ``symmetric``, the same turned or mirrored; ``longer``, one goes on
    where the other ends; ``tail``, they differ only in their last moves.  ``common`` moves are the
    same, then the first record has ``first_more`` and the second ``second_more`` (passes at the
    end do not count).  ``symmetry`` 0 … 7 turns the second into the first, 0 is none.
    """

    kind: str
    common: int
    first_more: int = 0
    second_more: int = 0
    symmetry: int = 0


def fingerprint(record: Record) -> Fingerprint:
    """The fingerprint of a record's main line; some tenths of a millisecond."""
    steps = _steps(record.tree)
    end, moves = len(steps), 0
    for place, step in enumerate(steps):
        moves += _is_move(step)
        if moves > OPENING_MOVES:
            end = place
            break
    size = (record.width, record.height)
    return Fingerprint(
        opening=hashlib.sha256(_canonical(steps[:end], *size)).hexdigest()[:_SHORT],
        whole=record.digest[:_SHORT],
        moves=sum(map(_is_move, steps)),
    )


def same_game(first: Record, second: Record) -> Likeness | None:
    """How alike two records are, or None if they are different games.

    Two records are of one game if the main line of one, under some symmetry, is the other's, is
    its beginning (of at least 20 moves), or differs from it only in the last tenth.
    """
    one, two = _steps(first.tree), _steps(second.tree)
    if not one or not two or {first.width, first.height} != {second.width, second.height}:
        return None
    common, symmetry = _common(first, one, second, two)
    shared = sum(map(_is_move, one[:common]))
    more = (len(one) - common, len(two) - common)
    if more == (0, 0):
        return Likeness("identical" if symmetry == 0 else "symmetric", shared, symmetry=symmetry)
    if shared < FEWEST_COMMON:
        return None
    if min(more) == 0:
        return Likeness("longer", shared, *more, symmetry)
    if max(more) <= max(_TAIL_MOVES, shared // _TAIL_PART):
        return Likeness("tail", shared, *more, symmetry)
    return None


def canonical_digest(tree: Tree, width: int, height: int) -> str:
    """The sha256 of the main line, the same under all eight symmetries; 64 hexadecimal digits."""
    return hashlib.sha256(_canonical(_steps(tree), width, height)).hexdigest()


# -- inside ----------------------------------------------------------------------------------


def _steps(tree: Tree) -> list[_Step]:
    """What the main line does to the board, without the passes at its end."""
    steps: list[_Step] = []
    edited, taken = tree.edited, tree.main_end
    for node in range(taken):
        if node in edited:
            added, gone = edited[node]
            edits = [(_ADDED + colour, cell) for cell, colour in added.items()]
            steps.append((*edits, *((_EMPTIED, cell) for cell in gone)))
        elif colour := tree.colours[node]:
            steps.append(((colour, tree.cells[node]),))
    while steps and steps[-1][0][1] < 0:
        steps.pop()
    return steps


def _is_move(step: _Step) -> bool:
    return step[0][0] < _ADDED


@lru_cache(maxsize=64)
def _tables(width: int, height: int) -> tuple[tuple[tuple[int, int], ...], ...]:
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


def _encode(step: _Step, table: Sequence[tuple[int, int]]) -> bytes:
    """Three bytes a stone: what happens, column, row."""
    if len(step) == 1:
        ((what, cell),) = step
        return bytes((what, *table[cell]))
    return b"".join(bytes(item) for item in sorted((what, *table[cell]) for what, cell in step))


def _canonical(steps: Sequence[_Step], width: int, height: int) -> bytes:
    """The smallest of the eight images of the steps, preceded by the size of its board.

    All images are compared step by step, so after the first moves only one is left.
    """
    heads = [bytes((width, height))] * 4 + [bytes((height, width))] * 4
    out = [min(heads)]
    tables = [t for t, head in zip(_tables(width, height), heads, strict=True) if head == out[0]]
    for place, step in enumerate(steps):
        images = [_encode(step, table) for table in tables]
        least = min(images)
        tables = [table for table, image in zip(tables, images, strict=True) if image == least]
        out.append(least)
        if len(tables) == 1:
            out += _encode_all(steps[place + 1 :], tables[0])
            break
    return b"".join(out)


def _encode_all(steps: Sequence[_Step], table: Sequence[tuple[int, int]]) -> Iterator[bytes]:
    return (_encode(step, table) for step in steps)


def _common(
    first: Record, one: Sequence[_Step], second: Record, two: Sequence[_Step]
) -> tuple[int, int]:
    """The longest common beginning under any symmetry of the second record, and that symmetry."""
    upright = _tables(first.width, first.height)[0]
    fits = (first.width, first.height)
    left = {
        symmetry: table
        for symmetry, table in enumerate(_tables(second.width, second.height))
        if fits == ((second.height, second.width) if symmetry >= _SYMMETRIES // 2
                    else (second.width, second.height))
    }  # fmt: skip
    symmetry = min(left)
    for place, (mine, other) in enumerate(zip(one, two, strict=False)):
        image = _encode(mine, upright)
        left = {turn: table for turn, table in left.items() if _encode(other, table) == image}
        if not left:
            return place, symmetry
        symmetry = min(left)
    return min(len(one), len(two)), symmetry
