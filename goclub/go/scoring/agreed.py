"""What the players agreed on at the end of a record: the territory that it marks with TB and TW."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from goclub.go.board.basics import BLACK, EMPTY, WHITE, Point, opponent
from goclub.go.board.position import Board
from goclub.go.records.nodes import NO_MARKS
from goclub.go.records.notes import Marks
from goclub.go.records.record import Record

_KINDS = {BLACK: "TB", WHITE: "TW"}


@dataclass(frozen=True, slots=True)
class Agreed:
    """``dead`` all stones that stand in the other colour's territory; ``territory`` by colour its
    points, those under the dead stones included."""

    dead: frozenset[Point]
    territory: Mapping[int, frozenset[Point]]


def agreed_at_end(record: Record) -> Agreed | None:
    """What a record marks at the end of its main line, or None if it marks no territory there.

    The marks stand at the last node; after it the board may only be passed or talked about.
    """
    marks = _last_marks(record)
    if marks.keys().isdisjoint(_KINDS.values()):
        return None
    territories = {colour: _points(marks, kind) for colour, kind in _KINDS.items()}
    both = territories[BLACK] & territories[WHITE]
    return read_territory(record.final, {c: points - both for c, points in territories.items()})


def read_territory(board: Board, marked: Mapping[int, Collection[Point]]) -> Agreed | None:
    """The dead stones and the territory that go with marked points; None if there is neither.

    A chain is dead if the other colour's marks lie on one of its stones, or on all its liberties:
    some programs mark vacant points alone.

    >>> board = Board.from_rows([".X.", "XX.", "..O"])
    >>> agreed = read_territory(board, {BLACK: [(0, 0), (2, 1), (1, 2)], WHITE: []})
    >>> sorted(agreed.dead), sorted(agreed.territory[BLACK])
    ([(2, 2)], [(0, 0), (1, 2), (2, 1), (2, 2)])
    """
    dead = frozenset(
        stone
        for chain, colour in _chains(board)
        if _is_dead(board, chain, marked[opponent(colour)])
        for stone in chain
    )
    territory = {
        colour: frozenset(
            point
            for point in {*points, *dead}
            if (point in dead and board.get(point) != colour) or board.get(point) == EMPTY
        )
        for colour, points in marked.items()
    }
    if not any(territory.values()):
        return None
    return Agreed(dead, MappingProxyType(territory))


def _last_marks(record: Record) -> Marks:
    tree = record.tree
    for node in reversed(range(tree.main_end)):
        marks = tree.marks.get(node, NO_MARKS)
        if not marks.keys().isdisjoint(_KINDS.values()):
            return marks
        if node in tree.edited or (tree.colours[node] and tree.cells[node] >= 0):
            break
    return NO_MARKS


def _points(marks: Marks, kind: str) -> frozenset[Point]:
    return frozenset(
        (item[0], item[1])
        for item in marks.get(kind, ())
        if isinstance(item[0], int) and isinstance(item[1], int)
    )


def _chains(board: Board) -> list[tuple[frozenset[Point], int]]:
    chains: list[tuple[frozenset[Point], int]] = []
    seen: set[Point] = set()
    for point, colour in board.stones():
        if point not in seen:
            chain = frozenset(board.group(point))
            seen |= chain
            chains.append((chain, colour))
    return chains


def _is_dead(board: Board, chain: frozenset[Point], marked: Collection[Point]) -> bool:
    if not chain.isdisjoint(marked):
        return True
    liberties = board.liberties(min(chain))
    return bool(liberties) and liberties.issubset(marked)
