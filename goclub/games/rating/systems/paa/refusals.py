"""Refusals of PAA in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {
    "paa.time_loss": _(
        "In the salon, games are not lost on time. Agree on another result, or mark "
        "the game as unrated so that no points change."
    ),
    "paa.no_time_loss": _(
        "A house rule says that nobody loses on time here. Choose another result."
    ),
    "paa.no_published_start": _(
        "Nothing is published for players above 8 dan: declare points of 201 or more instead."
    ),
    "paa.not_in_band": _(
        "%(value)s is outside the band of the declared rank (%(accepted)s). Enter only "
        "one of the two."
    ),
    "paa.window_below_min_games": ngettext_lazy(
        "A window of %(value)s game could never hold the minimum number of games. "
        "Accepted: %(accepted)s.",
        "A window of %(value)s games could never hold the minimum number of games. "
        "Accepted: %(accepted)s.",
        "value",
    ),
    "paa.already_declared": _("A strength has already been declared. An admin can set another."),
}
