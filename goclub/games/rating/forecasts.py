"""What lies before a member in a system, as the rules themselves would have it."""

from __future__ import annotations

from datetime import date

from goclub.games.labels import ComputationLine
from goclub.games.models import Standing
from goclub.games.rating.ledger.timeline import rules_timeline
from goclub.games.rating.systems.registry import SYSTEMS


def forecast_lines(standing: Standing | None, today: date) -> list[ComputationLine]:
    """Lines about promotion and demotion under the rules of *today*; none without a rank."""
    if standing is None or standing.state is None:
        return []
    system = SYSTEMS.of(standing.system)
    rules = rules_timeline().of(system)(today)
    return list(system.forecast(system.read(standing.state), rules))
