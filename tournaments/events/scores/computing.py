"""The scores of a tournament after a round: every criterion by name.

``Table(tournament, last)`` lays the facts out; ``compute(table, "SOSM")`` gives the doubled
scores of all players in the order of ``table.players``, ``compute_all`` all of them.  The criteria
of direct confrontation need the groups of equal players and live in
:mod:`tournaments.events.scores.direct`.
"""

from __future__ import annotations

from tournaments.events.scores.registry import FORMULAS, Score
from tournaments.events.scores.table import ScoreTable


def names() -> tuple[str, ...]:
    """Return the names of all registered formulas."""
    return tuple(FORMULAS)


def compute(table: ScoreTable, name: str) -> list[Score]:
    """Return the doubled scores of all players under one criterion, in the table's order."""
    return list(FORMULAS[name](table))


def compute_all(table: ScoreTable) -> dict[str, list[Score]]:
    """Return every registered criterion."""
    return {name: list(formula(table)) for name, formula in FORMULAS.items()}
