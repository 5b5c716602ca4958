"""The scores of a tournament after a round: one small function per criterion, by name.

``Table(tournament, last)`` lays the facts out; ``compute(table, "SOSM")`` gives the doubled
scores of all players in the order of ``table.players``, ``compute_all`` all of them.  The criteria
of direct confrontation need the groups of equal players and live in
:mod:`tournaments.scores.direct`.
"""

from __future__ import annotations

from tournaments.scores import opponents, own
from tournaments.scores.registry import (
    ASCENDING,
    SHOWN_ONLY,
    Score,
    compute,
    compute_all,
    names,
)
from tournaments.scores.table import NOBODY, Presence, Table

__all__ = [
    "ASCENDING",
    "NOBODY",
    "SHOWN_ONLY",
    "Presence",
    "Score",
    "Table",
    "compute",
    "compute_all",
    "names",
    "opponents",
    "own",
]
