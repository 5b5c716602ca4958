"""A recorded result beside the counted one."""

from __future__ import annotations

from dataclasses import dataclass

from goclub.go.scoring.counted import Count
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError

OUTCOMES = ("B", "W", "J", "N")


@dataclass(frozen=True)
class Comparison:
    """What a recorded result and a count say of each other.

    ``code``
    - ``agrees``: same winner, same margin (or both jigo);
    - ``margin_differs``: same winner, another margin: ``difference2`` says by how much;
    - ``winner_differs``: another winner; ``difference2`` where the record has a margin;
    - ``no_margin``: nothing to compare the count with, because the game ended by resignation, on
      time, by forfeit, without result, or the record does not say by how much.

    All numbers are half points for Black; ``recorded2`` and ``difference2`` (counted − recorded)
    are None where the record has no margin.  ``same_winner`` is None without a recorded winner.
    """

    code: str
    counted2: int
    recorded2: int | None = None
    difference2: int | None = None
    ending: str = ""
    same_winner: bool | None = None


def compare(
    counted: Count, *, outcome: str, ending: str = "", margin2: int | None = None
) -> Comparison:
    """Compare a count with a recorded result, given in the words of
    :class:`~goclub.go.records.results.Result`.

    ``outcome`` B, W, J (jigo) or N (no result); ``ending`` points, resign, time, forfeit or "";
    ``margin2`` the winner's margin in half points, or None.  Raises ``E_TYPE`` for another outcome,
    ``E_INCONSISTENT`` for a margin that does not go with it, ``E_RANGE`` for one below 0.
    """
    recorded2 = _recorded2(outcome, ending, margin2)
    same_winner = None if outcome == "N" else counted.winner == outcome
    if recorded2 is None:
        return Comparison("no_margin", counted.margin2, ending=ending, same_winner=same_winner)
    code = "winner_differs"
    if same_winner:
        code = "agrees" if recorded2 == counted.margin2 else "margin_differs"
    return Comparison(
        code,
        counted.margin2,
        recorded2=recorded2,
        difference2=counted.margin2 - recorded2,
        ending=ending,
        same_winner=same_winner,
    )


def _recorded2(outcome: str, ending: str, margin2: int | None) -> int | None:
    if outcome not in OUTCOMES:
        raise RuleError(Code.TYPE, field="outcome", value=outcome, accepted=", ".join(OUTCOMES))
    if margin2 is not None and (type(margin2) is not int or margin2 < 0):
        raise RuleError(Code.RANGE, field="margin", value=margin2, accepted=AcceptedRange(0, None))
    if margin2 and (outcome not in ("B", "W") or ending not in ("points", "")):
        raise RuleError(
            Code.INCONSISTENT, field="margin", value=margin2, reason="scoring.margin_without_points"
        )
    if outcome == "J":
        return 0
    if outcome == "N" or not margin2:
        return None
    return margin2 if outcome == "B" else -margin2
