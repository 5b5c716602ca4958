"""A game as books set it: its moves in diagrams, and its variations in diagrams of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from goclub.go.board.basics import Point
from goclub.go.diagrams.board_svg import Mark, draw_board
from goclub.go.diagrams.numbered import Diagram, diagrams
from goclub.go.diagrams.svg import SafeSvg
from goclub.go.records.header import allows_suicide
from goclub.go.records.nodes import Node
from goclub.go.records.record import Record


@dataclass(frozen=True, slots=True)
class BookVariation:
    """A variation by its ``number``, 0 for the game itself; it leaves the game, or the variation
    ``leaves``, after the move ``after``."""

    number: int = 0
    leaves: int = 0
    after: int = 0


@dataclass(frozen=True, slots=True)
class BookDiagram:
    """A picture, and what its caption says.

    Moves ``first`` … ``last``, 0 where there are none; ``elsewhere`` as in :class:`.Diagram`;
    ``texts`` the nodes that may have a comment, each with the number of its move.
    ``is_position``: the position after move ``last``, with marks that have no room among the moves.
    """

    variation: BookVariation
    svg: SafeSvg
    first: int
    last: int
    elsewhere: tuple[tuple[int, int, int | str, str], ...] = ()
    texts: tuple[tuple[int, int], ...] = ()
    is_position: bool = False


_GAME = BookVariation()


def marks_of(record: Record, index: int) -> list[Mark]:
    """The marks of a node as the picture wants them."""
    marks = []
    for kind, items in record.marks_at(index).items():
        for item in items:
            match item:
                case (int(x), int(y)):
                    marks.append(Mark(kind, (x, y)))
                case (point, str(label)):
                    marks.append(Mark(kind, point, label))
                case (point, end):
                    marks.append(Mark(kind, point, to=end))
    return marks


def book_diagrams(record: Record, *, variations: bool, most: int) -> list[BookDiagram]:
    """The diagrams of a record in the order of a book, at most so many.

    Each variation comes after the diagram of the move that it is played instead of; one that leaves
    a variation follows it.
    """
    return list(islice(_in_order(record, variations=variations), most))


def final_diagram(record: Record) -> BookDiagram:
    """The position at the end of the game."""
    return _position(_GAME, record, record.main_line[-1], len(record.moves))


def _in_order(record: Record, *, variations: bool) -> Iterator[BookDiagram]:
    branches = _branches(record) if variations else {}
    numbers: dict[int, int] = {}
    for diagram in _diagrams_of(record, record.nodes[: record.tree.main_end]):
        yield from _with_positions(_GAME, record, diagram)
        for place in diagram.places:
            for branch, end in branches.pop(place, ()):
                yield from _variation(record, branch, end, numbers)


def _branches(record: Record) -> dict[int, list[tuple[int, int]]]:
    """The first node of every variation and the one after its last, by the move of the game that it
    is played instead of (the last where it goes on)."""
    tree = record.tree
    ends = [*tree.branches[1:], len(tree.parents)]
    roots: list[int] = []  # where on the main line each node's variation leaves it
    branches: dict[int, list[tuple[int, int]]] = {}
    for branch, end in zip(tree.branches, ends, strict=False):
        parent = tree.parents[branch]
        root = parent if parent < tree.main_end else roots[parent - tree.main_end]
        roots += [root] * (end - branch)
        branches.setdefault(min(root + 1, tree.main_end - 1), []).append((branch, end))
    return branches


def _variation(
    record: Record, branch: int, end: int, numbers: dict[int, int]
) -> Iterator[BookDiagram]:
    """The diagrams of a variation; ``numbers`` of the variation by node, of all so far."""
    nodes = record.nodes
    parent = nodes[branch].parent or 0
    base = nodes[parent].number
    numbers.update(dict.fromkeys(range(branch, end), max(numbers.values(), default=0) + 1))
    leaves = numbers.get(parent, 0)
    line = [node._replace(number=node.number - base) for node in nodes[branch:end]]
    first_of_parent = parent
    while numbers.get(first_of_parent, 0) == leaves != 0:
        first_of_parent = nodes[first_of_parent].parent or 0
    after = base - nodes[first_of_parent].number if leaves else base
    variation = BookVariation(numbers[branch], leaves, after)
    for diagram in _diagrams_of(record, line, parent):
        yield from _with_positions(variation, record, diagram, base)


def _diagrams_of(record: Record, line: Iterable[Node], parent: int | None = None) -> list[Diagram]:
    return diagrams(
        line,
        record.width,
        record.height,
        suicide=allows_suicide(record.header.rules),
        start=None if parent is None else record.position_at(parent),
    )


def _with_positions(
    variation: BookVariation, record: Record, diagram: Diagram, base: int = 0
) -> Iterator[BookDiagram]:
    """A diagram with the marks of its nodes, then the positions whose marks have no room in it."""
    marks: dict[Point, Mark] = {}
    crowded = []
    for place in diagram.places:
        own = record.nodes[place].point
        new = [mark for mark in marks_of(record, place) if mark.point != own or mark.to]
        if not record.tree.marks.get(place) or not new:
            continue
        if all(_has_room(mark, diagram, marks) for mark in new):
            marks.update((mark.point, mark) for mark in new)
        else:
            crowded.append(place)
    yield BookDiagram(
        variation,
        diagram.svg(title="", id_prefix="d", marks=list(marks.values())),
        diagram.first,
        diagram.last,
        tuple(diagram.elsewhere),
        tuple((record.nodes[place].number - base, place) for place in diagram.places),
    )
    for place in crowded:
        yield _position(variation, record, place, record.nodes[place].number - base)


def _has_room(mark: Mark, diagram: Diagram, marks: dict[Point, Mark]) -> bool:
    point = mark.point
    is_free = mark.to or point not in diagram.numbers
    return mark.kind not in ("DD", "VW") and is_free and marks.get(point, mark) == mark


def _position(variation: BookVariation, record: Record, place: int, number: int) -> BookDiagram:
    svg = draw_board(
        record.position_at(place),
        last=record.nodes[place].point,
        marks=marks_of(record, place),
        title="",
    )
    return BookDiagram(variation, svg, 0, number, is_position=True)
