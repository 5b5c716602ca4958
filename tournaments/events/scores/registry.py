"""The criteria by name, each a small function of a :class:`ScoreTable`, and their scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from tournaments.events.criteria import CRITERIA, PlacementCriterion
from tournaments.events.scores.table import ScoreTable

#: A doubled score.  A Fraction only where half of a half point is meant, in SODOS after a jigo.
Score = int | Fraction

Formula = Callable[[ScoreTable], Sequence[Score]]
_F = TypeVar("_F", bound=Formula)

FORMULAS: dict[str, Formula] = {}


def criterion(
    name: str, *, ascending: bool = False, ours: bool = False, boards: int = 0
) -> Callable[[_F], _F]:
    """Declare a criterion of placement with its formula, under OpenGotha's name.

    *ascending* where the smaller value comes first, *ours* where OpenGotha does not know it,
    *boards* where it ranks teams alone: how many boards those have at least.
    """
    CRITERIA.add(PlacementCriterion(name, ascending=ascending, ours=ours, boards=boards))
    return shown_score(name)


def shown_score(name: str) -> Callable[[_F], _F]:
    """Enter the formula of a score that is shown and never ordered by."""

    def enter(formula: _F) -> _F:
        FORMULAS[name] = formula
        return formula

    return enter


def names() -> tuple[str, ...]:
    """Return the names of all registered formulas."""
    return tuple(FORMULAS)


def compute(table: ScoreTable, name: str) -> list[Score]:
    """Return the doubled scores of all players under one criterion, in the table's order."""
    return list(FORMULAS[name](table))


def compute_all(table: ScoreTable) -> dict[str, list[Score]]:
    """Return every registered criterion."""
    return {name: list(formula(table)) for name, formula in FORMULAS.items()}
