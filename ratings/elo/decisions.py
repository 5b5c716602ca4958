"""A member's start and the office's bonus: S4-1, S4-7."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ratings.accepted import AcceptedWords
from ratings.elo.state import Rules, State
from ratings.errors import Code, RuleError
from ratings.system import Inputs, Reason, Step


class DecisionKind(StrEnum):
    """START when a member joins (S4-1); BONUS by the office for a national tournament (S4-7)."""

    START = "start"
    BONUS = "bonus"


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision about one member; ``by_office`` the deciding person had the right of the office.

    A kind read from storage as plain text is taken too; any other raises RuleError E_TYPE.
    """

    kind: DecisionKind
    by_office: bool = False

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "kind", DecisionKind(self.kind))
        except ValueError:
            raise RuleError(
                Code.TYPE, field="kind", value=self.kind, accepted="start, bonus"
            ) from None


def decide(state: State | None, decision: Decision, rules: Rules) -> Step[State] | None:
    """Return the step that a start or a bonus makes; None for a member who has already started.

    Start: ``rules.start`` points (S4-1), ``delta`` counts from 0.  Bonus: ``rules.bonus`` more,
    also where that is 0, so that the ledger shows it as not set (S4-7).

    Raises RuleError E_FORBIDDEN (bonus without the office), E_STATE ``no_points_yet`` (bonus
    before the start).
    """
    if decision.kind is DecisionKind.START:
        if state is not None:
            return None
        after = State(rules.start, 0, 0, 0, 0)
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
    after = State(state.rating + rules.bonus, state.games, state.wins, state.losses, state.draws)
    return Step(after, rules.bonus, _decided(state, after, decision, rules.bonus))


def _decided(before: State | None, after: State, decision: Decision, bonus: float | None) -> Reason:
    inputs: Inputs = {
        "by_office": decision.by_office,
        "rating_before": None if before is None else before.rating,
        "rating_after": after.rating,
        "bonus": bonus,
        "games": after.games,
    }
    rule = "S4-1" if decision.kind is DecisionKind.START else "S4-7"
    return Reason("elo", decision.kind.value, (rule,), inputs)
