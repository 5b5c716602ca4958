"""Who qualifies for a play-off by the places of the event before."""

from __future__ import annotations

import random
from dataclasses import dataclass

from goclub.leagues.models import Participant
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from tournaments.events.placement import NAME_ORDER, parted_by


@dataclass(frozen=True, slots=True)
class Qualifier:
    """A player with the place in the event before; ``parted``: the criterion that put the player
    below the one before, "" where none had to; ``drawn``: the order among equals was drawn.
    """

    participant: Participant
    place: int | None
    parted: str
    drawn: bool


def qualifiers(snapshot: EventSnapshot) -> list[Qualifier]:
    """Return everybody of an event in the order in which they qualify.

    By the criteria of placement; between equals by a draw from the seed of the event.
    """
    chance = random.Random(snapshot.event.seed or 0)  # noqa: S311 - a draw that can be repeated
    lots = {number: chance.random() for number in sorted(snapshot.participants)}
    rows = snapshot.standings(snapshot.last_out)
    rows = tuple(
        sorted(rows, key=lambda row: (row.place is None, row.place or 0, lots[row.player]))
    )
    before = None
    order = []
    for row in rows:
        parted = parted_by(before, row) if before is not None else ""
        if before is not None and parted == row.criteria[0]:
            parted = ""
        drawn = row.shared and row.place is not None
        parted = "" if drawn or parted == NAME_ORDER else parted
        order.append(Qualifier(snapshot.participants[row.player], row.place, parted, drawn))
        before = row
    return order
