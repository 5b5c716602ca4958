"""Refusals of PAA in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {
    "paa.time_loss": _(
        "In the salon nobody loses on time (S1-19): agree on another result, or mark the game as "
        "a free game, which moves no points."
    ),
    "paa.no_time_loss": _(
        "By a house rule nobody loses on time here (S1-19): agree on another result."
    ),
    "paa.no_published_start": _(
        "Nothing is published for players above 8 dan: declare points of 201 or more instead."
    ),
    "paa.not_in_band": _(
        "%(value)s does not lie in the band of the declared rank (%(accepted)s). Give one of the "
        "two."
    ),
    "paa.window_below_min_games": ngettext_lazy(
        "A window of %(value)s game could never hold the fewest games asked for. "
        "Accepted: %(accepted)s.",
        "A window of %(value)s games could never hold the fewest games asked for. "
        "Accepted: %(accepted)s.",
        "value",
    ),
    "paa.already_declared": _("A strength was declared already; the office can set another."),
}
