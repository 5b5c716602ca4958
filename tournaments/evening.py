"""A club night: fair pairs for those who wait, again whenever somebody comes, ends or leaves."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from tournaments.events.matching.proof import Proof
from tournaments.events.matching.solve import Ints, best_matching

# Who waits on a club night, and what the club holds to.


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

    ``key`` names the person, ``points`` is the strength (a stone is ten), ``waited`` whole minutes.
    ``rivals`` are those they would like to meet, ``not_with`` those they would rather not.
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
    minutes that one of the two has waited, to any strength when the maximum wait ends.  As wide as
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
    points or minutes that nobody can have, E_INCONSISTENT for players who wish for themselves.
    """
    waiting = tuple(sorted(people, key=lambda person: person.key))
    if len(waiting) > MOST_WAITING:
        raise RuleError(Code.RANGE, "people", len(waiting), AcceptedRange(0, MOST_WAITING))
    keys = [person.key for person in waiting]
    for key, following in itertools.pairwise(keys):
        if key == following:
            raise RuleError(Code.DUPLICATE, "people", key)
    for person in waiting:
        if not 0 <= person.points <= WIDEST_GAP:
            raise RuleError(Code.RANGE, "points", person.points, AcceptedRange(0, WIDEST_GAP))
        if not 0 <= person.waited <= LONGEST_WAIT:
            raise RuleError(Code.RANGE, "waited", person.waited, AcceptedRange(0, LONGEST_WAIT))
        if person.key in person.rivals | person.not_with:
            raise RuleError(Code.INCONSISTENT, "wishes", person.key, reason="night.own_wish")
    return waiting


# Fair pairs for those who wait: one table of weights, one proven optimum.


#: A gap beyond this many points is as bad as this one.
_FARTHEST: Final = 200
#: What one wish is worth, in squared points: it makes up for a gap of 20.
_WISH: Final = 400
_WISHES: Final = 4
#: More games of two people than this, and longer waiting in minutes, are as bad as this.
_MOST_MET: Final = 3
_LONGEST: Final = 600
# What one unit of each reason weighs: more than all lesser ones together over a whole room.
_GAMES: Final = MOST_WAITING // 2
_LATELY: Final = (_FARTHEST**2 + _WISHES * _WISH) * _GAMES + 1
_DUE: Final = _LATELY * (2 * _GAMES + 1)
_WAITED: Final = _DUE * (_GAMES + 1)
_TONIGHT: Final = _WAITED * (MOST_WAITING * _LONGEST + 1)
_GAME: Final = _TONIGHT * (_MOST_MET * _GAMES + 1)


@dataclass(frozen=True, slots=True)
class PairReason:
    """Why these two: what a page says in a sentence.

    ``gap`` in points, ``waited`` minutes of the one who waited longer, ``met_tonight`` games before
    this one, ``met_lately`` on the evening before, ``due`` a game of a league, ``wishes`` met by
    it, in this order of ``rival``, ``teaching``, ``even``, ``small`` (a board that both want).
    """

    gap: int
    waited: int
    met_tonight: int
    met_lately: bool
    one_sided: bool
    wishes: tuple[str, ...]
    due: bool = False


@dataclass(frozen=True, slots=True)
class EveningPair:
    """Two people who should play: ``stronger`` has at least the points of ``weaker``."""

    stronger: int
    weaker: int
    why: PairReason


@dataclass(frozen=True, slots=True)
class EveningPairing:
    """Pairs, the longest waiting first; those who wait on; and why nothing is better."""

    pairs: tuple[EveningPair, ...]
    waiting: tuple[int, ...]
    proof: Proof


def pair_evening(
    people: Iterable[Waiting], met: Met, settings: EveningSettings | None = None
) -> EveningPairing:
    """Return the best pairs of those who wait.

    The order in which people are given changes nothing.  Raises what
    :func:`~tournaments.evening.check_waiting` raises.

    >>> people = [Waiting(1, 120), Waiting(2, 90), Waiting(3, 118), Waiting(4, 95)]
    >>> [(pair.stronger, pair.weaker) for pair in pair_evening(people, Met()).pairs]
    [(1, 3), (4, 2)]
    >>> met = Met(tonight={(1, 3): 1})
    >>> [(pair.stronger, pair.weaker) for pair in pair_evening(people, met).pairs]
    [(1, 4), (3, 2)]
    """
    settings = settings or EveningSettings()
    waiting = check_waiting(people)
    pairing = _best(waiting, met, settings)
    waits = settings.near_gap < settings.wide_gap
    if waits and any(pair.why.met_tonight for pair in pairing.pairs):
        # No second game where one could be avoided: not for the sake of somebody nearer either.
        pairing = _best(waiting, met, replace(settings, near_gap=settings.wide_gap))
    return pairing


def _best(waiting: tuple[Waiting, ...], met: Met, settings: EveningSettings) -> EveningPairing:
    costs = _costs(waiting, met, settings)
    matching = best_matching(-costs)
    pairs, left = [], []
    for i, j in matching.pairs:
        if j >= len(waiting):
            left.append(waiting[i])
        elif not may_meet(waiting[i], waiting[j], met, settings):
            left += [waiting[i], waiting[j]]
        else:
            pairs.append(_pair(waiting[i], waiting[j], met, settings))
    pairs.sort(key=lambda pair: (-pair.why.waited, pair.stronger, pair.weaker))
    left.sort(key=lambda person: (-person.waited, person.key))
    return EveningPairing(tuple(pairs), tuple(person.key for person in left), matching.proof)


def may_meet(first: Waiting, second: Waiting, met: Met, settings: EveningSettings) -> bool:
    """Whether two people are offered to each other now."""
    if second.key in first.not_with or first.key in second.not_with:
        return False
    reason = reason_of(first, second, met, settings)
    patient = min(first.waited, second.waited) < settings.patience
    if patient and (reason.met_tonight or reason.one_sided):
        return False
    wanted = reason.due or "rival" in reason.wishes or "teaching" in reason.wishes
    return wanted or reason.gap <= settings.reach(reason.waited)


def reason_of(first: Waiting, second: Waiting, met: Met, settings: EveningSettings) -> PairReason:
    """What speaks for and against a game of two people."""
    gap = abs(first.points - second.points)
    wishes = []
    if second.key in first.rivals or first.key in second.rivals:
        wishes.append("rival")
    if gap and (first if first.points > second.points else second).teaches:
        wishes.append("teaching")
    if (first.wants_even or second.wants_even) and gap <= settings.even_gap:
        wishes.append("even")
    if first.wants_small and second.wants_small:
        wishes.append("small")
    due = met.owes(first.key, second.key)
    fits = due or gap <= settings.wide_gap or "teaching" in wishes
    return PairReason(
        gap=gap,
        waited=max(first.waited, second.waited),
        met_tonight=met.times(first.key, second.key),
        met_lately=met.lately(first.key, second.key),
        one_sided=not fits,
        wishes=tuple(wishes),
        due=due,
    )


def pair_cost(reason: PairReason) -> int:
    """What a game costs; the cost of another reason is compared only where graver ones agree."""
    fit = min(reason.gap, _FARTHEST) ** 2 + (_WISHES - len(reason.wishes)) * _WISH
    lately = reason.met_lately + reason.one_sided
    cost = min(reason.met_tonight, _MOST_MET) * _TONIGHT + lately * _LATELY + fit
    return cost if reason.due else cost + _DUE


def waiting_cost(*people: Waiting) -> int:
    """What it costs that these people wait on."""
    return sum(_GAME + min(person.waited, _LONGEST) * _WAITED for person in people)


def _costs(waiting: tuple[Waiting, ...], met: Met, settings: EveningSettings) -> Ints:
    """Costs of every pair; with an odd number, the last row is for who waits on."""
    size = len(waiting) + len(waiting) % 2
    costs = np.zeros((size, size), dtype=np.int64)
    for i, first in enumerate(waiting):
        for j in range(i):
            second = waiting[j]
            if may_meet(first, second, met, settings):
                cost = pair_cost(reason_of(first, second, met, settings))
            else:
                cost = waiting_cost(first, second)
            costs[i, j] = costs[j, i] = cost
        if size > len(waiting):
            costs[i, -1] = costs[-1, i] = waiting_cost(first)
    return costs


def _pair(first: Waiting, second: Waiting, met: Met, settings: EveningSettings) -> EveningPair:
    stronger, weaker = sorted((first, second), key=lambda player: (-player.points, player.key))
    return EveningPair(stronger.key, weaker.key, reason_of(first, second, met, settings))
