"""The IGS system: what members declare and the office decides (S0-3 … S0-29), and games."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from msgspec.structs import replace

from ratings.accepted import AcceptedRange, AcceptedWords
from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from ratings.igs.games import facts_of
from ratings.igs.ladder import BC, UNGRADED, check_grade, check_rank, code_of
from ratings.igs.state import SYSTEM_NAME, IgsRules, IgsState, check_newcomer_rank
from ratings.igs.steps import step_for
from ratings.igs.thresholds import Thresholds
from ratings.system import Inputs, RatedGame, Reason, Step, check_game, check_side


class IgsDecisionKind(StrEnum):
    """START and REVISE by the member; SET and PRO by the office."""

    START = "start"
    REVISE = "revise"
    SET = "set"
    PRO = "pro"


_BY_OFFICE = frozenset({IgsDecisionKind.SET, IgsDecisionKind.PRO})


@dataclass(frozen=True, slots=True)
class IgsDecision:
    """A decision about one member.

    ``rank`` ladder index or BC; for PRO the dan of the professional grade, or None.  ``points``
    only for SET, None for the entry points.
    """

    kind: IgsDecisionKind
    rank: int | None = None
    points: int | None = None


def decide(
    before: IgsState | None, decision: IgsDecision, rules: IgsRules
) -> Step[IgsState] | None:
    """Return the step that *decision* makes of a member; *before* None for a newcomer.

    START: a whole rank 17k … 9d with ``?`` (S0-27), or BC; None for who has started already.
    REVISE: a newcomer's other whole rank; the count goes on (S0-28).  SET: any rank, certified
    with its entry points or with points that hold there, or BC; a newcomer's count ends.  PRO: no
    points from now on (S0-5).  ``delta`` counts from 0 for a newcomer, so the deltas of a member
    always sum to the member's points.

    Raises RuleError: E_MISSING (no rank), E_RANK, E_STATE (REVISE: ``not_started``,
    ``already_certified``, ``not_provisional`` in BC or as a professional), E_INCONSISTENT on
    ``points`` (``provisional_has_no_points``, ``bc_has_no_points``, ``pro_has_no_points``,
    ``not_at_rank``), E_TYPE.
    """
    if decision.kind is IgsDecisionKind.START and before is not None:
        return None
    if decision.kind is IgsDecisionKind.START:
        after, cited = _start(decision)
    elif decision.kind is IgsDecisionKind.REVISE:
        after, cited = _revise(before, decision)
    elif decision.kind is IgsDecisionKind.SET:
        after, cited = _set(before, decision, rules.thresholds)
    else:
        after, cited = _pro(before, decision)
    points = 0 if before is None else before.points
    reason = Reason(SYSTEM_NAME, decision.kind.value, cited, _inputs(before, after, decision))
    return Step(after, after.points - points, reason)


def _start(decision: IgsDecision) -> tuple[IgsState, tuple[str, ...]]:
    if decision.rank == BC:
        _no_points(decision, "igs.bc_has_no_points")
        return IgsState(BC), ("S0-26b",)
    rank = check_newcomer_rank(decision.rank)
    _no_points(decision, "igs.provisional_has_no_points")
    return IgsState(rank, provisional=True), ("S0-3", "S0-27")


def _revise(before: IgsState | None, decision: IgsDecision) -> tuple[IgsState, tuple[str, ...]]:
    if before is None or not before.provisional:
        if before is None:
            reason = "igs.not_started"
        else:
            reason = "igs.already_certified" if before.certified else "igs.not_provisional"
        shown = None if before is None else before.rank_text
        raise RuleError(Code.STATE, "kind", shown, AcceptedWords("a rank with ?"), reason=reason)
    rank = check_newcomer_rank(decision.rank)
    _no_points(decision, "igs.provisional_has_no_points")
    return replace(before, rank=rank), ("S0-3", "S0-28")


def _set(
    before: IgsState | None, decision: IgsDecision, thresholds: Thresholds
) -> tuple[IgsState, tuple[str, ...]]:
    rank = check_rank(decision.rank)
    rated, recent = (0, "") if before is None else (before.rated, before.recent)
    if rank == BC:
        _no_points(decision, "igs.bc_has_no_points")
        return IgsState(BC, rated=rated, recent=recent), ("H-office", "S0-26b")
    points = thresholds.entry[rank]
    if decision.points is not None:
        points = _points_at(rank, decision.points, thresholds)
    return IgsState(rank, points, rated=rated, recent=recent), ("H-office", "S0-26")


def _points_at(rank: int, points: object, thresholds: Thresholds) -> int:
    """*points*, if the next game would not take the rank for granted away again."""
    number = whole_number(points, field="points")
    low, promote = thresholds.demote[rank], thresholds.promote[rank]
    if number < low or (promote is not None and number >= promote):
        raise RuleError(
            Code.INCONSISTENT,
            "points",
            number,
            AcceptedRange(low, None if promote is None else promote - 1),
            reason="igs.not_at_rank",
        )
    return number


def _pro(before: IgsState | None, decision: IgsDecision) -> tuple[IgsState, tuple[str, ...]]:
    rank = UNGRADED if decision.rank in (None, UNGRADED) else check_grade(decision.rank)
    _no_points(decision, "igs.pro_has_no_points")
    rated, recent = (0, "") if before is None else (before.rated, before.recent)
    return IgsState(rank, pro=True, rated=rated, recent=recent), ("S0-5",)


def _no_points(decision: IgsDecision, reason: str) -> None:
    if decision.points is not None:
        raise RuleError(
            Code.INCONSISTENT, "points", decision.points, AcceptedWords("none"), reason=reason
        )


def _inputs(before: IgsState | None, after: IgsState, decision: IgsDecision) -> Inputs:
    asked = decision.rank
    return {
        "by_office": decision.kind in _BY_OFFICE,
        "asked_rank": None if asked is None or asked == UNGRADED else code_of(asked),
        "asked_points": decision.points,
        "points_before": None if before is None else before.points,
        "points_after": after.points,
        "rank_before": None if before is None else before.rank_text,
        "rank_after": after.rank_text,
        "certified": after.certified,
        "rated": after.rated,
        "games": after.games,
    }


class IgsSystem:
    """IGS points; both players' ranks before the game decide what it moves (S0-22)."""

    name: Final = SYSTEM_NAME
    depends_on_opponent: Final = True

    def step(
        self, game: RatedGame, black: IgsState | None, white: IgsState | None, rules: IgsRules
    ) -> tuple[Step[IgsState] | None, Step[IgsState] | None]:
        """Rate one game: (Black's step, White's step), None for a guest (S0-6 … S0-30).

        Raises what :func:`~ratings.system.check_game` raises, and on field ``black`` or ``white``
        E_INCONSISTENT ``guest_with_points``, E_STATE ``no_points_yet`` for a member without a
        state.
        """
        plain = check_game(game)
        if not plain or black is None or white is None:  # nobody is a guest in a plain game
            check_side("black", black, guest=game.black_guest)
            check_side("white", white, guest=game.white_guest)
        facts = facts_of(game, black, white, rules.interpolate, plain=plain)
        return (
            None if black is None else step_for(facts, "B", black, white, rules),
            None if white is None else step_for(facts, "W", white, black, rules),
        )

    def decide(
        self, state: IgsState | None, decision: IgsDecision, rules: IgsRules
    ) -> Step[IgsState] | None:
        """Apply a declaration or a decision of the office, see :func:`decisions.decide`."""
        return decide(state, decision, rules)


#: The one instance; it holds nothing.
SYSTEM: Final = IgsSystem()
