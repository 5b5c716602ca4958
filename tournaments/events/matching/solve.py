"""The heaviest pairing of a field, with its proof.

The field is never cut into pieces.  An assignment gives prices and nearly all pairs; a few searches
give the rest; the prices are then checked against every pair.  Where a check fails, or the field
cannot be paired without a pair that is not allowed, the general algorithm decides; that no pairing
is left at all is found before it searches.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import rustworkx
from numpy.typing import NDArray

from ratings.errors import Code, RuleError
from tournaments.events.matching.assignment import Assignment, assign
from tournaments.events.matching.proof import OddGroup, Prices, Proof, ProofKind
from tournaments.events.matching.search import MatchingSearch

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Pairs = tuple[tuple[int, int], ...]

_FAR = 2**62
_LARGEST = 2**57  # beyond it prices could leave 64 bits


@dataclass(frozen=True, slots=True)
class Matching:
    """``pairs`` (i < j, ascending), the sum of their weights, and why no other sum is larger."""

    pairs: Pairs
    total: int
    proof: Proof


def best_matching(weights: Ints, *, allowed: Flags | None = None) -> Matching:
    """Return a heaviest pairing of everybody.

    ``weights``: n × n 64-bit integers, symmetric, the diagonal ignored, n even.  ``allowed``:
    n × n, symmetric; pairs that are not allowed are never made, whatever is lost.

    Raises RuleError E_INCONSISTENT for an odd n, E_STATE where the allowed pairs do not suffice.

    >>> table = np.array([[0, 9, 8, 1], [9, 0, 2, 7], [8, 2, 0, 3], [1, 7, 3, 0]])
    >>> found = best_matching(table)
    >>> found.pairs, found.total, found.proof.gap
    (((0, 2), (1, 3)), 15, 0)
    """
    size = len(weights)
    if size % 2:
        raise RuleError(Code.INCONSISTENT, "players", size, reason="tournament.odd_places")
    if not size:
        return Matching((), 0, Proof(ProofKind.PRICES, 0, 0, 0))
    solved = _by_prices(weights, allowed)
    if solved is None and allowed is not None:
        _need_some_pairing(allowed)
    return solved or _by_every_pair(weights, allowed)


def _need_some_pairing(allowed: Flags) -> None:
    """Raise RuleError E_STATE (``no_pairing_left``) where prices show that pairs are missing.

    Every allowed pair weighs 1 here, every other 0: whoever the heaviest pairing leaves in a pair
    of weight 0 cannot be paired.
    """
    most = _by_prices(allowed.astype(np.int64), None)
    if most is not None and 2 * most.total < len(allowed):
        raise _none_left(len(allowed) - 2 * most.total)


def most_pairs(allowed: Flags) -> Pairs:
    """Return a pairing of everybody (an odd one but for one) with as few pairs as possible that
    are not allowed.
    """
    size = len(allowed)
    even = np.pad(allowed, (0, size % 2), constant_values=True).astype(np.int64)
    most = _by_prices(even, None)
    pairs = most.pairs if most is not None else dense_pairs(even)
    return tuple(pair for pair in pairs if max(pair) < size)


def _none_left(players: int) -> RuleError:
    return RuleError(Code.STATE, "forbidden", players, reason="tournament.no_pairing_left")


def _by_prices(weights: Ints, allowed: Flags | None) -> Matching | None:
    doubled = _doubled_table(weights, allowed)
    if doubled is None:
        return None
    search = _start(doubled, assign(doubled))
    for player, mate in enumerate(search.mate):
        if mate < 0 and search.mate[player] < 0:
            search.pair_up(player)
    pairs = tuple((i, j) for i, j in enumerate(search.mate) if i < j)
    if allowed is not None and not all(allowed[pair] for pair in pairs):
        return None
    total = sum(weights.item(pair) for pair in pairs)
    prices = _prices_of(search)
    if not prices.cover(doubled) or prices.bound2() != 2 * total:
        return None
    edges = len(weights) * (len(weights) - 1) // 2
    return Matching(pairs, total, Proof(ProofKind.PRICES, edges, total, 0, prices))


def _doubled_table(weights: Ints, allowed: Flags | None) -> Ints | None:
    """Return twice the weights, pairs that are not allowed too light to pay; None without room."""
    table = weights.copy()
    if allowed is None:
        np.fill_diagonal(table, table.item(0, 1))
        low, high = int(table.min()), int(table.max())
    else:
        closed = ~allowed
        np.fill_diagonal(closed, val=True)
        if closed.all():
            return None
        np.copyto(table, _FAR, where=closed)
        low = int(table.min())
        np.copyto(table, -_FAR, where=closed)
        high = int(table.max())
    if max(abs(low), abs(high)) >= _LARGEST // 4:
        return None
    # As light as all pairs together are heavy, or as there is room for; a pairing that still makes
    # such a pair is not taken on trust but left to the general algorithm.
    light = max(low - 1 - (high - low) * (len(table) // 2), -_LARGEST)
    if allowed is not None:
        np.copyto(table, light, where=closed)
    np.fill_diagonal(table, max(light, low - 1 - (high - low)))
    table *= 2
    return table


def _start(doubled: Ints, named: Assignment) -> MatchingSearch:
    """Pair along the rings in which players name each other; an odd ring leaves one unpaired."""
    partner = named.partner.tolist()
    mate = [-1] * len(partner)
    seen = [False] * len(partner)
    for start in range(len(partner)):
        ring = []
        player = start
        while not seen[player]:
            seen[player] = True
            ring.append(player)
            player = partner[player]
        for k in range(0, len(ring) - 1, 2):
            mate[ring[k]], mate[ring[k + 1]] = ring[k + 1], ring[k]
    return MatchingSearch(doubled, (named.row + named.column) // 2, mate)


def _prices_of(search: MatchingSearch) -> Prices:
    groups = [
        OddGroup(tuple(part.players.tolist()), part.price)
        for blossom in search.blossoms
        for part in blossom.inside()
        if part.price
    ]
    return Prices(search.price, tuple(groups))


def _by_every_pair(weights: Ints, allowed: Flags | None) -> Matching:
    pairs = dense_pairs(weights, allowed)
    if 2 * len(pairs) != len(weights):
        raise _none_left(len(weights) - 2 * len(pairs))
    total = sum(int(weights[pair]) for pair in pairs)
    edges = len(weights) * (len(weights) - 1) // 2
    if allowed is not None:
        edges = int(np.triu(allowed, 1).sum())
    return Matching(pairs, total, Proof(ProofKind.DENSE, edges, total, 0))


def dense_pairs(weights: Ints, allowed: Flags | None = None) -> Pairs:
    """Return the pairs (i < j, ascending) of a heaviest pairing; fewer than n / 2 if none is whole.

    By a general algorithm over every pair: slow, and our yardstick.  Exact: the library adds the
    weights as 128-bit integers.
    """
    size = len(weights)
    upper = np.triu(np.ones((size, size), np.bool_), 1)
    if allowed is not None:
        upper &= allowed
    first, second = np.nonzero(upper)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from(
        list(zip(first.tolist(), second.tolist(), weights[first, second].tolist(), strict=True))
    )
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return tuple(sorted((min(pair), max(pair)) for pair in matched))
