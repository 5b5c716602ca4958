"""The points of the PAA salon: +1 for a win, −1 for a loss, a ladder of ten points a rank (S1).

The published rules are few; what they leave open is a house rule of :class:`Rules` or marked H in
the docstrings.  Parts: ``state`` (what is kept of a player), ``promotion`` (S1-12, S1-13),
``games`` (S1-7 … S1-11, S1-19), ``decisions`` (S1-3 … S1-6), ``calculator`` (the system itself).
"""

from ratings.paa.calculator import SYSTEM, PaaSystem
from ratings.paa.decisions import ENOUGH_GAMES, Decision, DecisionKind, declare
from ratings.paa.games import NotCounted, check_for_paa, why_not_counted
from ratings.paa.promotion import (
    DEMOTE_AT,
    PROMOTE_AT,
    RankCode,
    counts_in_window,
    rank_after,
    rate,
)
from ratings.paa.state import Rules, State

__all__ = [
    "DEMOTE_AT",
    "ENOUGH_GAMES",
    "PROMOTE_AT",
    "SYSTEM",
    "Decision",
    "DecisionKind",
    "NotCounted",
    "PaaSystem",
    "RankCode",
    "Rules",
    "State",
    "check_for_paa",
    "counts_in_window",
    "declare",
    "rank_after",
    "rate",
    "why_not_counted",
]
