"""Why two players meet: what their pair earned, and what every other choice would have cost.

Losses are those of the whole round: the next best partner of one player takes somebody else's, so
a pair that looks better alone may cost more elsewhere.  Source: PAIRING.md, "Weight of a pair".
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ratings.errors import Code, RuleError
from tournaments.events.apart import KeptApart
from tournaments.events.groups import Contender
from tournaments.events.matching.solve import best_matching
from tournaments.events.pairing import PairedRound, allowed_pairs, match_free
from tournaments.events.weights.criteria import Criterion, largest, points, weight
from tournaments.events.weights.table import weight_table

Ints = NDArray[np.int64]

_TRIES = 8


@dataclass(frozen=True, slots=True)
class CriterionRow:
    """One criterion: what the pair earned, the most there was, and what it therefore cost."""

    criterion: Criterion
    points: int
    largest: int

    @property
    def cost(self) -> int:
        """The points that the pair did not earn."""
        return self.largest - self.points


@dataclass(frozen=True, slots=True)
class Alternative:
    """The next best partner of a player: ``loss`` is what the whole round would have lost.

    ``exact`` is False where other partners, all costing at least ``loss``, were too many to try.
    """

    player: int
    partner: int
    loss: int
    rows: tuple[CriterionRow, ...]
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Explanation:
    """A pair's rows and weight, and the next best partner of either; none if made by hand."""

    players: tuple[int, int]
    weight: int
    by_hand: bool
    rows: tuple[CriterionRow, ...]
    alternatives: tuple[Alternative, ...]


def why(pairing: PairedRound, first: int, second: int) -> Explanation:
    """Return why two players meet in a pairing.

    Raises RuleError E_UNKNOWN where they do not meet in it.
    """
    game = next(
        (game for game in pairing.games if {game.white, game.black} == {first, second}), None
    )
    if game is None:
        raise RuleError(Code.UNKNOWN, "pair", (first, second))
    known = {contender.id: contender for contender in pairing.pool.contenders}
    by_hand = game.table in pairing.fixed
    neighbours = [] if by_hand else [_next_best(pairing, first), _next_best(pairing, second)]
    alternatives = tuple(neighbour for neighbour in neighbours if neighbour is not None)
    return Explanation(
        (first, second),
        weight(pairing.pool, known[first], known[second]),
        by_hand,
        _rows(pairing, known[first], known[second]),
        alternatives,
    )


def cost_of_forbidding(pairing: PairedRound, first: int, second: int) -> int:
    """Return what the whole round lost because two players may not meet: 0 if nothing.

    The round is paired again without that one ban and the totals compared; the bye and pairs made
    by hand stay.  Raises RuleError E_UNKNOWN where the pair is not forbidden.
    """
    ban = frozenset((first, second))
    if ban not in pairing.request.forbidden:
        raise RuleError(Code.UNKNOWN, "forbidden", (first, second))
    without = match_free(pairing.pool, pairing.free, pairing.request.forbidden - {ban})
    return without.total - pairing.matching.total


@dataclass(frozen=True, slots=True)
class KeptTogether:
    """Tables at which two meet whom a soft rule keeps apart, and what keeping them apart costs.

    ``loss``: what the whole round would lose if the rule were hard, None where not everybody could
    be paired then; ``groups``: by how many score groups more its pairs would be apart, in all.
    """

    rule: KeptApart
    tables: tuple[int, ...]
    loss: int | None
    groups: int


def kept_together(pairing: PairedRound) -> tuple[KeptTogether, ...]:
    """Return what each soft rule gave way to in a pairing; costs a pairing for each that did.

    Tables by hand are not among them: nothing was weighed there.
    """
    broken = []
    for rule in pairing.pool.apart:
        tables = tuple(
            game.table
            for game in pairing.games
            if game.table not in pairing.fixed and rule.separates(game.white, game.black)
        )
        if tables and not rule.hard:
            broken.append(KeptTogether(rule, tables, *_cost_of_rule(pairing, rule)))
    return tuple(broken)


def _cost_of_rule(pairing: PairedRound, rule: KeptApart) -> tuple[int | None, int]:
    hard = tuple(replace(r, groups=None) if r is rule else r for r in pairing.pool.apart)
    try:
        strict = match_free(
            replace(pairing.pool, apart=hard), pairing.free, pairing.request.forbidden
        )
    except RuleError:
        return None, 0
    # Under the event's own rule, so that the two rounds are weighed alike.
    table = weight_table(replace(pairing.pool, contenders=pairing.free))
    total = sum(int(table[pair]) for pair in strict.pairs)
    gaps = [
        sum(abs(pairing.free[i].group - pairing.free[j].group) for i, j in matching.pairs)
        for matching in (pairing.matching, strict)
    ]
    return pairing.matching.total - total, gaps[1] - gaps[0]


def _rows(pairing: PairedRound, first: Contender, second: Contender) -> tuple[CriterionRow, ...]:
    earned = points(pairing.pool, first, second)
    return tuple(
        CriterionRow(criterion, value, largest(pairing.pool, criterion))
        for criterion, value in earned.items()
    )


def _next_best(pairing: PairedRound, player: int) -> Alternative | None:
    """Try partners by the least they can cost, until no other can cost less than the best found."""
    free = pairing.free
    place = next(k for k, contender in enumerate(free) if contender.id == player)
    table = weight_table(replace(pairing.pool, contenders=free))
    best: tuple[int, int] | None = None
    exact = True
    for tried, (at_least, partner) in enumerate(_candidates(pairing, table, place)):
        if best is not None and at_least >= best[0]:
            break
        if tried == _TRIES:
            exact = False
            break
        loss = _loss_with(pairing, table, (place, partner))
        if loss is not None and (best is None or loss < best[0]):
            best = (loss, partner)
    if best is None:
        return None
    partner_rows = _rows(pairing, free[place], free[best[1]])
    return Alternative(player, free[best[1]].id, best[0], partner_rows, exact)


def _candidates(pairing: PairedRound, table: Ints, place: int) -> list[tuple[int, int]]:
    """Every other allowed partner with the least cost to the round, cheapest first.

    The prices of the proof tell the least; without them only the weights tell whom to try first.
    """
    prices = pairing.proof.prices
    mate = next(i + j - place for i, j in pairing.matching.pairs if place in (i, j))
    likely = -table[place] if prices is None else (prices.slack2_of(place, table) + 1) // 2
    order = sorted(range(len(table)), key=lambda k: (int(likely[k]), k))
    return [
        (0 if prices is None else int(likely[k]), k)
        for k in order
        if k not in (place, mate) and _allowed(pairing, place, k)
    ]


def _allowed(pairing: PairedRound, i: int, j: int) -> bool:
    first, second = pairing.free[i].id, pairing.free[j].id
    return frozenset((first, second)) not in pairing.request.forbidden and not any(
        rule.hard and rule.separates(first, second) for rule in pairing.pool.apart
    )


def _loss_with(pairing: PairedRound, table: Ints, pair: tuple[int, int]) -> int | None:
    """What the round loses if this pair is made; None where the others cannot be paired then."""
    others = np.array([k for k in range(len(table)) if k not in pair], np.int64)
    allowed = allowed_pairs(
        tuple(pairing.free[k] for k in others.tolist()),
        pairing.request.forbidden,
        pairing.pool.apart,
    )
    try:
        rest = best_matching(table[np.ix_(others, others)], allowed=allowed)
    except RuleError:
        return None
    return pairing.matching.total - rest.total - int(table[pair])
