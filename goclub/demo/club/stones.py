"""A fast board for the demo player: groups, liberties, captures, ko and a map of influence.

The rules proper live in :mod:`goclub.go.board`, which also checks every demo game in the tests.
This one exists because the demo player asks thousands of small questions per game.  Points are
indices into one flat list with a border, so that a neighbour is a fixed step away.
"""

from __future__ import annotations

from functools import lru_cache

EMPTY, BLACK, WHITE, EDGE = 0, 1, 2, 3

#: How far a stone is felt, by distance along the lines.
_REACH = (32, 16, 8, 4, 2)

Fields = tuple[tuple[tuple[int, int], ...], ...]


@lru_cache(maxsize=8)
def _fields(size: int) -> Fields:
    """For each index of the flat list the points that a stone there influences, with weights."""
    width = size + 1
    fields: list[tuple[tuple[int, int], ...]] = [()] * (width * (size + 2) + 1)
    for y in range(size):
        for x in range(size):
            near = []
            for v in range(max(0, y - 4), min(size, y + 5)):
                for u in range(max(0, x - 4), min(size, x + 5)):
                    distance = abs(u - x) + abs(v - y)
                    if distance < len(_REACH):
                        near.append(((v + 1) * width + u + 1, _REACH[distance]))
            fields[(y + 1) * width + x + 1] = tuple(near)
    return tuple(fields)


class Stones:
    """The stones on a square board.

    ``cells`` the colour per index; ``head`` per stone the name of its group; ``liberties`` and
    ``members`` per name; ``influence`` positive where Black is near, negative where White is;
    ``ko`` the point that may not be retaken at once, or 0.
    """

    __slots__ = (
        "_fields",
        "cells",
        "head",
        "influence",
        "ko",
        "liberties",
        "members",
        "points",
        "size",
        "width",
    )

    def __init__(self, size: int) -> None:
        self.size = size
        self.width = size + 1
        area = self.width * (size + 2) + 1
        self.cells = [EDGE] * area
        self.points = [self.index(x, y) for y in range(size) for x in range(size)]
        for point in self.points:
            self.cells[point] = EMPTY
        self.head = [0] * area
        self.influence = [0] * area
        self.liberties: dict[int, set[int]] = {}
        self.members: dict[int, list[int]] = {}
        self.ko = 0
        self._fields = _fields(size)

    def index(self, column: int, row: int) -> int:
        """The index of a point given as column and row from the top left."""
        return (row + 1) * self.width + column + 1

    def point(self, index: int) -> tuple[int, int]:
        """Column and row of an index."""
        row, column = divmod(index - 1, self.width)
        return (column, row - 1)

    def allowed(self, colour: int, point: int) -> bool:
        """Whether the rules allow the move: vacant, no suicide, no immediate ko."""
        cells = self.cells
        if cells[point] != EMPTY or point == self.ko:
            return False
        width = self.width
        for near in (point - width, point - 1, point + 1, point + width):
            cell = cells[near]
            if cell == EMPTY:
                return True
            if cell != EDGE and (len(self.liberties[self.head[near]]) == 1) != (cell == colour):
                return True
        return False

    def play(self, colour: int, point: int) -> int:
        """Put a stone on a point that is :meth:`allowed`; return how many stones it captured."""
        cells, head, liberties = self.cells, self.head, self.liberties
        width = self.width
        cells[point] = colour
        sign = 1 if colour == BLACK else -1
        influence = self.influence
        for near, weight in self._fields[point]:
            influence[near] += sign * weight
        free: set[int] = set()
        own: list[int] = []
        taken: list[int] = []
        for near in (point - width, point - 1, point + 1, point + width):
            cell = cells[near]
            if cell == EMPTY:
                free.add(near)
            elif cell == EDGE:
                continue
            elif cell == colour:
                if head[near] not in own:
                    own.append(head[near])
            else:
                left = liberties[head[near]]
                left.discard(point)
                if not left and head[near] not in taken:
                    taken.append(head[near])
        group = self._join(point, own, free)
        captured = 0
        single = 0
        for name in taken:
            captured += len(self.members[name])
            single = self._take(name, 3 - colour)
        lonely = captured == 1 and len(self.members[group]) == 1 and len(liberties[group]) == 1
        self.ko = single if lonely else 0
        return captured

    def _join(self, point: int, own: list[int], free: set[int]) -> int:
        """Make one group of the new stone and the groups beside it; return its name."""
        members, liberties, head = self.members, self.liberties, self.head
        if not own:
            head[point] = point
            members[point] = [point]
            liberties[point] = free
            return point
        group = own[0] if len(own) == 1 else max(own, key=lambda name: len(members[name]))
        head[point] = group
        members[group].append(point)
        liberties[group] |= free
        for name in own:
            if name != group:
                for stone in members[name]:
                    head[stone] = group
                members[group] += members.pop(name)
                liberties[group] |= liberties.pop(name)
        liberties[group].discard(point)
        return group

    def _take(self, name: int, colour: int) -> int:
        """Take a group off the board; return one of its points."""
        cells, head, liberties, influence = self.cells, self.head, self.liberties, self.influence
        width = self.width
        sign = -1 if colour == BLACK else 1
        stones = self.members.pop(name)
        del liberties[name]
        for stone in stones:
            cells[stone] = EMPTY
            for near, weight in self._fields[stone]:
                influence[near] += sign * weight
        for stone in stones:
            for near in (stone - width, stone - 1, stone + 1, stone + width):
                if cells[near] == 3 - colour:
                    liberties[head[near]].add(stone)
        return stones[0]

    def region(self, start: int) -> tuple[list[int], int]:
        """The vacant region around a vacant point and the colours it touches (1, 2, 3 for both)."""
        cells, width = self.cells, self.width
        region = [start]
        found = {start}
        touching = 0
        for point in region:
            for near in (point - width, point - 1, point + 1, point + width):
                cell = cells[near]
                if cell == EMPTY:
                    if near not in found:
                        found.add(near)
                        region.append(near)
                elif cell != EDGE:
                    touching |= cell
        return region, touching
