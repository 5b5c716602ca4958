"""Refusals of the rules of strength in the reader's words: shared ones, and each system's."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.generic import GENERIC
from goclub.common.refusals.registry import Refusals
from goclub.games.rating.systems.registry import SYSTEMS
from ratings.errors import Code

#: Those that every system shares; their codes begin with the package of the rules.
_SHARED = {
    "ratings.called_is_a_draw": _(
        "Only a draw can end because time was called. Choose a jigo, or how the game was won."
    ),
    "ratings.jigo_needs_whole_komi": _(
        "A jigo needs a whole-number komi: with half a point, someone has won."
    ),
    "ratings.margin_parity": _(
        "%(value)s does not fit the komi: with a half-point komi the margin ends in ½, "
        "with a whole-number komi it is a whole number."
    ),
    "ratings.no_points_yet": _("This player has no points yet. Ask an admin."),
    "ratings.guest_with_points": GENERIC[Code.INCONSISTENT],
    "ratings.depends_on_opponent": GENERIC[Code.STATE],
    "ratings.out_of_order": GENERIC[Code.STATE],
}

REFUSALS: Refusals = _SHARED | {
    code: text for system in SYSTEMS for code, text in system.refusals.items()
}
