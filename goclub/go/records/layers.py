"""What people add to a record in a layer of their own: variations and comments, never its bytes.

A place in a record is named by a *spot*, which stays right whatever others add: ``57`` is 57 steps
from the root along the first children, ``57.1.3`` goes from there to the second child (counted
from 0) and three steps further.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from string import ascii_uppercase

from goclub.go.board.basics import BLACK, WHITE, IllegalMove, Point, opponent
from goclub.go.board.groups import NOTHING, PASS
from goclub.go.board.position import Board
from goclub.go.records.header import allows_suicide
from goclub.go.records.nodes import NO_MARKS, Tree, arranged
from goclub.go.records.points import grid
from goclub.go.records.record import Record
from ratings.errors import Code, RuleError

Move = tuple[int, Point | None]

#: Deeper nested places exist, but nobody talks about them.
LONGEST_SPOT = 300
_SPOT = re.compile(r"[0-9]{1,5}(?:\.[0-9]{1,4}\.[0-9]{1,5}){0,60}")
_MOVES = re.compile(r"(?:[BW](?:[A-Za-z]{2}|-))*")
_A_MOVE = re.compile(r"([BW])([A-Za-z]{2}|-)")


@dataclass(frozen=True)
class AddedLine:
    """Moves that somebody adds below the node at ``spot``, as (colour, point), None for a pass."""

    spot: str
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Layered:
    """A record with added lines.

    ``record`` all of it, the main line as it was; ``places`` the node of each node of the bare
    record; ``lines`` for each added line the nodes of its moves.
    """

    record: Record
    places: Sequence[int]
    lines: tuple[tuple[int, ...], ...]


def spot_of(record: Record, index: int) -> str:
    """The spot of a node.

    >>> from goclub.go.records.reading import read
    >>> record = read(b"(;SZ[9];B[aa];W[bb](;B[cc])(;B[dd]))")
    >>> spot_of(record, 2), spot_of(record, 4)
    ('2', '2.1.0')
    """
    children, numbers = record.nodes.children, [0]
    for before, node in pairwise(record.path(index)):
        if choice := children[before].index(node):
            numbers += [choice, 0]
        else:
            numbers[-1] += 1
    return ".".join(map(str, numbers))


def is_spot(text: str) -> bool:
    """Whether a text can be a spot, which none of a node that lies too deep is."""
    return len(text) <= LONGEST_SPOT and _SPOT.fullmatch(text) is not None


def find_spot(record: Record, spot: str) -> int:
    """The node at a spot.  Raises ``E_UNKNOWN`` if there is none."""
    unknown = RuleError(Code.UNKNOWN, "spot", spot[:40], reason="records.no_such_move")
    if not is_spot(spot):
        raise unknown
    index, numbers = 0, [int(part) for part in spot.split(".")]
    for place, number in enumerate(numbers):
        choices = [number] if place % 2 else [0] * min(number, len(record.nodes))
        for choice in choices:
            children = record.nodes.children[index]
            if choice >= len(children):
                raise unknown
            index = children[choice]
    return index


def next_colour(record: Record, index: int) -> int:
    """Who moves after a node: the other colour than last, at the start Black, or White where
    there are handicap stones."""
    path = record.path(index)
    for step in reversed(path):
        colour = record.nodes[step].colour
        if colour is not None:
            return opponent(colour)
    stones = {colour for step in path for colour, _point in record.nodes[step].added}
    return WHITE if BLACK in stones and WHITE not in stones else BLACK


def play_on(record: Record, index: int, moves: Sequence[Move]) -> Board:
    """The position after moves below a node.

    Raises :class:`IllegalMove` for the first that the rules of the record refuse.
    """
    board = record.position_at(index)
    suicide = allows_suicide(record.header.rules)
    for colour, point in moves:
        board.play(colour, point, suicide=suicide)
    return board


def write_moves(moves: Sequence[Move], record: Record) -> str:
    """Moves as a short text: colour and letter pair, ``-`` for a pass (``BpdWdpB-``)."""
    texts = grid(record.width, record.height).texts
    return "".join(
        ("B" if colour == BLACK else "W")
        + ("-" if point is None else texts[point[1] * record.width + point[0]])
        for colour, point in moves
    )


def read_moves(text: str, record: Record) -> tuple[Move, ...]:
    """The inverse of :func:`write_moves`.

    Raises ``E_TYPE`` for another text, :class:`IllegalMove` for a point off the board.
    """
    if not _MOVES.fullmatch(text):
        raise RuleError(Code.TYPE, "moves", text[:40], "BpdWdpB-")
    table = grid(record.width, record.height)
    moves: list[Move] = []
    for letter, pair in _A_MOVE.findall(text):
        colour = BLACK if letter == "B" else WHITE
        cell = PASS if pair == "-" else table.cells.get(pair, NOTHING)
        if cell == NOTHING or (cell == PASS and pair != "-"):
            raise IllegalMove("board.off_board", colour=colour, point=None)
        moves.append((colour, table.points[cell]))
    return tuple(moves)


def add_lines(record: Record, lines: Sequence[AddedLine], *, end: str | None = "") -> Layered:
    """The record with lines added as variations; moves that are there already are not doubled.

    Where a line goes on after the last move of the game, an empty node with the comment ``end``
    comes first there, so that the main line ends where it ended; without ``end`` it grows.  Raises
    ``E_UNKNOWN`` for a spot that is not there, :class:`IllegalMove` for a move that is refused.
    """
    if not lines:
        return Layered(record, range(len(record.tree.parents)), ())
    growth = _Growth(record)
    ids = [growth.add(line) for line in lines]
    if end is not None and growth.goes_on:
        growth.end_main_line(end)
    order, tree = growth.tree()
    return Layered(
        record=replace(record, tree=tree),
        places=[order[node] for node in range(len(record.tree.parents))],
        lines=tuple(tuple(order[node] for node in line) for line in ids),
    )


def with_comments(record: Record, comments_by_node: Mapping[int, Sequence[str]]) -> Record:
    """The record with texts put below what the nodes say already."""
    comments = dict(record.tree.comments)
    for node, texts in comments_by_node.items():
        comments[node] = "\n\n".join([text for text in (comments.get(node), *texts) if text])
    return replace(record, tree=replace(record.tree, comments=comments))


def with_comment(record: Record, node: int, text: str) -> Record:
    """The record with another comment at a node; none where ``text`` is empty."""
    comments = {place: comment for place, comment in record.tree.comments.items() if place != node}
    comments |= {node: text} if text else {}
    return replace(record, tree=replace(record.tree, comments=comments))


def with_mark(record: Record, node: int, kind: str, point: Point) -> Record:
    """The record with a mark of a kind on a point, or without it where it was there.

    Other marks of the point go.  A label (``LB``) is the first free letter.
    """
    old = record.tree.marks.get(node, NO_MARKS)
    marks = {
        name: tuple(item for item in items if point not in (item, item[0]))
        for name, items in old.items()
    }
    if len(marks.get(kind, ())) == len(old.get(kind, ())):
        used = {item[1] for item in marks.get("LB", ())}
        free = next((letter for letter in ascii_uppercase if letter not in used), "Z")
        marks[kind] = (*marks.get(kind, ()), (point, free) if kind == "LB" else point)
    left = {name: items for name, items in marks.items() if items or old.get(name) == ()}
    return replace(record, tree=replace(record.tree, marks=record.tree.marks | {node: left}))


def without_leaf(record: Record, node: int) -> Record:
    """The record without a node that nothing follows."""
    return replace(record, tree=record.tree.without([(node, node + 1)]))


@dataclass
class _Added:
    parent: int
    colour: int
    cell: int
    captured: list[int] = field(default_factory=list)


class _Growth:
    """A tree to which nodes are added; they are numbered on, and put in order at the end."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._size = len(record.tree.parents)
        self._new: list[_Added] = []
        self._children: list[list[int]] = [list(ways) for ways in record.nodes.children]
        self._end_text: dict[int, str] = {}

    @property
    def goes_on(self) -> bool:
        """Whether something was added after the last move of the main line."""
        last = self._record.main_line[-1]
        return bool(self._children[last])

    def add(self, line: AddedLine) -> list[int]:
        """Add a line; the nodes of its moves."""
        record = self._record
        node = find_spot(record, line.spot)
        board = record.position_at(node)
        suicide = allows_suicide(record.header.rules)
        nodes = []
        for colour, point in line.moves:
            captured = board.play(colour, point, suicide=suicide)
            cell = PASS if point is None else self._cell(point)
            known = next((c for c in self._children[node] if self._is(c, colour, cell)), None)
            if known is None:
                known = self._append(_Added(node, colour, cell, [self._cell(p) for p in captured]))
            nodes.append(known)
            node = known
        return nodes

    def end_main_line(self, text: str) -> None:
        last = self._record.main_line[-1]
        node = self._append(_Added(last, 0, NOTHING))
        self._children[last].remove(node)
        self._children[last].insert(0, node)
        self._end_text[node] = text

    def tree(self) -> tuple[dict[int, int], Tree]:
        """The new place of every node, and the tree in that order: each line before what leaves
        it, as a file has it."""
        old = self._record.tree
        added = list(enumerate(self._new, self._size))
        grown = replace(
            old,
            parents=[*old.parents, *(node.parent for node in self._new)],
            colours=[*old.colours, *(node.colour for node in self._new)],
            cells=[*old.cells, *(node.cell for node in self._new)],
            captures=old.captures
            | {number: node.captured for number, node in added if node.captured},
            comments=old.comments | {n: text for n, text in self._end_text.items() if text},
        )
        return arranged(grown, self._children)

    def _append(self, node: _Added) -> int:
        self._new.append(node)
        number = self._size + len(self._new) - 1
        self._children[node.parent].append(number)
        self._children.append([])
        return number

    def _is(self, node: int, colour: int, cell: int) -> bool:
        if node >= self._size:
            added = self._new[node - self._size]
            return (added.colour, added.cell) == (colour, cell)
        tree = self._record.tree
        return (tree.colours[node], tree.cells[node]) == (colour, cell)

    def _cell(self, point: Point) -> int:
        return point[1] * self._record.width + point[0]
