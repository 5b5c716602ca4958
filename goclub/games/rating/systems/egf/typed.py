"""A typed European rating or rank."""

from __future__ import annotations

from decimal import Decimal

from django.utils.translation import gettext_lazy as _

from goclub.games.rating.systems.calculation import TypedField
from goclub.games.rating.systems.typed import about_field, is_rank, plain, read_real
from ratings.accepted import AcceptedRange
from ratings.egf.formula import FLOOR, check_rating, rating_of_rank
from ratings.egf.state import EgfState
from ratings.errors import Code, RuleError

FIELDS = (TypedField("egf", _("EGF rating or rank"), _("Leave empty for the middle of the rank.")),)


def read_typed(text: str, held: EgfState | None) -> EgfState | None:
    """The state of a typed European rating or rank; raises RuleError on ``egf``."""
    if not text:
        return held
    with about_field("egf"):
        if is_rank(text):
            rating = rating_of_rank(plain(text).casefold().replace(" ", ""))
        else:
            rating = check_rating(read_real(text, "egf"))
            if rating < FLOOR:
                raise RuleError(
                    Code.RANGE,
                    field="egf",
                    value=text,
                    accepted=AcceptedRange(-900, Decimal("3299.9")),
                )
    return EgfState(rating, 0, 0, 0, 0)
