"""The pools of a round robin: who is in which, who meets in which round, who is best placed next.

House rules.  Pools are numbered from 1 and rounds from 0.  The free round of an odd pool is no bye
and earns nothing: everybody of that pool has one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from tournaments.brackets.draw import assigned
from tournaments.events.apart import by_club, by_country
from tournaments.events.criteria import CRITERIA
from tournaments.events.field import Player, TournamentGame
from tournaments.events.placement import StandingsRow
from tournaments.events.roundrobin import round_robin
from tournaments.events.scores.direct import DIRECT


def draw_pools(players: Sequence[Player], count: int) -> dict[int, int]:
    """Return the pool of every player by id; *players* from the strongest on.

    Whoever has one of these pools keeps it.  The others go in a snake: the strongest one to each
    pool, the next ones in the opposite order.  Of those who go at a time, clubmates and then
    compatriots are kept out of the pools where they have most of theirs.

    >>> sorted(draw_pools([Player(n, f"P{n}") for n in range(1, 6)], 2).items())
    [(1, 1), (2, 2), (3, 2), (4, 1), (5, 1)]
    """
    pools = {number: [p for p in players if p.pool == number] for number in range(1, count + 1)}
    left = [player for player in players if player.pool not in pools]
    ties = (by_club(players), by_country(players))
    while left:
        level = min(map(len, pools.values()))
        open_pools = [number for number, mates in pools.items() if len(mates) == level]
        if level % 2:
            open_pools.reverse()
        group, left = left[: len(open_pools)], left[len(open_pools) :]
        costs = [[_mates(player, pools[number], ties) for number in open_pools] for player in group]
        for player, column in zip(group, assigned(costs), strict=True):
            pools[open_pools[column]].append(player)
    return {player.id: number for number, mates in pools.items() for player in mates}


def _mates(player: Player, pool: Sequence[Player], ties: Sequence[Mapping[int, str]]) -> int:
    """What it costs to put a player into a pool: its clubmates, then its compatriots there."""
    cost = 0
    for shared in ties:
        own = shared.get(player.id)
        cost = cost * (len(pool) + 1)
        cost += sum(own is not None and shared.get(mate.id) == own for mate in pool)
    return cost


def rounds_of(pools: Mapping[int, Sequence[int]]) -> int:
    """Return in how many rounds everybody has met everybody of the pool.

    >>> rounds_of({1: [1, 2, 3, 4], 2: [5, 6, 7]})
    3
    """
    return max(len(players) - 1 + len(players) % 2 for players in pools.values())


def pool_games(pools: Mapping[int, Sequence[int]], number: int) -> tuple[TournamentGame, ...]:
    """Return the games of a 0-based round, pool by pool, in the order of Berger's tables.

    ``pools``: the players of each by place.  A pool that is through rests until all of them are;
    then everybody meets again with colours exchanged.

    >>> [(game.white, game.black) for game in pool_games({1: [1, 2, 3, 4], 2: [5, 6, 7]}, 0)]
    [(1, 4), (2, 3), (6, 7)]
    """
    cycle, at = divmod(number, rounds_of(pools))
    games: list[TournamentGame] = []
    for _pool, players in sorted(pools.items()):
        rounds = round_robin(players, cycles=cycle + 1)
        each = len(rounds) // (cycle + 1)
        games += rounds[cycle * each + at].games if at < each else ()
    return tuple(replace(game, table=table) for table, game in enumerate(games, 1))


def averages(row: StandingsRow, games: int) -> tuple[Fraction, ...]:
    """Return a player's criteria per game, to compare players of pools that differ in size.

    More is better.  Direct encounters say nothing of another pool.
    """
    return tuple(
        Fraction(row.scores[name]) / (2 * games) * (-1 if CRITERIA[name].ascending else 1)
        for name in row.criteria
        if name not in DIRECT
    )
