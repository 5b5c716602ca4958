"""A finished position as the counting sees it: living stones, chains and vacant regions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from goclub.go.board.basics import BLACK, EMPTY, WHITE, Point
from ratings.errors import Code, RuleError


@lru_cache(maxsize=64)
def _beside(width: int, height: int) -> dict[Point, tuple[Point, ...]]:
    """For each point of a board the points joined to it by a line."""
    return {
        (x, y): tuple(
            (a, b)
            for a, b in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))
            if 0 <= a < width and 0 <= b < height
        )
        for y in range(height)
        for x in range(width)
    }


def parts(points: Iterable[Point], beside: Mapping[Point, tuple[Point, ...]]) -> list[set[Point]]:
    """The connected parts of some points, in the order of their first points."""
    left = dict.fromkeys(points)
    connected = []
    while left:
        first = next(iter(left))
        del left[first]
        part, todo = {first}, [first]
        while todo:
            for near in beside[todo.pop()]:
                if near in left:
                    del left[near]
                    part.add(near)
                    todo.append(near)
        connected.append(part)
    return connected


@dataclass(frozen=True)
class Chain:
    """Living stones of one colour joined along lines."""

    colour: int
    stones: frozenset[Point]


@dataclass(frozen=True)
class Region:
    """Vacant points joined along lines, those under dead stones included.

    ``chains`` the numbers of the chains around it; ``owner`` their colour, or None if both colours
    or no stone touch it; ``is_open`` whether some point of it touches no stone at all, so that
    it is not a mere seam between two walls; ``agreed`` whether the players called it neutral.
    """

    points: frozenset[Point]
    chains: frozenset[int]
    owner: int | None
    is_open: bool
    agreed: bool = False


class LivingBoard:
    """The board without the dead stones.

    ``cells`` maps each point to EMPTY, BLACK or WHITE; ``dead`` maps each dead stone to its colour;
    ``neutral`` the points that the players agreed to be nobody's.
    Raises ``E_INCONSISTENT`` (``no_liberty``) if a living chain has no liberty even then.
    """

    def __init__(
        self,
        width: int,
        height: int,
        stones: Mapping[Point, int],
        dead: Collection[Point],
        neutral: Collection[Point] = (),
    ) -> None:
        self.width, self.height = width, height
        self.beside = _beside(width, height)
        self.neutral = frozenset(neutral)
        self.dead = {point: stones[point] for point in self.beside if point in dead}
        self.cells = {
            point: EMPTY if point in self.dead else stones.get(point, EMPTY)
            for point in self.beside
        }
        for chain in self.chains:
            if not any(self.cells[near] == EMPTY for near in self.around(chain.stones)):
                raise RuleError(
                    Code.INCONSISTENT,
                    "board",
                    min(chain.stones),
                    "stones with a liberty",
                    reason="scoring.no_liberty",
                )

    def around(self, points: Collection[Point]) -> set[Point]:
        """The points beside some points, these themselves left out."""
        return {near for point in points for near in self.beside[point]}.difference(points)

    @cached_property
    def chains(self) -> list[Chain]:
        """All living chains, Black's first."""
        return [
            Chain(colour, frozenset(part))
            for colour in (BLACK, WHITE)
            for part in parts([p for p, c in self.cells.items() if c == colour], self.beside)
        ]

    @cached_property
    def chain_of(self) -> dict[Point, int]:
        """The number of the chain that stands on a point."""
        return {point: number for number, c in enumerate(self.chains) for point in c.stones}

    @cached_property
    def vacant(self) -> frozenset[Point]:
        """All points without a living stone."""
        return frozenset(point for point, cell in self.cells.items() if cell == EMPTY)

    @cached_property
    def regions(self) -> list[Region]:
        """All vacant regions; neutral points part the others as stones would."""
        vacant = [p for p, c in self.cells.items() if c == EMPTY]
        left = [p for p in vacant if p not in self.neutral]
        between = [p for p in vacant if p in self.neutral]
        return [
            *(self._region(part, agreed=False) for part in parts(left, self.beside)),
            *(self._region(part, agreed=True) for part in parts(between, self.beside)),
        ]

    def _region(self, part: set[Point], *, agreed: bool) -> Region:
        border = {self.chain_of[near] for near in self.around(part) if near in self.chain_of}
        colours = {self.chains[number].colour for number in border}
        return Region(
            points=frozenset(part),
            chains=frozenset(border),
            owner=colours.pop() if len(colours) == 1 and not agreed else None,
            is_open=any(
                all(self.cells[near] == EMPTY for near in self.beside[point]) for point in part
            ),
            agreed=agreed,
        )

    def stones(self, colour: int) -> int:
        """The number of living stones of a colour, without those that count for nobody."""
        return sum(1 for p, cell in self.cells.items() if cell == colour and p not in self.neutral)

    def enclosed(self, colour: int) -> set[Point]:
        """The vacant points that only this colour touches."""
        return {p for region in self.regions if region.owner == colour for p in region.points}
