"""What members declare and the office decides: S1-3 … S1-6, the forced rank of S1-13."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from msgspec.structs import replace

from ratings.accepted import AcceptedRange, AcceptedWords
from ratings.errors import Code, RuleError
from ratings.paa.state import PaaState
from ratings.paa.steps import with_rank
from ratings.ranks import (
    LADDER,
    LOWEST,
    MIN_POINTS,
    band_of,
    band_range,
    check_points,
    check_rank,
    starting_points,
)
from ratings.system import Inputs, Reason, Step

#: S1-6: "about 10 games" before points become official.
ENOUGH_GAMES = 10


class PaaDecisionKind(StrEnum):
    """DECLARED by the member at the start; SET and CERTIFIED by the office."""

    DECLARED = "declared"
    SET = "set"
    CERTIFIED = "certified"


@dataclass(frozen=True, slots=True)
class PaaDecision:
    """A decision about one member; ``points`` and ``rank`` (ladder index) None when not given."""

    kind: PaaDecisionKind
    points: int | None = None
    rank: int | None = None


def declare(*, rank: int | None = None, points: int | None = None) -> PaaDecision:
    """Return a member's declaration of strength, refused at once if it cannot be applied.

    A rank starts in the middle of its band (S1-3), points are taken as they are (S1-5), neither
    means strength unknown and starts at 0, as does 9 kyu and weaker (S1-4).

    Raises RuleError E_INCONSISTENT (``points`` outside the band of ``rank``), E_UNDEFINED (rank
    above 8 dan without points), and what the checks of points and rank raise.

    >>> declare(rank=8)
    PaaDecision(kind=<PaaDecisionKind.DECLARED: 'declared'>, points=None, rank=8)
    """
    decision = PaaDecision(PaaDecisionKind.DECLARED, points=points, rank=rank)
    _declared(decision)
    return decision


def decide(before: PaaState | None, decision: PaaDecision) -> Step[PaaState]:
    """Return the step that *decision* makes of a member; *before* None for a newcomer.

    Declared (S1-3 … S1-5): newcomers only.  Set (S1-4): points, whose band becomes the rank held
    unless a rank is given too, which the office may force outside the band (S1-13); a rank alone
    leaves a member's points, and gives a newcomer its starting value.  Certified (S1-6): like set,
    but points may be left out, and the points become official.  The window of the win rate starts
    anew when, and only when, the rank held changes.  ``delta`` counts from 0 for a newcomer, so
    the deltas of a member always sum to his points.

    Raises RuleError E_MISSING (nothing to set), E_STATE (declared again), and what
    :func:`declare` raises.
    """
    if decision.kind is PaaDecisionKind.DECLARED:
        if before is not None:  # declaring again would let a member set his own points (S1-4)
            raise RuleError(
                Code.STATE,
                field="kind",
                value=decision.kind,
                accepted="set, certified",
                reason="paa.already_declared",
            )
        points, rank, cited = _declared(decision)
    else:
        points, rank, cited = _set(before, decision)
    start = PaaState(points, rank, 0, 0, 0, 0, "", False) if before is None else before
    after = with_rank(replace(start, points=points), rank)
    if decision.kind is PaaDecisionKind.CERTIFIED:
        after = replace(after, certified=True)
    reason = Reason("paa", decision.kind.value, cited, _inputs(before, after, decision))
    return Step(after, points - (MIN_POINTS if before is None else before.points), reason)


def _declared(decision: PaaDecision) -> tuple[int, int, tuple[str, ...]]:
    """(points, rank, rules) of a declaration: S1-3, S1-4, S1-5."""
    points, rank = decision.points, decision.rank
    if points is not None:
        band = band_of(check_points(points))
        if rank is not None and check_rank(rank) != band:
            low, high = band_range(rank)
            raise RuleError(
                Code.INCONSISTENT,
                field="points",
                value=points,
                accepted=AcceptedRange(MIN_POINTS if low is None else low, high),
                reason="paa.not_in_band",
            )
        return points, band, ("S1-5",)
    if rank is None or check_rank(rank) == LOWEST:
        return MIN_POINTS, LOWEST, ("S1-4",)
    return starting_points(rank), rank, ("S1-3",)


def _set(before: PaaState | None, decision: PaaDecision) -> tuple[int, int, tuple[str, ...]]:
    """(points, rank, rules) of a decision by the office: S1-4, S1-6, S1-13."""
    points, rank = decision.points, decision.rank
    certified = decision.kind is PaaDecisionKind.CERTIFIED
    cited: tuple[str, ...] = ("S1-6",) if certified else ("S1-4",)
    if rank is not None:
        check_rank(rank)
        cited += ("S1-13",)
    if points is not None:
        check_points(points)
        return points, band_of(points) if rank is None else rank, cited
    if rank is not None:
        return starting_points(rank) if before is None else before.points, rank, cited
    if before is not None and certified:
        return before.points, before.rank, cited
    raise RuleError(Code.MISSING, field="points", accepted=AcceptedWords("points, a rank, or both"))


def _inputs(before: PaaState | None, after: PaaState, decision: PaaDecision) -> Inputs:
    band = band_of(after.points)
    declared = decision.kind is PaaDecisionKind.DECLARED
    return {
        "by_office": not declared,
        "asked_points": decision.points,
        "asked_rank": None if decision.rank is None else LADDER[decision.rank],
        "points_before": None if before is None else before.points,
        "points_after": after.points,
        "band_after": LADDER[band],
        "rank_before": None if before is None else LADDER[before.rank],
        "rank_after": LADDER[after.rank],
        "rank_forced": after.rank != band and decision.rank is not None,
        "window_reset": before is not None and before.rank != after.rank,
        "games": after.games,
        "early": decision.kind is PaaDecisionKind.CERTIFIED and after.games < ENOUGH_GAMES,
        "unknown_strength": declared and decision.points is None and decision.rank is None,
    }
