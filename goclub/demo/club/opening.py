"""How a demo game begins: corners, approaches with common joseki, then the sides.

Corner patterns are written as seen from one corner: ``(2, 3)`` is the third line from one side
and the fourth from the other.  They are turned and reflected to fit.
"""

from __future__ import annotations

import random

from goclub.demo.club.stones import EMPTY, Stones

Local = tuple[int, int]

#: First moves in a corner, with how often they are chosen.
_CORNERS: dict[int, tuple[tuple[Local, int], ...]] = {
    19: (((3, 3), 5), ((2, 3), 3), ((3, 2), 3), ((2, 2), 1)),
    13: (((3, 3), 3), ((2, 3), 2), ((3, 2), 2), ((2, 2), 1)),
    9: (((2, 2), 2), ((2, 3), 2), ((3, 2), 2), ((4, 4), 3), ((3, 3), 1)),
}

#: By the point that is already occupied: what the opponent and the owner then play in turn.
_JOSEKI: dict[Local, tuple[tuple[Local, ...], ...]] = {
    (3, 3): (
        ((5, 2), (2, 5), (3, 1), (2, 2), (8, 2)),
        ((5, 2), (3, 5), (3, 1), (2, 2), (8, 2)),
        ((5, 2), (2, 5), (9, 2)),
        ((5, 2), (4, 2), (5, 3), (3, 5), (9, 2)),
        ((5, 2), (8, 2), (2, 2), (3, 2), (2, 3), (3, 4), (2, 5)),
        ((2, 2), (3, 2), (2, 3), (2, 4), (1, 4), (1, 5), (1, 3), (2, 5)),
    ),
    (2, 3): (
        ((4, 2), (3, 4), (8, 2)),
        ((4, 2), (7, 3), (4, 4), (2, 6)),
        ((4, 2), (7, 2), (4, 4), (2, 6)),
        ((4, 3), (4, 2), (5, 2), (3, 2), (5, 3), (2, 6), (9, 2)),
        ((4, 3), (2, 5), (3, 2), (2, 2), (8, 3)),
        ((5, 2), (2, 6)),
    ),
    (2, 2): (((3, 3), (2, 3), (3, 4), (2, 5)), ((5, 2), (2, 5))),
}

#: By the point that is already occupied: how its owner encloses the corner.
_ENCLOSURES: dict[Local, tuple[Local, ...]] = {
    (3, 3): ((5, 2), (2, 5)),
    (2, 3): ((4, 2), (4, 3), (5, 2)),
    (2, 2): ((5, 3),),
}


class Opening:
    """The opening of one game.  :meth:`move` answers None when the opening is over."""

    def __init__(self, rng: random.Random, board: Stones) -> None:
        self._rng = rng
        self._board = board
        self._plan: list[tuple[int, int]] = []
        far = board.size - 1
        self._corners = [(x, y) for x in (0, far) for y in (0, far)]
        rng.shuffle(self._corners)
        # Neighbouring corners first, so that parallel openings are the rule and not the exception.
        self._corners.sort(key=lambda corner: corner[0] != far)
        self._untried = list(self._corners)
        self._left = {19: 34, 13: 18, 9: 5}[board.size]

    def move(self, colour: int) -> int | None:
        """The index of the next opening move of ``colour``, or None."""
        if self._left <= 0:
            return None
        self._left -= 1
        for source in (self._planned, self._empty_corner, self._corner_fight, self._side):
            point = source(colour)
            if point is not None and self._board.allowed(colour, point):
                return point
        self._left = 0
        return None

    def _planned(self, colour: int) -> int | None:
        """The next move of a joseki that has begun."""
        while self._plan:
            mover, point = self._plan.pop(0)
            if mover == colour and self._board.cells[point] == EMPTY:
                return point
            self._plan.clear()
        return None

    def _empty_corner(self, colour: int) -> int | None:
        """A first move in a corner that nobody has touched."""
        del colour
        for corner in self._corners:
            if not self._stones_in(corner):
                choices = _CORNERS[self._board.size]
                local = self._rng.choices([c for c, _ in choices], [w for _, w in choices])[0]
                return self._place(corner, local, swapped=False)
        return None

    def _corner_fight(self, colour: int) -> int | None:
        """Enclose a corner of one's own, or approach one of the opponent's."""
        while self._untried:
            corner = self._untried.pop(self._rng.randrange(len(self._untried)))
            stones = self._stones_in(corner)
            if len(stones) != 1:
                continue
            local, owner = stones[0]
            swapped = local[0] > local[1] or (local[0] == local[1] and self._rng.random() < 0.5)
            key = (local[1], local[0]) if swapped else local
            if key not in _JOSEKI:
                continue
            if owner == colour:
                return self._place(corner, self._rng.choice(_ENCLOSURES[key]), swapped=swapped)
            moves = self._rng.choice(_JOSEKI[key])
            points = [self._place(corner, move, swapped=swapped) for move in moves]
            movers = [colour if turn % 2 == 0 else 3 - colour for turn in range(len(points))]
            self._plan = list(zip(movers, points, strict=True))
            return self._planned(colour)
        return None

    def _side(self, colour: int) -> int | None:
        """The roomiest point on the third or fourth line, if one is still wide open."""
        del colour
        board = self._board
        if board.size == 9:
            return None
        best, room = None, 3.4
        taken = [board.point(p) for p in board.points if board.cells[p] != EMPTY]
        for along in range(4, board.size - 4):
            line = self._rng.choice((2, 2, 3))
            far = board.size - 1 - line
            for x, y in ((along, line), (along, far), (line, along), (far, along)):
                distance = min(max(abs(x - u), abs(y - v)) for u, v in taken)
                near = distance + self._rng.random() * 0.5 - abs(along - board.size // 2) * 0.01
                if near > room:
                    best, room = board.index(x, y), near
        return best

    def _stones_in(self, corner: Local) -> list[tuple[Local, int]]:
        """The stones in a corner as (local point, colour)."""
        board = self._board
        reach = 4 if board.size == 9 else 6
        found = []
        for a in range(reach):
            for b in range(reach):
                cell = board.cells[self._place(corner, (a, b), swapped=False)]
                if cell != EMPTY:
                    found.append(((a, b), cell))
        return found

    def _place(self, corner: Local, local: Local, *, swapped: bool) -> int:
        """The index of a point given as seen from a corner."""
        a, b = (local[1], local[0]) if swapped else local
        far = self._board.size - 1
        return self._board.index(far - a if corner[0] else a, far - b if corner[1] else b)
