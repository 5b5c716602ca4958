"""The places of seeds in a bracket: the best meet as late as they can, byes go to the best."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import rustworkx as rx

from ratings.checks import whole_number
from tournaments.brackets.settings import MOST_PLAYERS

_FEWEST = 2


def bracket_size(players: int) -> int:
    """Return the places of the bracket: the least power of 2; raises RuleError E_RANGE.

    >>> bracket_size(2), bracket_size(5), bracket_size(256)
    (2, 8, 256)
    """
    whole_number(players, field="players", low=_FEWEST, high=MOST_PLAYERS)
    return 1 << (players - 1).bit_length()


def seed_order(size: int) -> tuple[int, ...]:
    """Return the seed of each place of a bracket of 2, 4, 8 … places, top to bottom.

    The first 2, 4, 8 … seeds are in different halves, quarters, eighths; in the first round the
    best meets the last, so that the places that stay empty are byes of the best.

    >>> seed_order(8)
    (1, 8, 5, 4, 3, 6, 7, 2)
    """
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [
            seed
            for at, known in enumerate(order)
            for seed in ((known, total - known) if at % 2 == 0 else (total - known, known))
        ]
    return tuple(order)


def meeting_round(first: int, second: int, size: int) -> int:
    """Return the round (from 1) in which two seeds meet if both win until then.

    >>> meeting_round(1, 2, 8), meeting_round(1, 4, 8), meeting_round(1, 8, 8)
    (3, 2, 1)
    """
    order = seed_order(size)
    return (order.index(first) ^ order.index(second)).bit_length()


def drop_masks(rounds: int) -> tuple[int, ...]:
    """Return how the losers of each round of the winners' bracket are moved in the losers' bracket.

    The loser of match *i* of round *r* (from 1) takes place ``i ^ masks[r - 1]``.  Those whom
    players beat before fell to places that belong to the same match of their round; the mask keeps
    them apart as long as it can: the next rematch as late as possible, then the second, …

    >>> drop_masks(4)
    (0, 2, 0, 0)
    """
    masks = [0]
    for number in range(2, rounds + 1):
        bits = rounds - number
        earlier = [mask >> (bits_of - bits) for mask, bits_of in _with_bits(masks, rounds)]
        masks.append(
            max(
                range(1 << bits),
                key=lambda mask: (sorted((mask ^ known).bit_length() for known in earlier), -mask),
            )
        )
    return tuple(masks)


def _with_bits(masks: list[int], rounds: int) -> list[tuple[int, int]]:
    """Each mask with its width; the losers of the first round share places in twos."""
    return [(mask, rounds - max(number, 2)) for number, mask in enumerate(masks, 1)]


def cross_seeded(pools: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the qualifiers of some pools by seed: all first places, then all second, ….

    ``pools``: of each, its players from the best on.  Among players of the same place the order is
    that of the pools, as far as it keeps players of one pool apart as long as possible.

    >>> cross_seeded([[1, 2], [3, 4]])
    (1, 3, 2, 4)
    """
    seeds: list[int] = []
    size = bracket_size(sum(map(len, pools)))
    slot = {seed: place for place, seed in enumerate(seed_order(size))}
    slots_of: dict[int, list[int]] = defaultdict(list)
    for place in range(max(map(len, pools))):
        group = [pool for pool, players in enumerate(pools) if place < len(players)]
        free = range(len(seeds) + 1, len(seeds) + len(group) + 1)
        for pool, seed in zip(group, _apart(group, free, slot, slots_of, size), strict=True):
            slots_of[pool].append(slot[seed])
            seeds.append(seed)
    owner = {slot[seed]: 0 for seed in seeds}
    for pool, slots in slots_of.items():
        for player, at in zip(pools[pool], slots, strict=True):
            owner[at] = player
    return tuple(owner[slot[seed]] for seed in range(1, len(seeds) + 1))


def _apart(
    group: Sequence[int],
    free: Sequence[int],
    slot: dict[int, int],
    slots_of: dict[int, list[int]],
    size: int,
) -> list[int]:
    """Return a seed for each pool, so that its players meet late; then in the pools' order."""
    depth = size.bit_length()
    costs = [
        [
            sum((size + 1) ** (depth - (slot[seed] ^ mate).bit_length()) for mate in slots_of[pool])
            for seed in free
        ]
        for pool in group
    ]
    return [free[column] for column in assigned(costs)]


def assigned(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return the column of each row, of no more rows than columns, at the least cost in all.

    Between equal costs every row has the column of its own number as far as that can be.

    >>> assigned([[1, 0], [0, 1]])
    [1, 0]
    """
    graph: rx.PyGraph[int, int] = rx.PyGraph()
    graph.add_nodes_from(range(len(costs) + len(costs[0])))
    for row, line in enumerate(costs):
        for column, cost in enumerate(line):
            weight = cost * len(line) ** 3 + (row - column) ** 2
            graph.add_edge(row, len(costs) + column, -weight)
    matched = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    column_of = {min(pair): max(pair) - len(costs) for pair in matched}
    return [column_of[row] for row in range(len(costs))]
