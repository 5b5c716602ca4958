"""The wall of the room: who plays where, who waits, what moved tonight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from goclub.games.models import RatingEntry
from goclub.leagues.evening.labels.desk import PersonShown, TableCard, clock, table_card
from goclub.leagues.evening.labels.why import minutes
from goclub.leagues.evening.queries import NightState, entries_of
from goclub.leagues.evening.services.terms import strengths_of

#: Tables on one page of the wall, lines of the side beside them.
TABLES, WAITING, MOVED, RANKS = 7, 6, 4, 3
#: So long a new pair is asked to sit down.
NEW: Final = timedelta(minutes=4)


@dataclass(frozen=True, slots=True)
class WallTable:
    """A table on the wall: since when it plays; ``new`` its two are asked to sit down."""

    card: TableCard
    since: str
    new: bool


@dataclass(frozen=True, slots=True)
class Wall:
    """A page of the wall; ``page`` of ``pages``."""

    tables: Sequence[WallTable]
    waiting: Sequence[PersonShown]
    more_waiting: int
    moved: Sequence[RatingEntry]
    ranks: Sequence[RatingEntry]
    page: int
    pages: int

    @property
    def following(self) -> int:
        """The page that comes next."""
        return self.page % self.pages + 1


def wall_of(state: NightState, now: datetime, wanted: int) -> Wall:
    """The page *wanted* (from 1; beyond the last it starts again)."""
    ranks = {
        pk: strength.rank
        for pk, strength in strengths_of(state.presences.values(), state.night.on).items()
    }
    running = state.running
    pages = max(1, -(-len(running) // TABLES))
    page = (wanted - 1) % pages + 1
    entries = entries_of(state.games)
    waiting = state.waiting
    return Wall(
        tables=[
            WallTable(
                table_card(game, ranks, now), clock(game.paired_at), now - game.paired_at < NEW
            )
            for game in running[(page - 1) * TABLES : page * TABLES]
        ],
        waiting=[
            PersonShown(presence, ranks[presence.pk], minutes(state.waited(presence, now)))
            for presence in waiting[:WAITING]
        ],
        more_waiting=max(0, len(waiting) - WAITING),
        moved=[entry for entry in entries if entry.delta][:MOVED],
        ranks=rank_changes(entries)[:RANKS],
        page=page,
        pages=pages,
    )


def rank_changes(entries: Sequence[RatingEntry]) -> list[RatingEntry]:
    """Entries that changed a rank."""
    return [
        entry for entry in entries if entry.rank_before and entry.rank_before != entry.rank_after
    ]
