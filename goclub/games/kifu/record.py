"""A checked game record: every node of every variation has been replayed on the board."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, cast

from ..board import BLACK, WHITE, Board, Point
from . import write
from .errors import Warning
from .header import Header

POINT_MARKS = ("TR", "SQ", "CR", "MA", "SL", "TB", "TW", "DD")
PAIR_MARKS = ("AR", "LN")
NO_MARKS: Mapping[str, tuple[Any, ...]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Node:
    """One step of a record: a move, an edit of the position, or only a comment; never two of them.

    ``index`` its place in :attr:`Record.nodes`, ``parent`` and ``children`` likewise (the first
    child continues the line).  ``colour`` and ``point`` of a move, else None; the point of a pass
    is None.  ``added`` the stones set up by hand as (colour, point), without the stone of a move;
    ``removed`` the points that this node emptied, by capture or by hand.  ``number`` counts the
    moves, passes too, up to here.  ``marks`` maps SGF names to points (TR, SQ, CR, MA, SL, TB, TW,
    DD), to (point, text) for LB, to (point, point) for AR and LN.  ``prisoners`` are the stones
    captured so far by Black and by White.
    """

    index: int
    parent: int | None
    children: tuple[int, ...] = ()
    colour: int | None = None
    point: Point | None = None
    is_move: bool = False
    is_pass: bool = False
    added: tuple[tuple[int, Point], ...] = ()
    removed: tuple[Point, ...] = ()
    number: int = 0
    comment: str = ""
    marks: Mapping[str, tuple[Any, ...]] = field(default_factory=lambda: NO_MARKS)
    name: str = ""
    prisoners: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Record:
    """A game record that has passed every check.

    ``nodes`` come parents first and the main line before its variations; node 0 is the root and
    never a move.  ``encoding`` is the Python name under which the bytes were read.
    """

    header: Header
    width: int
    height: int
    encoding: str
    nodes: tuple[Node, ...]
    warnings: tuple[Warning, ...] = field(default=())

    @cached_property
    def main_line(self) -> tuple[int, ...]:
        """The indices of the nodes from the root along the first children."""
        line = [0]
        while children := self.nodes[line[-1]].children:
            line.append(children[0])
        return tuple(line)

    @cached_property
    def moves(self) -> tuple[tuple[int, Point | None], ...]:
        """The moves of the main line as (colour, point), None for a pass."""
        line = (self.nodes[index] for index in self.main_line)
        return tuple((cast(int, node.colour), node.point) for node in line if node.is_move)

    def path(self, index: int) -> list[int]:
        """The indices from the root to a node, both included.  Raises IndexError."""
        path: list[int] = []
        step: int | None = self.nodes[_checked(index)].index
        while step is not None:
            path.append(step)
            step = self.nodes[step].parent
        return path[::-1]

    def position_at(self, index: int) -> Board:
        """The position after a node, with its prisoners.  Raises IndexError."""
        board = Board(self.width, self.height)
        for step in self.path(index):
            node = self.nodes[step]
            if node.is_move:
                board.play(cast(int, node.colour), node.point)
            elif node.added or node.removed:
                board.setup(
                    black=[point for colour, point in node.added if colour == BLACK],
                    white=[point for colour, point in node.added if colour == WHITE],
                    empty=node.removed,
                )
        return board

    @property
    def final(self) -> Board:
        """The position at the end of the main line."""
        return self.position_at(self.main_line[-1])

    def prisoners_at(self, index: int) -> tuple[int, int]:
        """The stones captured by Black and by White up to a node.  Raises IndexError."""
        return self.nodes[_checked(index)].prisoners

    @cached_property
    def digest(self) -> str:
        """A sha256 of board size, setup and moves of the main line, as 64 hexadecimal digits.

        The same for all eight rotations and reflections, and whether or not the passes at the end
        were recorded, so that two records of one game agree.
        """
        steps = [self.nodes[index] for index in self.main_line]
        while steps and (steps[-1].is_pass or not _changes(steps[-1])):
            steps.pop()
        return hashlib.sha256(min(_turned(steps, self.width, self.height))).hexdigest()

    def to_sgf(self) -> bytes:
        """The record as FF[4] in UTF-8: variations, comments and marks kept, oddities mended.

        Reading it again gives the same nodes.  Only game information meant for everyone is
        written: nothing about the uploader, the program or the clock of each move.
        """
        return write.record_sgf(self)

    def tree_json(self) -> dict[str, Any]:
        """The record for the script of the board, as plain JSON values.

        ``size`` [width, height]; ``main`` the indices of the main line; ``nodes`` in order, each
        with ``p`` parent (-1 for the root) and ``c`` children, ``n`` the move number, ``cap``
        the prisoners of Black and White, and only where there is one: ``k`` "B" or "W" and ``m``
        [x, y] or "pass" of a move, ``a`` stones that appear, also that of a move, as
        [["B", x, y] …], ``r`` points emptied as [[x, y] …], ``t`` the comment, ``l`` marks as
        [["TR", x, y], ["LB", x, y, "A"], ["AR", x, y, x2, y2] …].  All that changes on the board
        is said (first ``a``, then ``r``), so a script that follows it needs no rules.
        """
        return {
            "size": [self.width, self.height],
            "main": list(self.main_line),
            "nodes": [_node_json(node) for node in self.nodes],
        }


def _checked(index: int) -> int:
    if index < 0:
        raise IndexError(index)  # a negative index would silently count from the end
    return index


def _changes(node: Node) -> bool:
    return node.is_move or bool(node.added or node.removed)


def _node_json(node: Node) -> dict[str, Any]:
    data: dict[str, Any] = {
        "p": -1 if node.parent is None else node.parent,
        "c": list(node.children),
        "n": node.number,
        "cap": list(node.prisoners),
    }
    if node.is_move:
        data["k"] = _letter(node.colour)
        data["m"] = "pass" if node.point is None else list(node.point)
    appearing = list(node.added)
    if node.colour is not None and node.point is not None:
        appearing.append((node.colour, node.point))
    if appearing:
        data["a"] = [[_letter(colour), *point] for colour, point in appearing]
    if node.removed:
        data["r"] = [list(point) for point in node.removed]
    if node.comment:
        data["t"] = node.comment
    if node.marks:
        data["l"] = list(_marks_json(node.marks))
    return data


def _letter(colour: int | None) -> str:
    return "B" if colour == BLACK else "W"


def _marks_json(marks: Mapping[str, tuple[Any, ...]]) -> Iterable[list[Any]]:
    for kind, items in marks.items():
        for item in items:
            if kind == "LB":
                yield [kind, *item[0], item[1]]
            elif kind in PAIR_MARKS:
                yield [kind, *item[0], *item[1]]
            else:
                yield [kind, *item]


def _turned(steps: list[Node], width: int, height: int) -> Iterable[bytes]:
    """The steps as bytes under each of the eight symmetries."""
    right, bottom = width - 1, height - 1
    upright: tuple[Callable[[int, int], Point], ...] = (
        lambda x, y: (x, y),
        lambda x, y: (right - x, y),
        lambda x, y: (x, bottom - y),
        lambda x, y: (right - x, bottom - y),
    )
    for turn in upright:
        yield bytes((width, height)) + _as_bytes(steps, turn, flip=False)
        yield bytes((height, width)) + _as_bytes(steps, turn, flip=True)


def _as_bytes(steps: list[Node], upright: Callable[[int, int], Point], *, flip: bool) -> bytes:
    """Three bytes a stone: what happens (1, 2 moves; 4, 5, 6 edits), column, row."""

    def turn(x: int, y: int) -> Point:
        column, row = upright(x, y)
        return (row, column) if flip else (column, row)

    out = bytearray()
    for node in steps:
        if node.is_move:
            where = (255, 255) if node.point is None else turn(*node.point)
            out += bytes((cast(int, node.colour), *where))
        else:
            edits = [(3 + colour, *turn(*point)) for colour, point in node.added]
            edits += [(6, *turn(*point)) for point in node.removed]
            for edit in sorted(edits):
                out += bytes(edit)
    return bytes(out)
