"""Players who always sit at the same table: a wheelchair, a board on the screen (ours)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from tournaments.events.field import TournamentGame


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
