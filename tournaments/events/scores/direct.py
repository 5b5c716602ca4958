"""Direct confrontation between players who are equal on everything that comes before it.

Both criteria look only at games between the equal players, and of those only at plain wins:
results by default, jigo and double results do not count (PAIRING.md, SDC and DC).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import Any

from tournaments.events.criteria import CRITERIA, PlacementCriterion
from tournaments.events.scores.table import ScoreTable

_WIN2 = 2

#: They have no formula of a table alone: they look at groups of players who are equal before them.
SIMPLIFIED, FULL = "SDC", "DC"
DIRECT = frozenset({SIMPLIFIED, FULL})
for _name in (SIMPLIFIED, FULL):
    CRITERIA.add(PlacementCriterion(_name))

#: What orders players after the criterion of direct confrontation; larger is better.
LaterKeys = Sequence[tuple[int | Fraction, ...]]


def net_wins(table: ScoreTable, group: Sequence[int]) -> dict[tuple[int, int], int]:
    """Return the net plain wins of every ordered pair of *group* that met, (winner, loser) first.

    A pair with one win each stands at 0; *group* holds indexes into ``table.players``.
    """
    members = set(group)
    net: dict[tuple[int, int], int] = {}
    for row, earned2, played in zip(table.opponents, table.earned2, table.played, strict=True):
        for player in group:
            opponent = row[player]
            if opponent not in members or not played[player]:
                continue
            if earned2[player] == _WIN2 and earned2[opponent] == 0:
                net[player, opponent] = net.get((player, opponent), 0) + 1
                net[opponent, player] = net.get((opponent, player), 0) - 1
    return net


def simplified(table: ScoreTable, groups: Sequence[Sequence[int]]) -> list[int]:
    """Return the doubled SDC of every player.

    Within a group in which every pair met with a decisive net result: how many of the others the
    player is ahead of; in any other group 0.
    """
    scores = [0] * table.size
    for group in groups:
        net = net_wins(table, group)
        decided = [pair for pair, wins in net.items() if wins > 0]
        if len(decided) == len(group) * (len(group) - 1) // 2:
            for winner, _ in decided:
                scores[winner] += 2
    return scores


def full(table: ScoreTable, groups: Sequence[Sequence[int]], later: LaterKeys) -> list[int]:
    """Return the doubled DC of every player.

    Whoever beat another member of the group stands above that player; players who beat one another
    in a ring count as one as far as others are concerned.  The group is peeled from below: of those
    with no victory left in it, the weakest by *later* (the criteria after DC) leave together.

    A pair that met twice with the same winner counts as undecided, as in OpenGotha, which asks for
    a net result of exactly one.
    """
    scores = [0] * table.size
    for group in groups:
        if len(group) < 2:
            continue
        beaten: dict[int, list[int]] = {player: [] for player in group}
        for (winner, loser), wins in net_wins(table, group).items():
            if wins == 1:
                beaten[winner].append(loser)
        places = _peel(group, beaten, later)
        lowest = max(places.values())
        for player, place in places.items():
            scores[player] = 2 * (lowest - place)
    return scores


def _peel(group: Sequence[int], beaten: dict[int, list[int]], later: LaterKeys) -> dict[int, int]:
    """The place of every member, 1 for the best; equal ones share the better place."""
    ring_of = _rings(group, beaten)
    members: dict[int, list[int]] = {}
    for player in group:
        members.setdefault(ring_of[player], []).append(player)
    above, left_below = _links(ring_of, beaten, members)
    free: list[Any] = [
        (later[player], player) for player in group if not left_below[ring_of[player]]
    ]
    heapify(free)
    places: dict[int, int] = {}
    while free:
        leaving = [heappop(free)]
        while free and free[0][0] == leaving[0][0]:
            leaving.append(heappop(free))
        place = 1 + len(group) - len(places) - len(leaving)
        for _, player in leaving:
            places[player] = place
            for ring in above[ring_of[player]]:
                left_below[ring] -= 1
                if not left_below[ring]:
                    for freed in members[ring]:
                        heappush(free, (later[freed], freed))
    return places


def _links(
    ring_of: dict[int, int], beaten: dict[int, list[int]], members: dict[int, list[int]]
) -> tuple[dict[int, set[int]], dict[int, int]]:
    """The rings that beat each ring, and how many players each ring has beneath it."""
    above: dict[int, set[int]] = {ring: set() for ring in members}
    for winner, losers in beaten.items():
        for loser in losers:
            if ring_of[winner] != ring_of[loser]:
                above[ring_of[loser]].add(ring_of[winner])
    left_below = dict.fromkeys(members, 0)
    for ring, winner_rings in above.items():
        for winner_ring in winner_rings:
            left_below[winner_ring] += len(members[ring])
    return above, left_below


def _rings(group: Sequence[int], beaten: dict[int, list[int]]) -> dict[int, int]:
    """The strongly connected component of every member, named by one of its players (Tarjan)."""
    order: dict[int, int] = {}
    lowest: dict[int, int] = {}
    ring_of: dict[int, int] = {}
    open_players: list[int] = []
    for root in group:
        if root in order:
            continue
        path: list[tuple[int, Iterator[int]]] = [(root, iter(beaten[root]))]
        order[root] = lowest[root] = len(order)
        open_players.append(root)
        while path:
            player, losers = path[-1]
            for loser in losers:
                if loser not in order:
                    order[loser] = lowest[loser] = len(order)
                    open_players.append(loser)
                    path.append((loser, iter(beaten[loser])))
                    break
                if loser not in ring_of:
                    lowest[player] = min(lowest[player], order[loser])
            else:
                path.pop()
                if path:
                    parent = path[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[player])
                if lowest[player] == order[player]:
                    while player not in ring_of:
                        ring_of[open_players.pop()] = player
    return ring_of
