"""Which enclosed points are territory: forced moves, stones thrown in, seki (S3-12, F1, F4).

The players agree on dead stones only.  The rest follows from the board, in the spirit of the
published description of how servers have counted since the nineties: imagine every neutral point
filled; a group then in atari must be connected, and what that fills is no point; one that cannot
make two eyes after that lives in seki, and its eyes are no points either.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from goclub.go.board.basics import BLACK, EMPTY, WHITE, Point
from goclub.go.scoring.eyes import Eye
from goclub.go.scoring.living_board import LivingBoard, parts


@dataclass(frozen=True)
class Holdings:
    """What one colour encloses, split into points and what is none.

    ``territory`` counts; ``forced`` must be filled by the owner before the end; ``seki`` are the
    eyes of groups that live in seki; ``doubtful`` the points that would be judged differently
    if the dead stones were removed first.
    """

    territory: frozenset[Point] = frozenset()
    forced: frozenset[Point] = frozenset()
    seki: frozenset[Point] = frozenset()
    doubtful: frozenset[Point] = frozenset()


def holdings(living: LivingBoard) -> dict[int, Holdings]:
    """For each colour what its enclosed points are worth under territory counting."""
    return {colour: _Side(living, colour).holdings() for colour in (BLACK, WHITE)}


class _Union:
    """Disjoint sets of chains that are, or can be, joined."""

    def __init__(self, members: Iterable[int]) -> None:
        self._parent = {member: member for member in members}

    def find(self, member: int) -> int:
        while self._parent[member] != member:
            member = self._parent[member]
        return member

    def join(self, members: Iterable[int]) -> None:
        roots = sorted({self.find(member) for member in members})
        for root in roots[1:]:
            self._parent[root] = roots[0]

    def groups(self) -> dict[int, list[int]]:
        members: dict[int, list[int]] = {}
        for member in self._parent:
            members.setdefault(self.find(member), []).append(member)
        return members


@dataclass
class _Forced:
    """Points to fill, and the dead stones that stand on the only point joining two chains.

    ``gained`` the liberties that chains get through stones filled in.
    """

    filled: set[Point] = field(default_factory=set)
    thrown_in: set[Point] = field(default_factory=set)
    gained: dict[int, set[Point]] = field(default_factory=dict)


class _Side:
    """One colour's chains and the points around them."""

    def __init__(self, living: LivingBoard, colour: int) -> None:
        self._living, self._colour = living, colour
        self._chains = {n: c for n, c in enumerate(living.chains) if c.colour == colour}
        self._enclosed = living.enclosed(colour)
        self._inner: dict[int, set[Point]] = {}
        self._outer: dict[int, set[Point]] = {}
        for number, chain in self._chains.items():
            liberties = {p for p in living.around(chain.stones) if living.cells[p] == EMPTY}
            self._inner[number] = liberties & self._enclosed
            self._outer[number] = liberties - self._enclosed
        self._roomy = self._chains_with_room()

    def holdings(self) -> Holdings:
        """Territory, forced points and seki of this colour."""
        union = self._joined_over_dame()
        forced = self._fill(union)
        eyes = self._eyes(forced)
        for eye in eyes:
            union.join(self._chains_around(eye.space))
        return self._judge(union, eyes, forced)

    # -- connections -----------------------------------------------------------------------

    def _joined_over_dame(self) -> _Union:
        """Chains beside the same neutral point count as connected: the owner may still play it."""
        union = _Union(self._chains)
        for region in self._living.regions:
            if region.owner is not None:
                continue
            for point in region.points:
                union.join(self._chains_around({point}))
        return union

    def _chains_with_room(self) -> set[int]:
        """Chains that can still make an eye outside, where the board was never closed.

        Such a chain has a dame in the open: no opposing stone beside it, nor beside the points
        next to it, and at least two of these are vacant.
        """
        living, beside = self._living, self._living.beside
        own = (EMPTY, self._colour)
        free = {
            point
            for region in living.regions
            if region.owner is None and not region.agreed
            for point in region.points
            if all(living.cells[near] in own for near in beside[point])
        }
        in_the_open = {
            point
            for point in free
            if all(near in free or living.cells[near] == self._colour for near in beside[point])
            and sum(near in free for near in beside[point]) >= 2
        }
        return {n for n, outer in self._outer.items() if not outer.isdisjoint(in_the_open)}

    def _chains_around(self, points: Iterable[Point]) -> set[int]:
        chains = {self._living.chain_of.get(near) for near in self._living.around(set(points))}
        return {number for number in chains if number is not None and number in self._chains}

    # -- forced moves ----------------------------------------------------------------------

    def _fill(self, union: _Union) -> _Forced:
        """What must be filled when the dame are gone, one atari after the other."""
        forced = _Forced()
        while True:
            forced_points: dict[Point, set[int]] = {}
            for root, group in union.groups().items():
                point = self._last_liberty(group, forced)
                if point is None:
                    continue
                beside = self._chains_around({point})
                if any(union.find(chain) != root for chain in beside):
                    forced_points.setdefault(point, set()).update(beside, {root})
            if not forced_points:
                return forced
            for point, joined in forced_points.items():
                forced.filled.add(point)
                if point in self._living.dead:
                    forced.thrown_in.add(point)
                else:
                    union.join(joined)
                    beyond = forced.gained.setdefault(min(joined), set())
                    beyond |= self._living.around({point}) & self._enclosed

    def _last_liberty(self, group: list[int], forced: _Forced) -> Point | None:
        """The only liberty that a group has left after all dame are filled, if it has just one."""
        inner = {
            point
            for chain in group
            for point in self._inner[chain] | forced.gained.get(chain, set())
        }
        left = inner - forced.filled
        if len(left) != 1 or inner & forced.thrown_in:
            return None
        last = next(iter(left))
        shut_in = self._roomy.isdisjoint(group)
        return last if shut_in or last in self._living.dead else None

    def _in_atari(self) -> set[Point]:
        """The last liberties of chains that have but one, dame included."""
        inner, outer = self._inner, self._outer
        return {min(inner[n]) for n in self._chains if len(inner[n]) == 1 and not outer[n]}

    # -- eyes ------------------------------------------------------------------------------

    def _eyes(self, forced: _Forced) -> list[Eye]:
        """The spaces that remain, without forced points and stones thrown in."""
        dead = self._living.dead
        thrown = self._thrown_in(forced)
        exposing = self._living.around(thrown)
        weak = self._living.around((self._in_atari() & forced.filled) - thrown)
        left = self._enclosed - forced.filled - thrown
        return [
            Eye(
                space=frozenset(part),
                exposed=frozenset(part & exposing),
                dead=frozenset(part & dead.keys()),
                weak=frozenset(part & weak),
            )
            for part in parts([p for p in self._living.beside if p in left], self._living.beside)
        ]

    def _thrown_in(self, forced: _Forced) -> set[Point]:
        """Stones thrown in where the wall is weak, and those of their chains held between two."""
        thrown = set(forced.thrown_in)
        while True:
            held = {
                stone
                for stone in self._living.dead
                if stone in self._enclosed
                and stone not in thrown
                and sum(1 for near in self._living.beside[stone] if near in thrown) >= 2
            }
            if not held:
                return thrown
            thrown |= held

    def _judge(self, union: _Union, eyes: list[Eye], forced: _Forced) -> Holdings:
        """Count the eyes of each group: two make its spaces territory, fewer mean seki."""
        of_group: dict[int, list[Eye]] = {}
        for eye in eyes:
            root = union.find(min(self._chains_of(eye, forced)))
            of_group.setdefault(root, []).append(eye)
        groups = union.groups()
        territory: set[Point] = set()
        seki: set[Point] = set()
        doubtful = self._thrown_in(forced)
        for root, mine in of_group.items():
            points = {point for eye in mine for point in eye.space}
            outside = len({point for chain in groups[root] for point in self._outer[chain]})
            needed = 2 if self._roomy.isdisjoint(groups[root]) else 1
            lives = self._eye_count(mine, outside) >= needed
            (territory if lives else seki).update(points)
            if lives != (self._eye_count(mine, outside, with_dead=False) >= needed):
                doubtful |= points
        return Holdings(
            territory=frozenset(territory),
            forced=frozenset(self._enclosed - territory - seki),
            seki=frozenset(seki),
            doubtful=frozenset(doubtful),
        )

    def _chains_of(self, eye: Eye, forced: _Forced) -> set[int]:
        """The chains around an eye; where stones filled in shut it off, those they joined."""
        wall = self._living.around(eye.space) & forced.filled
        return self._chains_around(eye.space) or self._chains_around(wall)

    def _eye_count(self, eyes: list[Eye], outside: int, *, with_dead: bool = True) -> int:
        if sum(1 for eye in eyes if eye.room) >= 2:
            return 2  # without looking closer: each of them is one
        beside = self._living.beside
        return sum(eye.worth(beside, outside, with_dead=with_dead) for eye in eyes)
