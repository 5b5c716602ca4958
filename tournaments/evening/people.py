"""Who waits on a club night, and what the club holds to."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError

#: So many may wait at once; a larger room is a tournament.
MOST_WAITING: Final = 64
#: Longer than this nobody waits: minutes of a whole day.
LONGEST_WAIT: Final = 24 * 60
#: Strength is told apart so far, in points.
WIDEST_GAP: Final = 999
#: A game across more points is one-sided: nine stones.
WIDE_GAP: Final = 90
#: Near enough to be paired at once while games are going on: two stones.
NEAR_GAP: Final = 20


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who waits for a game.

    ``key`` names him or her, ``points`` is the strength (a stone is ten), ``waited`` whole minutes.
    ``rivals`` are those he would like to meet, ``not_with`` those he would rather not.
    """

    key: int
    points: int
    waited: int = 0
    rivals: frozenset[int] = frozenset()
    not_with: frozenset[int] = frozenset()
    teaches: bool = False
    wants_even: bool = False
    wants_small: bool = False


@dataclass(frozen=True, slots=True)
class EveningSettings:
    """What the club holds to on its evenings.

    ``patience``: so many minutes somebody waits for a new opponent, or for one of about the own
    strength, before a second game with the same one or a one-sided game is offered.  ``wide_gap``:
    a game across more points than that is one-sided.  ``even_gap``: who wants no handicap meets
    others across so many points at most.

    ``near_gap``: across so many points a game is offered at once; the reach grows evenly with the
    minutes that one of the two has waited, to any strength when his patience ends.  As wide as
    ``wide_gap``, nobody waits for somebody nearer: so where no game is going on after which
    somebody would be free.
    """

    patience: int = 10
    wide_gap: int = WIDE_GAP
    even_gap: int = 15
    near_gap: int = WIDE_GAP

    def reach(self, waited: int) -> int:
        """Points across which somebody is offered to others who has waited so many minutes.

        >>> [EveningSettings(near_gap=NEAR_GAP).reach(minutes) for minutes in (0, 1, 5, 9, 10)]
        [20, 27, 55, 83, 999]
        """
        if waited >= self.patience:
            return WIDEST_GAP
        return self.near_gap + (self.wide_gap - self.near_gap) * waited // self.patience


@dataclass(frozen=True, slots=True)
class Met:
    """Who met whom: games of each pair ``tonight``, and the pairs of the evening before; ``due``
    the pairs that have a game of a league to play.
    """

    tonight: Mapping[tuple[int, int], int] = field(default_factory=dict)
    last_time: frozenset[tuple[int, int]] = frozenset()
    due: frozenset[tuple[int, int]] = frozenset()

    def times(self, first: int, second: int) -> int:
        """How often two people have played tonight."""
        return self.tonight.get(pair_of(first, second), 0)

    def lately(self, first: int, second: int) -> bool:
        """Whether two people played on the evening before."""
        return pair_of(first, second) in self.last_time

    def owes(self, first: int, second: int) -> bool:
        """Whether two people have a game of a league to play."""
        return pair_of(first, second) in self.due


def pair_of(first: int, second: int) -> tuple[int, int]:
    """Two people as one key, the smaller first."""
    return (first, second) if first < second else (second, first)


def check_waiting(people: Iterable[Waiting]) -> tuple[Waiting, ...]:
    """Return them in the order of their keys.

    Raises RuleError E_DUPLICATE for somebody who waits twice, E_RANGE for too many people and for
    points or minutes that nobody can have, E_INCONSISTENT for somebody who wishes for himself.
    """
    waiting = tuple(sorted(people, key=lambda person: person.key))
    if len(waiting) > MOST_WAITING:
        raise RuleError(
            Code.RANGE, field="people", value=len(waiting), accepted=AcceptedRange(0, MOST_WAITING)
        )
    keys = [person.key for person in waiting]
    for key, following in itertools.pairwise(keys):
        if key == following:
            raise RuleError(Code.DUPLICATE, field="people", value=key)
    for person in waiting:
        if not 0 <= person.points <= WIDEST_GAP:
            raise RuleError(
                Code.RANGE,
                field="points",
                value=person.points,
                accepted=AcceptedRange(0, WIDEST_GAP),
            )
        if not 0 <= person.waited <= LONGEST_WAIT:
            raise RuleError(
                Code.RANGE,
                field="waited",
                value=person.waited,
                accepted=AcceptedRange(0, LONGEST_WAIT),
            )
        if person.key in person.rivals | person.not_with:
            raise RuleError(Code.INCONSISTENT, field="wishes", value=person.key)
    return waiting
