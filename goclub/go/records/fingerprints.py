"""Which records are of one game: the main line under the eight symmetries of the board."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from goclub.go.records.record import (
    SYMMETRIES,
    Record,
    Step,
    canonical_line,
    cell_tables,
    encode_step,
    is_move,
    main_steps,
)

#: How many moves the hash of the opening covers: as many as two records must have in common.
OPENING_MOVES = 20
#: Below so many common moves two games may only share their opening.
FEWEST_COMMON = 20
# Of a long game the last tenth may differ: neutral points, or a record made by another hand.
_TAIL_MOVES, _TAIL_PART = 10, 10


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


def opening_mark(record: Record) -> str:
    """Return 16 hexadecimal digits of board size, setup and the first 20 moves of a main line.

    The same under all eight symmetries; records with equal ones are candidates for
    :func:`same_game`.
    """
    steps = main_steps(record.tree)
    end, moves = len(steps), 0
    for place, step in enumerate(steps):
        moves += is_move(step)
        if moves > OPENING_MOVES:
            end = place
            break
    line = canonical_line(steps[:end], record.width, record.height)
    return hashlib.sha256(line).hexdigest()[:16]


def same_game(first: Record, second: Record) -> Likeness | None:
    """How alike two records are, or None if they are different games.

    Two records are of one game if the main line of one, under some symmetry, is the other's, is
    its beginning (of at least 20 moves), or differs from it only in the last tenth.
    """
    first_steps, second_steps = main_steps(first.tree), main_steps(second.tree)
    if (
        not first_steps
        or not second_steps
        or {first.width, first.height} != {second.width, second.height}
    ):
        return None
    common, symmetry = _common(first, first_steps, second, second_steps)
    shared = sum(map(is_move, first_steps[:common]))
    extra_moves = (len(first_steps) - common, len(second_steps) - common)
    if extra_moves == (0, 0):
        return Likeness("identical" if symmetry == 0 else "symmetric", shared, symmetry=symmetry)
    if shared < FEWEST_COMMON:
        return None
    if min(extra_moves) == 0:
        return Likeness("longer", shared, *extra_moves, symmetry)
    if max(extra_moves) <= max(_TAIL_MOVES, shared // _TAIL_PART):
        return Likeness("tail", shared, *extra_moves, symmetry)
    return None


def _common(
    first: Record, first_steps: Sequence[Step], second: Record, second_steps: Sequence[Step]
) -> tuple[int, int]:
    """The longest common beginning under any symmetry of the second record, and that symmetry."""
    upright = cell_tables(first.width, first.height)[0]
    fits = (first.width, first.height)
    left = {
        symmetry: table
        for symmetry, table in enumerate(cell_tables(second.width, second.height))
        if fits == ((second.height, second.width) if symmetry >= SYMMETRIES // 2
                    else (second.width, second.height))
    }  # fmt: skip
    symmetry = min(left)
    for place, (mine, theirs) in enumerate(zip(first_steps, second_steps, strict=False)):
        image = encode_step(mine, upright)
        left = {turn: table for turn, table in left.items() if encode_step(theirs, table) == image}
        if not left:
            return place, symmetry
        symmetry = min(left)
    return min(len(first_steps), len(second_steps)), symmetry
