"""Whole-board positions that come back on the main line (F3: nothing in S3 forbids them)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from operator import xor

from goclub.go.board.basics import BLACK, WHITE
from goclub.go.board.groups import NOTHING, PASS
from goclub.go.records.nodes import Tree

_NO_STONES = frozenset((PASS, NOTHING))


@lru_cache(maxsize=1)
def _keys() -> tuple[tuple[int, ...], ...]:
    """By colour and cell a number; a position is the exclusive or of its stones.

    A pass, at the end of each colour's, and what is no move change nothing: they are 0.
    """
    chance = random.Random(361)  # noqa: S311 - the same keys on every day, no secret
    cells = 52 * 52
    stones = [(*(chance.getrandbits(64) for _ in range(cells)), 0) for _ in (BLACK, WHITE)]
    return ((0,) * len(_NO_STONES), *stones)


def find_repetitions(tree: Tree, rule: str) -> Iterator[tuple[int, int]]:
    """The moves of the main line after which a position stands again: (number, earlier number).

    ``rule`` as in :func:`.header.repetition_rule`: ``positional`` looks at the stones alone, the
    others also at who is to move.  Number 0 is the position before the first move.  A pass
    repeats nothing.
    """
    end = tree.main_end
    cells, colours, captures, edited = tree.cells, tree.colours, tree.captures, tree.edited
    keys = _keys()
    if not any(0 < place < end for place in edited) and not _comes_back(tree, keys):
        return
    situational = rule != "positional"
    stones: dict[int, int] = {}
    key = number = 0
    last = BLACK + WHITE - next(filter(None, colours), BLACK)
    seen = {last if situational else 0: 0} if 0 not in edited else {}
    for place in range(end):
        colour, cell = colours[place], cells[place]
        if place in edited:
            added, gone = edited[place]
            for spot in (*gone, *added):
                if spot in stones:
                    key ^= keys[stones.pop(spot)][spot]
            for spot, new in added.items():
                stones[spot] = new
                key ^= keys[new][spot]
            seen.setdefault(key ^ (last if situational else 0), number)
            continue
        if not colour:
            continue
        number += 1
        last = colour
        if cell < 0:
            seen.setdefault(key ^ (last if situational else 0), number)
            continue
        stones[cell] = colour
        key ^= keys[colour][cell]
        for spot in captures.get(place, ()):
            key ^= keys[stones.pop(spot)][spot]
        earlier = seen.setdefault(key ^ (last if situational else 0), number)
        if earlier != number:
            yield number, earlier


def _comes_back(tree: Tree, keys: tuple[tuple[int, ...], ...]) -> bool:
    """Whether the stones of any two positions are the same, whoever is to move; quickly."""
    end, captures = tree.main_end, tree.captures
    cells, colours = tree.cells[:end], tree.colours[:end]
    if _each_cell_once(tree, cells):
        return False
    changes = [keys[colour][cell] for colour, cell in zip(colours, cells, strict=True)]
    for place, gone in captures.items():
        if place < end:
            colour = colours[place]
            gone_keys = keys[colour if cells[place] in gone else BLACK + WHITE - colour]
            for cell in gone:
                changes[place] ^= gone_keys[cell]
    positions = [
        position
        for position, cell in zip(accumulate(changes, xor), cells, strict=True)
        if cell >= 0
    ]
    positions.append(0)  # before the first move, beside what is set up then
    return len(set(positions)) < len(positions)


def _each_cell_once(tree: Tree, cells: list[int]) -> bool:
    """Whether no cell is played twice and none is vacant after its own move.

    Then nothing comes back: of two equal positions the later one's move stands in the earlier too.
    """
    played = set(cells)
    stones = len(cells) - cells.count(PASS) - cells.count(NOTHING)
    added, _gone = tree.edited.get(0, ({}, ()))
    return (
        len(played - _NO_STONES) == stones
        and played.isdisjoint(added)
        and not any(
            cells[place] in gone for place, gone in tree.captures.items() if place < len(cells)
        )
    )
