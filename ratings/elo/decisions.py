"""A member's start and the office's bonus: S4-1, S4-7."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ratings.accepted import AcceptedWords
from ratings.elo.state import EloRules, EloState
from ratings.errors import Code, RuleError
from ratings.system import Inputs, Reason, Step


class EloDecisionKind(StrEnum):
    """START when a member joins (S4-1); BONUS by the office for a national tournament (S4-7)."""

    START = "start"
    BONUS = "bonus"


@dataclass(frozen=True, slots=True)
class EloDecision:
    """A decision about one member; ``by_office`` the deciding person had the right of the office.

    A kind read from storage as plain text is taken too; any other raises RuleError E_TYPE.
    """

    kind: EloDecisionKind
    by_office: bool = False

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "kind", EloDecisionKind(self.kind))
        except ValueError:
            raise RuleError(
                Code.TYPE, field="kind", value=self.kind, accepted="start, bonus"
            ) from None


def decide(state: EloState | None, decision: EloDecision, rules: EloRules) -> Step[EloState] | None:
    """Return the step that a start or a bonus makes; None for a member who has already started.

    Start: ``rules.start`` points (S4-1), ``delta`` counts from 0.  Bonus: ``rules.bonus`` more,
    also where that is 0, so that the ledger shows it as not set (S4-7).

    Raises RuleError E_FORBIDDEN (bonus without the office), E_STATE ``no_points_yet`` (bonus
    before the start).
    """
    if decision.kind is EloDecisionKind.START:
        if state is not None:
            return None
        after = EloState(rules.start, 0, 0, 0, 0)
        return Step(after, rules.start, _decided(None, after, decision, None))
    if decision.by_office is not True:
        raise RuleError(
            Code.FORBIDDEN,
            field="by_office",
            value=decision.by_office,
            accepted=AcceptedWords("the office"),
        )
    if state is None:
        raise RuleError(
            Code.STATE, field="kind", value=decision.kind, reason="ratings.no_points_yet"
        )
    after = EloState(state.rating + rules.bonus, state.games, state.wins, state.losses, state.draws)
    return Step(after, rules.bonus, _decided(state, after, decision, rules.bonus))


def _decided(
    before: EloState | None, after: EloState, decision: EloDecision, bonus: float | None
) -> Reason:
    inputs: Inputs = {
        "by_office": decision.by_office,
        "rating_before": None if before is None else before.rating,
        "rating_after": after.rating,
        "bonus": bonus,
        "games": after.games,
    }
    rule = "S4-1" if decision.kind is EloDecisionKind.START else "S4-7"
    return Reason("elo", decision.kind.value, (rule,), inputs)
