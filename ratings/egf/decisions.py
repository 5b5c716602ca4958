"""A member's start in the European system."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ratings.egf.formula import FLOOR, check_rating
from ratings.egf.state import EgfState
from ratings.system import Inputs, Reason, Step


class EgfDecisionKind(StrEnum):
    """START when a member joins."""

    START = "start"


@dataclass(frozen=True, slots=True)
class EgfDecision:
    """A first rating, −900 … below 3300."""

    kind: EgfDecisionKind
    rating: float


def decide(state: EgfState | None, decision: EgfDecision) -> Step[EgfState] | None:
    """Return the step that starts a member at a rating; None where he has already started."""
    if state is not None:
        return None
    rating = max(FLOOR, check_rating(decision.rating))
    inputs: Inputs = {"rating_before": None, "rating_after": rating}
    reason = Reason("egf", decision.kind.value, ("EGF",), inputs)
    return Step(EgfState(rating, 0, 0, 0, 0), rating, reason)
