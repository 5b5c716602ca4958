"""A criterion that no tournament knows: the wins of the best opponent met."""

from __future__ import annotations

from tournaments.events.scores.registry import criterion
from tournaments.events.scores.table import ScoreTable


@criterion("TOPW", ours=True)
def best_opponent(table: ScoreTable) -> list[int]:
    """Doubled NBW of the best opponent, 0 before the first game."""
    return [max(met) for met in zip(*table.sosw_terms, strict=True)] or [0] * table.size
