"""A checked game record: every node of every variation has been replayed on the board."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from goclub.go.board.basics import BLACK, WHITE, Point
from goclub.go.board.position import Board
from goclub.go.records import write
from goclub.go.records.errors import Warning
from goclub.go.records.fingerprint import canonical_digest
from goclub.go.records.header import Header
from goclub.go.records.notes import INHERITED, PAIR_MARKS, Marks
from goclub.go.records.points import grid
from goclub.go.records.rules import allows_suicide

NO_MARKS: Marks = MappingProxyType({})


class Node(NamedTuple):
    """One step of a record: a move, an edit of the position, or only a comment; never two of them.

    ``index`` its place in :attr:`Record.nodes`, ``parent`` and ``children`` likewise (the first
    child continues the line).  ``colour`` and ``point`` of a move, else None; the point of a pass
    is None.  ``added`` the stones set up by hand as (colour, point), without the stone of a move;
    ``removed`` the points that this node emptied, by capture or by hand; under rules that allow
    suicide its own may be among them.  ``number`` counts the moves, passes too, up to here.
    ``marks`` maps SGF names to points (TR, SQ, CR, MA, SL, TB, TW, DD, VW), to (point, text) for
    LB, to (point, point) for AR and LN; DD and VW without points end what an earlier node said,
    see :meth:`Record.marks_at`.  ``judged`` what the record thinks of it by SGF name: BM, DO, IT,
    TE, GB, GW, DM, UC, HO, ``BM2`` for a loud BM.  ``prisoners`` are the stones captured so far by
    Black and by White.
    """

    index: int  # type: ignore[assignment] # it hides tuple.index, which nobody needs here
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
    marks: Marks = NO_MARKS
    name: str = ""
    judged: tuple[str, ...] = ()
    prisoners: tuple[int, int] = (0, 0)


@dataclass(slots=True)
class Tree:
    """The nodes of a record in columns, in the order of :attr:`Record.nodes`.

    ``parents`` (-1 for the root), ``colours`` (0 where nobody moves) and ``cells`` (row by row, -1
    for a pass, less where nobody moves) of all; ``branches`` the nodes that do not follow the node
    before them; ``taken`` the cells that moves captured, ``edited`` the stones that edits added
    ({cell: colour}) and the cells that they emptied; ``comments``, ``names``, ``marks`` and
    ``judged`` of the nodes that have some.
    """

    parents: list[int]
    colours: list[int]
    cells: list[int]
    branches: list[int]
    taken: dict[int, list[int]]
    edited: dict[int, tuple[dict[int, int], list[int]]]
    comments: dict[int, str]
    names: dict[int, str]
    marks: dict[int, Marks]
    judged: dict[int, tuple[str, ...]]

    @property
    def main_end(self) -> int:
        """One after the last node of the main line, which are the first nodes of all."""
        return self.branches[0] if self.branches else len(self.parents)

    def main_colours(self) -> bytes:
        """The colours of the moves of the main line."""
        return bytes(self.colours[: self.main_end]).replace(b"\0", b"")

    def without(self, cut: Sequence[tuple[int, int]]) -> Tree:
        """The tree without these ranges of nodes, none of which is an ancestor of what stays."""
        starts = [start for start, _ in cut]
        gaps = [0]
        for start, stop in cut:
            gaps.append(gaps[-1] + stop - start)

        def place(node: int) -> int:
            """Where a node stands afterwards, -1 if nowhere."""
            before = bisect_left(starts, node + 1)
            if before and node < cut[before - 1][1]:
                return -1
            return node - gaps[before]

        def kept(column: Sequence[int]) -> list[int]:
            edges = [0, *(edge for pair in cut for edge in pair), len(column)]
            return [
                item
                for start, stop in zip(edges[::2], edges[1::2], strict=True)
                for item in column[start:stop]
            ]

        parents = [place(parent) if parent >= 0 else -1 for parent in kept(self.parents)]
        sparse = (self.taken, self.edited, self.comments, self.names, self.marks, self.judged)
        moved = [
            {place(node): item for node, item in column.items() if place(node) >= 0}
            for column in cast(tuple[dict[int, Any], ...], sparse)
        ]
        branches = [node for node, parent in enumerate(parents) if parent != node - 1]
        return Tree(parents, kept(self.colours), kept(self.cells), branches, *moved)


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
    warnings: tuple[Warning, ...] = field(default=())

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """The nodes, parents first and the main line before its variations; node 0 is the root
        and never a move."""
        return _nodes(self.tree, self.width, self.height)

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
                said = self.tree.marks.get(step, NO_MARKS)
                for kind in [kind for kind in missing if kind in said]:
                    marks[kind] = said[kind]
                    missing.remove(kind)
        return {kind: items for kind, items in marks.items() if items}

    @cached_property
    def digest(self) -> str:
        """A sha256 of board size, setup and moves of the main line, as 64 hexadecimal digits.

        The same for all eight rotations and reflections, and whether or not the passes at the end
        were recorded, so that two records of one game agree.
        """
        return canonical_digest(self.tree, self.width, self.height)

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
        [["TR", x, y], ["LB", x, y, "A"], ["AR", x, y, x2, y2] …]; DD and VW hold until named
        again, ["DD"] alone ends them.  All that changes on the board
        is said (first ``a``, then ``r``), so a script that follows it needs no rules.
        """
        return {
            "size": [self.width, self.height],
            "main": list(self.main_line),
            "nodes": [_node_json(node) for node in self.nodes],
        }

    def node_json(self, index: int) -> dict[str, Any]:
        """One node of :meth:`tree_json`.  Raises IndexError."""
        return _node_json(self.nodes[_checked(index)])


def _checked(index: int) -> int:
    if index < 0:
        raise IndexError(index)  # a negative index would silently count from the end
    return index


def _nodes(tree: Tree, width: int, height: int) -> tuple[Node, ...]:
    """The columns as objects."""
    points = grid(width, height).points
    size = len(tree.parents)
    children: list[list[int]] = [[] for _ in range(size)]
    numbers: list[int] = []
    prisoners: list[tuple[int, int]] = []
    for node, (parent, colour) in enumerate(zip(tree.parents, tree.colours, strict=True)):
        number, held = (numbers[parent], prisoners[parent]) if node else (0, (0, 0))
        if node:
            children[parent].append(node)
        if node in tree.taken:
            held = _with_prisoners(held, colour, tree.cells[node], tree.taken[node])
        numbers.append(number + 1 if colour else number)
        prisoners.append(held)
    added: list[tuple[tuple[int, Point], ...]] = [()] * size
    removed: list[tuple[Point, ...]] = [()] * size
    for node, taken in tree.taken.items():
        removed[node] = tuple(cast(Point, points[cell]) for cell in taken)
    for node, (stones, gone) in tree.edited.items():
        added[node] = tuple((colour, cast(Point, points[cell])) for cell, colour in stones.items())
        removed[node] = tuple(cast(Point, points[cell]) for cell in gone)
    moving = [colour > 0 for colour in tree.colours]
    columns = zip(
        count(),
        [None, *tree.parents[1:]],
        map(tuple, children),
        [colour or None for colour in tree.colours],
        [points[cell] if colour else None
         for colour, cell in zip(tree.colours, tree.cells, strict=True)],
        moving,
        [moves and cell < 0 for moves, cell in zip(moving, tree.cells, strict=True)],
        added,
        removed,
        numbers,
        _filled(tree.comments, size, ""),
        _filled(tree.marks, size, NO_MARKS),
        _filled(tree.names, size, ""),
        _filled(tree.judged, size, ()),
        prisoners,
        strict=False,
    )  # fmt: skip
    return tuple(map(Node._make, columns))


def _filled(sparse: Mapping[int, Any], size: int, default: Any) -> list[Any]:
    column = [default] * size
    for node, value in sparse.items():
        column[node] = value
    return column


def _with_prisoners(
    held: tuple[int, int], colour: int, cell: int, taken: list[int]
) -> tuple[int, int]:
    """The prisoners after a capture; who takes his own stones gives them to the opponent."""
    black, white = held
    if (colour == BLACK) is not (cell in taken):
        return (black + len(taken), white)
    return (black, white + len(taken))


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
    return "W" if colour == WHITE else "B"


def _marks_json(marks: Marks) -> Iterable[list[Any]]:
    for kind, items in marks.items():
        if not items:
            yield [kind]
        for item in items:
            if kind == "LB":
                yield [kind, *item[0], item[1]]
            elif kind in PAIR_MARKS:
                yield [kind, *item[0], *item[1]]
            else:
                yield [kind, *item]
