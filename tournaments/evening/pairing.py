"""Fair pairs for those who wait: one table of weights, one proven optimum.

What counts, the gravest first; a lesser reason never outweighs a graver one:

1. as many games as possible;
2. nobody meets the same opponent twice tonight;
3. who waits on has waited least;
4. a game of a league that two of them have to play;
5. no pair of the evening before, no one-sided game;
6. wishes met and strengths near each other: the square of the gap in points, less for a wish.

A game of a league is never one-sided: its conditions are the league's.  A second game of two
people, or a one-sided game, is offered only when both have waited longer than the club's patience;
before that they wait for somebody better.  While games are going on, those who have just become
free wait for somebody near in strength, the less so the longer one of the two waits
(:meth:`~tournaments.evening.people.EveningSettings.reach`); a game of a league, a rival and a
teaching game are offered at once.  Where somebody would have to meet the same opponent again,
everybody is offered to everybody.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from tournaments.evening.people import (
    MOST_WAITING,
    EveningSettings,
    Met,
    Waiting,
    check_waiting,
)
from tournaments.events.matching.proof import Proof
from tournaments.events.matching.solve import Ints, best_matching

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
    :func:`~tournaments.evening.people.check_waiting` raises.

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
