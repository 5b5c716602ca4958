"""The nodes of a checked record: in columns as they are kept, and as objects to look at."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import eq
from types import MappingProxyType
from typing import NamedTuple, TypeVar, cast, overload

from goclub.go.board.basics import BLACK, Point
from goclub.go.records.notes import Marks
from goclub.go.records.points import grid

T = TypeVar("T")

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
    before them; ``captures`` the cells that moves captured, ``edited`` the stones that edits added
    ({cell: colour}) and the cells that they emptied; ``comments``, ``names``, ``marks`` and
    ``judged`` of the nodes that have some.
    """

    parents: list[int]
    colours: list[int]
    cells: list[int]
    branches: list[int]
    captures: dict[int, list[int]]
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

    def first_move(self) -> int:
        """The place of the first move of the main line, or its end where there is none."""
        end = self.main_end
        return next((node for node in range(end) if self.colours[node]), end)

    def stones_before(self, node: int) -> dict[int, int]:
        """The stones set up by hand on the main line before a node, {cell: colour}."""
        stones: dict[int, int] = {}
        for place in range(node):
            if place in self.edited:
                added, gone = self.edited[place]
                for cell in gone:
                    stones.pop(cell, None)
                stones |= added
        return stones

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

        def moved(column: Mapping[int, T]) -> dict[int, T]:
            return {place(node): item for node, item in column.items() if place(node) >= 0}

        parents = [place(parent) if parent >= 0 else -1 for parent in kept(self.parents)]
        return Tree(
            parents=parents,
            colours=kept(self.colours),
            cells=kept(self.cells),
            branches=[node for node, parent in enumerate(parents) if parent != node - 1],
            captures=moved(self.captures),
            edited=moved(self.edited),
            comments=moved(self.comments),
            names=moved(self.names),
            marks=moved(self.marks),
            judged=moved(self.judged),
        )


def arranged(tree: Tree, children: Sequence[Sequence[int]]) -> tuple[dict[int, int], Tree]:
    """A tree whose nodes stand in any order, in the order of a file: each line before what leaves
    it; and the new place of every node.  ``children`` by node, the first continues the line."""
    order: dict[int, int] = {}
    todo = [0]
    while todo:
        node = todo.pop()
        order[node] = len(order)
        todo.extend(reversed(children[node]))
    above = tree.parents
    parents = [order[above[node]] if above[node] >= 0 else -1 for node in order]

    def moved(column: Mapping[int, T]) -> dict[int, T]:
        return {order[node]: item for node, item in column.items()}

    return order, Tree(
        parents=parents,
        colours=[tree.colours[node] for node in order],
        cells=[tree.cells[node] for node in order],
        branches=[node for node, parent in enumerate(parents) if parent != node - 1],
        captures=moved(tree.captures),
        edited=moved(tree.edited),
        comments=moved(tree.comments),
        names=moved(tree.names),
        marks=moved(tree.marks),
        judged=moved(tree.judged),
    )


class Nodes(Sequence[Node]):
    """The columns as objects, in their order; each is made when it is asked for.

    ``children`` by node, the first continues the line.  Equal where all nodes are.
    """

    def __init__(self, tree: Tree, width: int, height: int) -> None:
        self._tree, self._points = tree, grid(width, height).points
        self.children: list[list[int]] = [[] for _ in tree.parents]
        self._numbers: list[int] = []
        self._prisoners: list[tuple[int, int]] = []
        for node, (parent, colour) in enumerate(zip(tree.parents, tree.colours, strict=True)):
            number, held = (self._numbers[parent], self._prisoners[parent]) if node else (0, (0, 0))
            if node:
                self.children[parent].append(node)
            if node in tree.captures:
                held = _with_prisoners(held, colour, tree.cells[node], tree.captures[node])
            self._numbers.append(number + 1 if colour else number)
            self._prisoners.append(held)

    def __len__(self) -> int:
        return len(self.children)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Nodes) and all(map(eq, self, other)) and len(self) == len(other)

    __hash__ = None  # type: ignore[assignment] # as of a list

    @overload
    def __getitem__(self, index: int) -> Node: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Node, ...]: ...

    def __getitem__(self, index: int | slice) -> Node | tuple[Node, ...]:
        if isinstance(index, slice):
            return tuple(map(self.__getitem__, range(len(self))[index]))
        index = range(len(self))[index]
        tree, points = self._tree, self._points
        colour, cell = tree.colours[index], tree.cells[index]
        stones, gone = tree.edited.get(index, _UNEDITED)
        return Node(
            index=index,
            parent=tree.parents[index] if index else None,
            children=tuple(self.children[index]),
            colour=colour or None,
            point=points[cell] if colour else None,
            is_move=colour > 0,
            is_pass=colour > 0 and cell < 0,
            added=tuple((colour, cast(Point, points[cell])) for cell, colour in stones.items()),
            removed=tuple(cast(Point, points[cell]) for cell in tree.captures.get(index, gone)),
            number=self._numbers[index],
            comment=tree.comments.get(index, ""),
            marks=tree.marks.get(index, NO_MARKS),
            name=tree.names.get(index, ""),
            judged=tree.judged.get(index, ()),
            prisoners=self._prisoners[index],
        )

    def near(self, ends: Iterable[int], most: int) -> list[int]:
        """The line through each of *ends* with every way that leaves it, then what is below, level
        by level, until there are *most* nodes; in order.

        Either all children of a node are among them or none.
        """
        parents, children = self._tree.parents, self.children
        lines: set[int] = set()
        for end in ends:
            node = end
            while children[node]:
                node = children[node][0]
                lines.add(node)
            while end >= 0 and end not in lines:
                lines.add(end)
                end = parents[end]
        waiting = deque(sorted(lines))
        near = {0}
        while waiting and (waiting[0] in lines or len(near) < most):
            ways = children[waiting.popleft()]
            near.update(ways)
            waiting.extend(way for way in ways if way not in lines)
        return sorted(near)


_UNEDITED: tuple[dict[int, int], list[int]] = ({}, [])


def _with_prisoners(
    held: tuple[int, int], colour: int, cell: int, captured: list[int]
) -> tuple[int, int]:
    """Return the prisoners after a capture; own stones captured go to the opponent."""
    black, white = held
    if (colour == BLACK) is not (cell in captured):
        return (black + len(captured), white)
    return (black, white + len(captured))
