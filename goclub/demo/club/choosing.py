"""How the demo player chooses a move: a few candidates, each worth what simple shapes say.

It is no strong player.  It saves and captures stones, bends and blocks near the last move, likes
points that neither side holds yet, leaves eyes and settled territory alone, and so produces games
that a person can follow on the board.
"""

from __future__ import annotations

import random

from goclub.demo.club.stones import BLACK, EDGE, EMPTY, Stones

#: Influence from which a point belongs to somebody.
HELD = 18
#: Worth of the poorest move that is still played.
_WORTHWHILE = 4.0
_REJECTED = -99.0


class Chooser:
    """Chooses the moves of both sides on one board.

    ``care`` per colour from 0 (careless) to 1: how seldom a cut or an atari is overlooked.
    """

    def __init__(self, rng: random.Random, board: Stones, care: dict[int, float]) -> None:
        self._rng = rng
        self._board = board
        self._care = care
        size, width = board.size, board.width
        self._line = [0] * len(board.cells)
        for point in board.points:
            x, y = board.point(point)
            self._line[point] = 1 + min(x, y, size - 1 - x, size - 1 - y)
        self._around = (-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1)
        self._jumps = (
            *self._around,
            *(-2 * width, -2, 2, 2 * width),
            *(-2 * width - 1, -2 * width + 1, -width - 2, -width + 2),
            *(width - 2, width + 2, 2 * width - 1, 2 * width + 1),
        )
        self._wide = [p for p in board.points if self._line[p] > 2]
        self._quiet = 0
        self.late = False

    def move(self, colour: int, last: int, before: int) -> int:
        """The index of the move of ``colour`` after ``last`` and ``before``; 0 for a pass."""
        if not self.late:
            near = self._nearby(last, before)
            wide = self._rng.sample(self._wide, min(12, len(self._wide)))
            best, worth = self._best(colour, near + wide, last)
            if worth >= _WORTHWHILE + 3:
                self._quiet = 0
                return best
            self._quiet += 1
            if worth >= _WORTHWHILE and self._quiet < 4:
                return best
            self.late = True
        best, worth = self._best(colour, self._nearby(last, before), last)
        if worth < _WORTHWHILE:
            best, worth = self._best(colour, self._unsettled(colour), last)
        return best if worth >= _WORTHWHILE else 0

    def _nearby(self, last: int, before: int) -> list[int]:
        """Vacant points around the last two moves, and liberties of groups in danger there."""
        board = self._board
        cells, head, liberties = board.cells, board.head, board.liberties
        found: set[int] = set()
        for stone, steps in ((last, self._jumps), (before, self._around)):
            if not stone:
                continue
            column = (stone - 1) % board.width
            for step in steps:
                near = stone + step
                # A long step over the border would come out on the other side of the board.
                if not 0 < near < len(cells) or abs((near - 1) % board.width - column) > 2:
                    continue
                cell = cells[near]
                if cell == EMPTY:
                    found.add(near)
                elif cell != EDGE and len(liberties[head[near]]) <= 2:
                    found |= liberties[head[near]]
        return sorted(found)

    def _unsettled(self, colour: int) -> list[int]:
        """Every vacant point that touches an opposing stone or lies open between the sides."""
        board = self._board
        cells, width, influence = board.cells, board.width, board.influence
        found = []
        seen: set[int] = set()
        for point in board.points:
            if cells[point] != EMPTY or point in seen:
                continue
            region, touching = board.region(point)
            seen.update(region)
            if touching != EDGE and len(region) < board.size * 2:
                continue  # one side's territory
            for near in region:
                beside = (near - width, near - 1, near + 1, near + width)
                against = any(cells[stone] == 3 - colour for stone in beside)
                if against or abs(influence[near]) < HELD:
                    found.append(near)
        return found

    def _best(self, colour: int, points: list[int], last: int) -> tuple[int, float]:
        """The best of some points and its worth."""
        best, highest = 0, _REJECTED
        noise = self._rng.random
        whim = 8.0 - 6.5 * self._care[colour]
        for point in points:
            worth = self._worth(colour, point, last)
            if worth > _REJECTED:
                worth += noise() * whim
                if worth > highest:
                    best, highest = point, worth
        return best, highest

    def _worth(self, colour: int, point: int, last: int) -> float:
        """What a move is worth by its neighbours, its line and who holds the place."""
        board = self._board
        cells = board.cells
        if cells[point] != EMPTY or point == board.ko:
            return _REJECTED
        width = board.width
        own: list[int] = []
        other: list[int] = []
        free = 0
        edges = 0
        answers = False
        for near in (point - width, point - 1, point + 1, point + width):
            cell = cells[near]
            if cell == EMPTY:
                free += 1
            elif cell == EDGE:
                edges += 1
            elif cell == colour:
                own.append(board.head[near])
            else:
                other.append(board.head[near])
                answers = answers or near == last
        if not free and not other and self._is_eye(colour, point, edges):
            return _REJECTED
        if own or other:
            worth = self._contact(colour, point, own, other, free)
            if worth == _REJECTED:
                return _REJECTED
            if answers:
                worth += 2.5
        else:
            worth = self._open(colour, point)
        return worth + self._place(colour, point, bool(other))

    def _open(self, colour: int, point: int) -> float:
        """The worth of a move that touches nothing: jumps, and room around it."""
        if self.late:
            return -6.0
        cells, width, influence = self._board.cells, self._board.width, self._board.influence
        worth = 0.0
        room = 0
        for step in (-width, -1, 1, width):
            if cells[point + step] == EMPTY:
                far = point + 2 * step
                if 0 < far < len(cells):
                    if cells[far] == colour:
                        worth = 2.5
                    if -9 < influence[far] < 9 and cells[far] == EMPTY:
                        room += 1
        for step in (-width - 1, -width + 1, width - 1, width + 1):
            cell = cells[point + step]
            if cell == colour:
                worth -= 2
            elif cell != EMPTY:
                worth -= 1
            elif -9 < influence[point + step] < 9:
                room += 1
        return worth + room * 0.75 - 0.5

    def _place(self, colour: int, point: int, touching: bool) -> float:
        """The part of the worth that comes from the place on the board."""
        held = self._board.influence[point]
        if colour != BLACK:
            held = -held
        worth = 9.0 - abs(held + 2) * 0.28
        if held < -40:
            worth -= 8
        elif held > HELD // 2 and not touching:
            worth -= 6  # filling one's own territory gains nothing
        line = self._line[point]
        if not self.late:
            if line == 1:
                worth -= 9
            elif line == 2:
                worth -= 3
            elif line in (3, 4):
                worth += 1.5
        elif touching:
            worth += 6 if line > 1 else 3
        else:
            worth -= 2 if line > 2 else 8
        return worth

    def _contact(
        self, colour: int, point: int, own: list[int], other: list[int], free: int
    ) -> float:
        """The part of the worth that comes from the stones beside the point."""
        board = self._board
        liberties, members = board.liberties, board.members
        care = self._care[colour]
        worth = 0.0
        captured = 0
        for name in set(other):
            left = len(liberties[name])
            if left == 1:
                captured += len(members[name])
            elif left == 2:
                worth += 3 + min(len(members[name]), 6) * 1.2 * care
            elif left == 3:
                worth += 1.5
        mine = set(own)
        reach = free + captured + sum(len(liberties[name]) - 1 for name in mine)
        if reach < 2 and (not captured or (captured == 1 and reach < 1)):
            return _REJECTED
        if reach == 2 and not captured and self._reach(point, mine) < 2:
            return _REJECTED
        if captured:
            worth += 8 + min(captured, 12) * 3 * care
        for name in mine:
            if len(liberties[name]) == 1 and (reach > 2 or captured):
                worth += (4 + min(len(members[name]), 12) * 3) * care
        worth += self._shape(colour, point, mine, other, reach)
        return worth

    def _reach(self, point: int, mine: set[int]) -> int:
        """Exactly how many liberties the group would have, without captures."""
        board = self._board
        cells, width = board.cells, board.width
        around = (point - width, point - 1, point + 1, point + width)
        free = {near for near in around if cells[near] == EMPTY}
        for name in mine:
            free |= board.liberties[name]
        free.discard(point)
        return len(free)

    def _shape(
        self, colour: int, point: int, mine: set[int], other: list[int], reach: int
    ) -> float:
        """Cuts and connections, hane and blocks; against lumps, lattices and empty triangles."""
        cells, width = self._board.cells, self._board.width
        diagonal = against = stairs = 0
        for step in (-width - 1, -width + 1, width - 1, width + 1):
            cell = cells[point + step]
            if cell == colour:
                diagonal += 1
                far = point + 2 * step
                if 0 < far < len(cells) and cells[far] == colour:
                    stairs += 1
            elif cell != EMPTY:
                against += 1
        worth = -4.0 * stairs
        if other:
            if mine:
                worth += 4
            elif diagonal == 1:
                worth += 2.5
            else:
                worth -= 2
            if len(set(other)) > 1 and reach > 2:
                worth += 3
        if len(mine) > 1:
            worth += 4 if other or against else -1
        elif mine and not other:
            worth -= 4 if diagonal or not against else 1
        elif diagonal > 1:
            worth -= 4
        return worth

    def _is_eye(self, colour: int, point: int, edges: int) -> bool:
        """Whether all four sides are one's own or the border and the corners do not spoil it."""
        cells, width = self._board.cells, self._board.width
        against = 0
        for step in (-width - 1, -width + 1, width - 1, width + 1):
            if cells[point + step] == 3 - colour:
                against += 1
        return against < (1 if edges else 2)
