"""Pools of a round robin: the draw, the rounds, the table, and who is best placed next."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tournaments.events.field import GameResult, Player, Tournament, TournamentGame, TournamentRound
from tournaments.events.placement import POOLS, parted_by, standings
from tournaments.events.pools import averages, draw_pools, pool_games, rounds_of
from tournaments.events.settings import Kind, PoolSettings, Settings


def people(count: int, **columns: list[str]) -> list[Player]:
    """Players 1, 2, …, the strongest first."""
    return [
        Player(n, f"P{n:02}", **{name: values[n - 1] for name, values in columns.items()})
        for n in range(1, count + 1)
    ]


@st.composite
def fields(draw: st.DrawFn) -> tuple[list[Player], int]:
    size = draw(st.integers(2, 64))
    clubs = draw(st.lists(st.sampled_from(["", "A", "B", "C"]), min_size=size, max_size=size))
    return people(size, club=clubs), draw(st.integers(1, size // 2))


@given(fields())
def test_a_draw_is_even_by_strength_and_everybody_of_a_pool_meets_once(field):
    players, count = field
    pool_of = draw_pools(players, count)
    pools: dict[int, list[int]] = {}
    for player in players:
        pools.setdefault(pool_of[player.id], []).append(player.id)
    assert sorted(pools) == list(range(1, count + 1))
    assert max(map(len, pools.values())) - min(map(len, pools.values())) <= 1
    for members in pools.values():  # one of the strongest, one of the next, …
        assert [(number - 1) // count for number in members] == list(range(len(members)))
    rounds = [pool_games(pools, number) for number in range(rounds_of(pools))]
    met = Counter(frozenset((g.white, g.black)) for games in rounds for g in games)
    assert set(met.values()) <= {1}
    assert sum(met.values()) == sum(len(m) * (len(m) - 1) // 2 for m in pools.values())
    seats = Counter(n for games in rounds for g in games for n in (g.white, g.black))
    for members in pools.values():  # of an odd pool everybody rests once
        assert {seats[n] for n in members} == {len(members) - 1}
    for games in rounds:
        assert [game.table for game in games] == list(range(1, len(games) + 1))
        seated = [n for game in games for n in (game.white, game.black)]
        assert len(seated) == len(set(seated))


def test_clubmates_and_compatriots_are_drawn_apart_and_a_pool_by_hand_is_kept():
    assert draw_pools(people(4, club=["A", "B", "B", "A"]), 2) == {1: 1, 2: 2, 3: 1, 4: 2}
    assert draw_pools(people(4, country=["PL", "JP", "jp", "PL"]), 2) == {1: 1, 2: 2, 3: 1, 4: 2}
    fixed = [Player(n, f"P{n}", pool=2 if n < 3 else 9) for n in range(1, 7)]
    assert draw_pools(fixed, 2) == {1: 2, 2: 2, 3: 1, 4: 1, 5: 1, 6: 2}


def test_a_pool_that_is_through_rests_and_a_second_cycle_exchanges_colours():
    pools = {1: [1, 2], 2: [3, 4, 5, 6]}
    seats = [[(g.white, g.black) for g in pool_games(pools, number)] for number in range(6)]
    assert [(1, 2) in games for games in seats] == [True, False, False, False, False, False]
    assert (2, 1) in seats[3]
    assert seats[3][1:] == [(black, white) for white, black in seats[0][1:]]


def two_pools() -> Tournament:
    """A pool of 1, 3, 4, whose rounds are played, and one of 2 and 5; 6 has none."""
    pool = {1: 1, 3: 1, 4: 1, 2: 2, 5: 2}
    players = tuple(Player(n, f"P{n}", pool=pool.get(n, 0)) for n in range(1, 7))
    won = GameResult.WHITE
    rounds = (
        TournamentRound((TournamentGame(1, 3, 1, result=won), TournamentGame(2, 2, 5, result=won))),
        TournamentRound((TournamentGame(1, 3, 4, result=won),)),
        TournamentRound((TournamentGame(1, 1, 4, result=won),)),
    )
    system = Settings(
        Kind.ROUND_ROBIN, rounds=3, criteria=("NBW", "SOSW"), pools=PoolSettings(count=2)
    )
    return Tournament(players, rounds, system)


def test_everybody_is_placed_within_the_pool():
    rows = standings(two_pools(), 2)
    assert [(row.player, row.place, row.shared) for row in rows] == [
        (3, 1, True),
        (2, 1, True),
        (1, 3, True),
        (5, 3, True),
        (4, 5, False),
        (6, 6, False),
    ]
    assert [row.published_place for row in rows] == [1, 1, 3, 3, 5, None]
    assert parted_by(rows[0], rows[2]) == "NBW"
    assert parted_by(rows[0], rows[1]) == POOLS


def test_players_of_different_pools_are_compared_by_averages_per_game():
    rows = {row.player: row for row in standings(two_pools(), 2)}
    assert averages(rows[1], 2)[0] == Fraction(1, 2)
    assert averages(rows[2], 1)[0] == 1
