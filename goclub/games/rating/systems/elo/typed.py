"""A typed Elo rating."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.games.rating.systems.calculation import TypedField
from goclub.games.rating.systems.typed import read_real
from ratings.checks import real_number
from ratings.elo.state import EloState

FIELDS = (
    TypedField("elo", _("Club Elo"), _("Leave empty for 1000, the starting rating."), "decimal"),
)

_RANGE = (0.0, 5000.0)


def read_typed(text: str, held: EloState | None) -> EloState | None:
    """The state of a typed Elo rating, 0 … 5000; raises RuleError on ``elo``."""
    if not text:
        return held
    low, high = _RANGE
    return EloState(
        real_number(read_real(text, "elo"), field="elo", low=low, high=high), 0, 0, 0, 0
    )
