"""A checked game record, every node of which has been replayed; and one with an illegal move.

The digest of a main line is the same under the eight symmetries of the board.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final

from goclub.go.board.basics import COLOUR_NAMES, Point, name_point
from goclub.go.board.position import Board
from goclub.go.records.errors import KifuError, ReadWarning
from goclub.go.records.header import Header, allows_suicide
from goclub.go.records.nodes import NO_MARKS, Nodes, Tree
from goclub.go.records.notes import INHERITED, Marks
from goclub.go.records.points import grid

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
            out += (encode_step(later, tables[0]) for later in steps[place + 1 :])
            break
    return b"".join(out)


@dataclass(frozen=True, eq=False)
class Record:
    """A game record that has passed every check.

    ``encoding`` is the Python name under which the bytes were read.  ``tree`` holds the nodes in
    columns; :attr:`nodes`, made when first asked for, shows them as objects.
    """

    header: Header
    width: int
    height: int
    encoding: str
    tree: Tree = field(repr=False)
    warnings: tuple[ReadWarning, ...] = field(default=())

    @cached_property
    def nodes(self) -> Nodes:
        """The nodes, parents first and the main line before its variations; node 0 is the root
        and never a move."""
        return Nodes(self.tree, self.width, self.height)

    @cached_property
    def main_line(self) -> tuple[int, ...]:
        """The indices of the nodes from the root along the first children."""
        return tuple(range(self.tree.main_end))

    @cached_property
    def moves(self) -> tuple[tuple[int, Point | None], ...]:
        """The moves of the main line as (colour, point), None for a pass."""
        tree, end = self.tree, self.tree.main_end
        points = grid(self.width, self.height).points
        return tuple(
            (colour, points[cell])
            for colour, cell in zip(tree.colours[:end], tree.cells[:end], strict=True)
            if colour
        )

    def path(self, index: int) -> list[int]:
        """The indices from the root to a node, both included.  Raises IndexError."""
        parents = self.tree.parents
        path = [index]
        step = parents[_checked(index)]
        while step >= 0:
            path.append(step)
            step = parents[step]
        return path[::-1]

    def position_at(self, index: int) -> Board:
        """The position after a node, with its prisoners.  Raises IndexError."""
        board, tree = Board(self.width, self.height), self.tree
        suicide = allows_suicide(self.header.rules)
        path = self.path(index)
        for step in path:
            if step in tree.edited:
                added, gone = tree.edited[step]
                board.edit({**dict.fromkeys(gone, 0), **added})
            else:
                board.play_line(tree.colours, tree.cells, step, step + 1, {}, suicide=suicide)
        return board

    @property
    def final(self) -> Board:
        """The position at the end of the main line."""
        return self.position_at(self.tree.main_end - 1)

    def prisoners_at(self, index: int) -> tuple[int, int]:
        """The stones captured by Black and by White up to a node.  Raises IndexError."""
        return self.nodes[_checked(index)].prisoners

    def marks_at(self, index: int) -> Marks:
        """The marks to be seen at a node: its own, and DD and VW of the last node above it that
        named some.  Raises IndexError."""
        marks = dict(self.tree.marks.get(_checked(index), NO_MARKS))
        missing = [kind for kind in INHERITED if kind not in marks]
        if missing and self.tree.marks:
            for step in reversed(self.path(index)):
                marks_of_step = self.tree.marks.get(step, NO_MARKS)
                for kind in [kind for kind in missing if kind in marks_of_step]:
                    marks[kind] = marks_of_step[kind]
                    missing.remove(kind)
        return {kind: items for kind, items in marks.items() if items}

    @cached_property
    def digest(self) -> str:
        """A sha256 of board size, setup and moves of the main line, as 64 hexadecimal digits.

        The same for all eight rotations and reflections, and whether or not the passes at the end
        were recorded, so that two records of one game agree.
        """
        return canonical_digest(self.tree, self.width, self.height)


def _checked(index: int) -> int:
    if index < 0:
        raise IndexError(index)  # a negative index would silently count from the end
    return index


@dataclass(frozen=True, slots=True)
class IllegalMoveOfGame:
    """The move for which a game is refused.

    ``number`` from 1; ``point`` None if it is no point at all; ``height`` the lines of the board;
    ``why`` the reason of the board: ``board.occupied``, ``board.suicide``, ``board.ko`` or
    ``board.off_board`` (S3-1 … S3-6).
    """

    number: int
    colour: int
    point: Point | None
    height: int
    why: str

    @property
    def name(self) -> str:
        """The point as players say it; empty off the board."""
        if self.point is None or self.why == "board.off_board":
            return ""
        return name_point(self.point, self.height)

    @property
    def plain_why(self) -> str:
        """The reason without its room."""
        return self.why.rpartition(".")[2]

    def __str__(self) -> str:
        place = f" {self.name}" if self.name else ""
        return f"move {self.number}, {COLOUR_NAMES[self.colour]}{place}: {self.plain_why}"


class IllegalGame(KifuError):
    """A game refused for a ``move`` of its main line; ``legal`` is the record up to the one before.

    ``detail`` says the same in English: ``move 87, white R4: occupied``.
    """

    def __init__(
        self,
        move: IllegalMoveOfGame,
        *,
        legal: Record,
        game: int | None = None,
        line: int | None = None,
    ) -> None:
        self.move: Final = move
        self.legal: Final = legal
        super().__init__(
            "records.illegal_move",
            value=move.number,
            detail=str(move),
            game=game,
            line=line,
            params={
                "move": move.number,
                "colour": move.colour,
                "point": move.name or "–",
                "why": move.why,
            },
        )
