"""How many eyes a vacant space is worth to the player around it.

The players have agreed on life and death, so a space that could still become one eye or two is
read in favour of its owner, who moves first.  But stones of the opponent that were left inside stay
where they are: what stands on the vital point still takes an eye.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from goclub.go.board.basics import Point
from goclub.go.scoring.living_board import parts

Beside = Mapping[Point, tuple[Point, ...]]

#: Up to here a space is read out move by move; a larger one makes two eyes unless it is spoilt.
READ_OUT = 6
#: An outside liberty more than these changes nothing in so small a space.
_MOST_OUTSIDE = 2


def is_nakade(points: Collection[Point], beside: Beside) -> bool:
    """Whether stones of this shape, once captured, leave room for one eye only.

    One to three points, the square and the T of four, the cross and the bulky five, the rabbity
    six: each has one point that settles it (or, the square, is one eye whoever plays).

    >>> board = {(x, y): ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    ...          for x in range(-9, 9) for y in range(-9, 9)}
    >>> is_nakade({(0, 0), (1, 0), (2, 0), (1, 1)}, board)
    True
    >>> is_nakade({(0, 0), (1, 0), (2, 0), (3, 0)}, board)
    False
    """
    shape = set(points)
    if not 1 <= len(shape) <= 6 or len(parts(shape, beside)) != 1:
        return False
    if len(shape) <= 3:
        return True
    degrees = [sum(1 for near in beside[point] if near in shape) for point in shape]
    # Every line between two points is counted from both ends; a tree of n points has n - 1 lines.
    square = sum(degrees) // 2 == len(shape)
    if len(shape) == 6:
        return square and max(degrees) == 4
    return square or max(degrees) == len(shape) - 1


def makes_two_eyes(
    space: Collection[Point],
    dead: Collection[Point],
    beside: Beside,
    outside: int,
    weak: Collection[Point] = (),
) -> bool:
    """Return whether the owner of ``space`` gets two eyes in it when moving first.

    ``dead`` the points of it on which stones of the opponent were left; ``outside`` the number of
    liberties that the wall has elsewhere; ``weak`` the points beside own stones in atari, which
    make no eye unless they are connected first (a larger space bears it).
    """
    inside = {point for point in dead if point in space}
    if len(space) <= 2:
        return False
    if any(len(part) >= 4 and not is_nakade(part, beside) for part in parts(inside, beside)):
        return True  # what they leave behind when they are taken is room enough
    if len(space) <= READ_OUT:
        points = sorted(space)
        number = {point: i for i, point in enumerate(points)}
        return _owner_lives(
            tuple(tuple(number[q] for q in beside[p] if q in number) for p in points),
            tuple(any(q not in number for q in beside[p]) for p in points),
            tuple(_OTHER if p in inside else _VACANT for p in points),
            min(outside, _MOST_OUTSIDE),
            frozenset(number[point] for point in weak),
        )
    return not _is_spoilt(space, inside, beside)


def _is_spoilt(space: Collection[Point], dead: set[Point], beside: Beside) -> bool:
    """Whether the stones left inside a larger space all but fill it with the shape of one eye.

    They do so as they stand, or with one stone more on a point that the owner cannot take.
    """
    most = len(space) - 3
    if len(dead) >= most and is_nakade(dead, beside):
        return True
    return any(
        len(dead) + 1 >= most
        and is_nakade(dead | {point}, beside)
        and not _owner_may_play(point, space, dead, beside)
        for point in space
        if point not in dead
    )


def _owner_may_play(
    point: Point, space: Collection[Point], dead: set[Point], beside: Beside
) -> bool:
    """Whether a stone of the owner would have a liberty there, join the wall, or capture."""
    if any(near not in space or near not in dead for near in beside[point]):
        return True
    chains = parts(dead, beside)
    return any(
        any(near in chain for near in beside[point])
        and not any(
            far in space and far not in dead and far != point
            for stone in chain
            for far in beside[stone]
        )
        for chain in chains
    )


_VACANT, _OWNER, _OTHER = 0, 1, 2
_Cells = tuple[int, ...]


@dataclass(frozen=True)
class _State:
    """A moment of the reading: who moves, the point a ko forbids, what the wall has outside,
    whether the last move was a pass, which points are weak, and whether the stones that make them
    so can still be connected or taken."""

    cells: _Cells
    turn: int
    ko: int = -1
    outside: int = 0
    passed: bool = False
    weak: frozenset[int] = frozenset()
    in_atari: bool = False


@lru_cache(maxsize=4096)
def _owner_lives(
    beside: tuple[tuple[int, ...], ...],
    at_wall: tuple[bool, ...],
    cells: _Cells,
    outside: int,
    weak: frozenset[int],
) -> bool:
    """Whether the owner, to move, reaches two eyes in a space whose points are numbered.

    Kept, because the same few shapes come up on every board.
    """
    start = _State(cells, _OWNER, outside=outside, weak=weak, in_atari=bool(weak))
    return _Reading(beside, at_wall).lives(start)


class _Reading:
    """All continuations inside a small space whose wall is one chain.

    The owner lives when nothing the opponent does could take one of two eyes any more; if both
    pass before that, the group lives in seki at best.  A repetition counts as life.
    """

    def __init__(self, beside: tuple[tuple[int, ...], ...], at_wall: tuple[bool, ...]) -> None:
        self._beside, self._at_wall = beside, at_wall
        self._known: dict[_State, bool] = {}

    def lives(self, state: _State) -> bool:
        """Whether the owner reaches two eyes from here."""
        return self._lives(state, frozenset())

    def _lives(self, state: _State, path: frozenset[_State]) -> bool:
        if state in self._known:
            return self._known[state]
        here = replace(state, ko=-1, passed=False)
        if _Eyes(state.cells, self._beside, self._at_wall, state.weak).are_two():
            answer = True
        elif here in path:
            return True
        elif state.turn == _OWNER:
            answer = any(self._lives(after, path | {here}) for after in self._moves(state))
        else:
            answer = all(
                after is not None and self._lives(after, path | {here})
                for after in self._attacks(state)
            )
        self._known[state] = answer
        return answer

    def _moves(self, state: _State) -> list[_State]:
        states = [after for i in self._free(state) if (after := self._play(state, i)) is not None]
        waiting = replace(state, turn=_OTHER, ko=-1)
        if state.in_atari:  # the owner connects
            connected = replace(waiting, weak=frozenset(), in_atari=False)
            states.append(replace(connected, passed=False))
        if not state.passed:
            states.append(replace(waiting, passed=True))
        return states

    def _attacks(self, state: _State) -> list[_State | None]:
        """What the opponent can do; None where that captures the wall or the life is not proved."""
        states: list[_State | None] = []
        for i in self._free(state):
            if state.outside == 0 and self._wall_liberties(state.cells) <= {i}:
                return [None]
            after = self._play(state, i)
            if after is not None:
                states.append(after)
        waiting = replace(state, turn=_OWNER, ko=-1)
        if state.outside:
            states.append(replace(waiting, passed=False, outside=state.outside - 1))
        if state.in_atari:  # the opponent captures the stones, and the points beside them stay weak
            states.append(replace(waiting, passed=False, in_atari=False))
        passing = replace(waiting, passed=True)
        states.append(None if state.passed else passing)
        return states

    def _free(self, state: _State) -> list[int]:
        return [i for i, cell in enumerate(state.cells) if cell == _VACANT and i != state.ko]

    def _play(self, state: _State, point: int) -> _State | None:
        """The state after a stone of whoever moves, or None if it would be suicide."""
        colour, opponent = state.turn, _OWNER + _OTHER - state.turn
        cells = list(state.cells)
        cells[point] = colour
        captured: set[int] = set()
        for near in self._beside[point]:
            if cells[near] == opponent and near not in captured:
                stones, liberties, walled = self._chain(cells, near)
                if not liberties and not (opponent == _OWNER and walled):
                    captured |= stones
        for stone in captured:
            cells[stone] = _VACANT
        stones, liberties, walled = self._chain(cells, point)
        if colour == _OWNER and walled:
            if not self._wall_liberties(tuple(cells)) and state.outside == 0:
                return None
        elif not liberties:
            return None
        ko = -1
        if len(captured) == 1 == len(stones) and liberties == captured:
            ko = -1 if colour == _OWNER and walled else min(captured)
        return replace(state, cells=tuple(cells), turn=opponent, ko=ko, passed=False)

    def _chain(self, cells: list[int], start: int) -> tuple[set[int], set[int], bool]:
        """Stones, liberties inside, and whether the chain touches the wall."""
        stones, liberties, todo = {start}, set(), [start]
        while todo:
            for near in self._beside[todo.pop()]:
                if cells[near] == _VACANT:
                    liberties.add(near)
                elif cells[near] == cells[start] and near not in stones:
                    stones.add(near)
                    todo.append(near)
        return stones, liberties, any(self._at_wall[stone] for stone in stones)

    def _wall_liberties(self, cells: _Cells) -> set[int]:
        """The vacant points that touch the wall or stones joined to it."""
        liberties = {i for i, cell in enumerate(cells) if cell == _VACANT and self._at_wall[i]}
        for i, cell in enumerate(cells):
            if cell == _OWNER and self._at_wall[i]:
                liberties |= self._chain(list(cells), i)[1]
        return liberties


class _Eyes:
    """Whether the wall already lives without another move (Benson's test of unconditional life)."""

    WALL = -1

    def __init__(
        self,
        cells: _Cells,
        beside: tuple[tuple[int, ...], ...],
        at_wall: tuple[bool, ...],
        weak: frozenset[int],
    ) -> None:
        self._cells, self._beside, self._at_wall = cells, beside, at_wall
        numbers = range(len(cells))
        self._chain_at: dict[int, int] = {}
        for part in self._parts([i for i in numbers if cells[i] == _OWNER]):
            name = self.WALL if any(at_wall[i] for i in part) else min(part)
            self._chain_at.update(dict.fromkeys(part, name))
        spaces = self._parts([i for i in numbers if cells[i] != _OWNER])
        self._spaces = [space for space in spaces if weak.isdisjoint(space)]

    def are_two(self) -> bool:
        """Whether the wall has two eyes that nobody can take."""
        chains = {self.WALL, *self._chain_at.values()}
        spaces = self._spaces
        while self.WALL in chains:
            weak = {
                chain
                for chain in chains
                if sum(1 for space in spaces if chain in self._common(space)) < 2
            }
            if not weak:
                return True
            chains -= weak
            spaces = [space for space in spaces if self._around(space) <= chains]
        return False

    def _parts(self, numbers: list[int]) -> list[set[int]]:
        left, parts = set(numbers), []
        while left:
            todo = [left.pop()]
            part = set(todo)
            while todo:
                fresh = left.intersection(self._beside[todo.pop()])
                left -= fresh
                part |= fresh
                todo += fresh
            parts.append(part)
        return parts

    def _touching(self, point: int) -> set[int]:
        chains = {self._chain_at[near] for near in self._beside[point] if near in self._chain_at}
        return chains | {self.WALL} if self._at_wall[point] else chains

    def _around(self, space: set[int]) -> set[int]:
        return {chain for point in space for chain in self._touching(point)}

    def _common(self, space: set[int]) -> set[int]:
        """The chains that touch every vacant point of a space, so that it gives them an eye."""
        common = self._around(space)
        for point in space:
            if self._cells[point] == _VACANT:
                common &= self._touching(point)
        return common


@dataclass(frozen=True)
class Eye:
    """A vacant space of one colour after all forced moves.

    ``space`` its points; ``exposed`` those of them that touch a stone thrown in where the wall is
    weak; ``dead`` the stones of the opponent that were left inside; ``weak`` the points beside the
    liberty of stones of the owner that are in atari as it is: they are connected or lost.
    """

    space: frozenset[Point]
    exposed: frozenset[Point]
    dead: frozenset[Point]
    weak: frozenset[Point] = frozenset()

    @cached_property
    def room(self) -> frozenset[Point]:
        """What remains once the owner has closed the space towards stones thrown in."""
        return self.space - self.exposed

    def worth(self, beside: Beside, outside: int, *, with_dead: bool = True) -> int:
        """0, 1 or 2 (two or more) eyes; ``outside`` liberties that the wall has elsewhere."""
        if not self.room:
            return 0
        dead = self.dead if with_dead else frozenset()
        weak = self.weak & self.room
        return 2 if makes_two_eyes(self.room, dead, beside, outside, weak) else 1
