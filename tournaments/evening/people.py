"""Who waits on a club night, and what the club holds to."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from ratings.errors import Code, RuleError

#: So many may wait at once; a larger room is a tournament.
MOST_WAITING: Final = 64
#: Longer than this nobody waits: minutes of a whole day.
LONGEST_WAIT: Final = 24 * 60
#: Strength is told apart so far, in points.
WIDEST_GAP: Final = 999


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
    """

    patience: int = 10
    wide_gap: int = 90
    even_gap: int = 15


@dataclass(frozen=True, slots=True)
class Met:
    """Who met whom: games of each pair ``tonight``, and the pairs of the evening before; ``due``
    the pairs that have a game of a league to play.
    """

    tonight: Mapping[tuple[int, int], int] = field(default_factory=dict)
    last_time: frozenset[tuple[int, int]] = frozenset()
    due: frozenset[tuple[int, int]] = frozenset()

    def times(self, one: int, other: int) -> int:
        """How often two people have played tonight."""
        return self.tonight.get(pair_of(one, other), 0)

    def lately(self, one: int, other: int) -> bool:
        """Whether two people played on the evening before."""
        return pair_of(one, other) in self.last_time

    def owes(self, one: int, other: int) -> bool:
        """Whether two people have a game of a league to play."""
        return pair_of(one, other) in self.due


def pair_of(one: int, other: int) -> tuple[int, int]:
    """Two people as one key, the smaller first."""
    return (one, other) if one < other else (other, one)


def check_waiting(people: Iterable[Waiting]) -> tuple[Waiting, ...]:
    """Return them in the order of their keys.

    Raises RuleError E_DUPLICATE for somebody who waits twice, E_RANGE for too many people and for
    points or minutes that nobody can have, E_INCONSISTENT for somebody who wishes for himself.
    """
    found = tuple(sorted(people, key=lambda one: one.key))
    if len(found) > MOST_WAITING:
        raise RuleError(Code.RANGE, field="people", value=len(found), accepted=f"0…{MOST_WAITING}")
    keys = [one.key for one in found]
    for one, following in itertools.pairwise(keys):
        if one == following:
            raise RuleError(Code.DUPLICATE, field="people", value=one)
    for person in found:
        if not 0 <= person.points <= WIDEST_GAP:
            raise RuleError(
                Code.RANGE, field="points", value=person.points, accepted=f"0…{WIDEST_GAP}"
            )
        if not 0 <= person.waited <= LONGEST_WAIT:
            raise RuleError(
                Code.RANGE, field="waited", value=person.waited, accepted=f"0…{LONGEST_WAIT}"
            )
        if person.key in person.rivals | person.not_with:
            raise RuleError(Code.INCONSISTENT, field="wishes", value=person.key)
    return found
