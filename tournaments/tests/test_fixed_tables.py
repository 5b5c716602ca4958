"""Players who always sit at the same table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.events.field import TournamentGame
from tournaments.events.fixed_tables import at_fixed_tables


def games(count):
    """Tables 1 … count, with the players 1 and 2, 3 and 4, …"""
    return [
        TournamentGame(table=table, white=2 * table - 1, black=2 * table)
        for table in range(1, count + 1)
    ]


def seated(found):
    return {game.table: game.white for game in found}


@pytest.mark.parametrize(
    ("wanted", "kept", "tables"),
    [
        ({}, (), {1: 1, 2: 3, 3: 5}),
        ({1: 3}, (), {1: 5, 2: 3, 3: 1}),
        ({1: 1}, (), {1: 1, 2: 3, 3: 5}),
        ({1: 3}, (3,), {1: 1, 2: 3, 3: 5}),  # made by hand: it does not move
        ({1: 3}, (1,), {1: 1, 2: 3, 3: 5}),
        ({1: 2, 3: 2}, (), {1: 3, 2: 1, 3: 5}),  # the lower number comes first
        ({1: 3, 2: 2}, (), {1: 5, 2: 3, 3: 1}),  # the two sit together
        ({6: 20}, (), {1: 1, 2: 3, 20: 5}),
        ({99: 1}, (), {1: 1, 2: 3, 3: 5}),
    ],
)
def test_two_games_exchange_their_tables(wanted, kept, tables):
    assert seated(at_fixed_tables(games(3), wanted, kept=kept)) == tables


@given(
    st.dictionaries(st.integers(1, 24), st.integers(1, 14), max_size=12),
    st.sets(st.integers(1, 12)),
)
def test_every_pair_stays_and_every_table_is_there_once(wanted, kept):
    before = games(12)
    after = at_fixed_tables(before, wanted, kept=kept)
    assert {(game.white, game.black) for game in after} == {
        (game.white, game.black) for game in before
    }
    assert len({game.table for game in after}) == 12
    assert all(seated(after)[table] == seated(before)[table] for table in kept)
