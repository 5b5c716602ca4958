"""Numbers of tables: those that no game gets, and players who always sit at the same one (ours)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from itertools import count

from tournaments.events.field import TournamentGame

_NUMBERS = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?")


def table_numbers(text: str) -> frozenset[int]:
    """Return the tables that a text names, one by one or as ranges.

    >>> sorted(table_numbers("1-4 13"))
    [1, 2, 3, 4, 13]
    """
    ranges = ((int(first), int(last or first)) for first, last in _NUMBERS.findall(text))
    return frozenset(number for first, last in ranges for number in range(first, last + 1))


def at_used_tables(
    games: Iterable[TournamentGame], unused: Collection[int], *, kept: Collection[int] = ()
) -> tuple[TournamentGame, ...]:
    """Return the games in their order at the numbers that are not *unused*, from the lowest.

    Tables in *kept* stay where they are.
    """
    free = (number for number in count(1) if number not in unused and number not in kept)
    numbered = (
        game if game.table in kept else replace(game, table=next(free))
        for game in sorted(games, key=lambda game: game.table)
    )
    return tuple(sorted(numbered, key=lambda game: game.table))


def at_fixed_tables(
    games: Iterable[TournamentGame], wanted: Mapping[int, int], *, kept: Collection[int] = ()
) -> tuple[TournamentGame, ...]:
    """Return the games by table, each player of *wanted* at their table (from 1) where it is free.

    The two games exchange their numbers; pairs and colours stay.  Tables in *kept* do not move.  Of
    two players who want one table, or sit together, the lower number comes first.
    """
    by_table = {game.table: game for game in games}
    settled = set(kept)
    for player, table in sorted(wanted.items()):
        own = next((game for game in by_table.values() if player in (game.white, game.black)), None)
        if own is None or own.table in settled or table in settled:
            continue
        settled.add(table)
        if own.table == table:
            continue
        displaced = by_table.pop(table, None)
        del by_table[own.table]
        by_table[table] = replace(own, table=table)
        if displaced is not None:
            by_table[own.table] = replace(displaced, table=own.table)
    return tuple(by_table[table] for table in sorted(by_table))
