"""The criteria by name: each one a small function from a :class:`Table` to a list of scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from tournaments.events.scores.table import Table

#: A doubled score.  A Fraction only where half of a half point is meant, in SODOS after a jigo.
Score = int | Fraction

Formula = Callable[[Table], Sequence[Score]]
_F = TypeVar("_F", bound=Formula)

FORMULAS: dict[str, Formula] = {}

#: Criteria of which the smaller value comes first.
ASCENDING = frozenset({"CAT", "NUM"})

#: Shown, never ordered by: what "count not played games as half a point" would see.
SHOWN_ONLY = ("NBW_virtual", "MMS_virtual")


def criterion(name: str) -> Callable[[_F], _F]:
    """Register a formula under OpenGotha's name of the criterion."""

    def register(formula: _F) -> _F:
        FORMULAS[name] = formula
        return formula

    return register
