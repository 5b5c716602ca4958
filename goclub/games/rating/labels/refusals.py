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
        "Time is called in a draw only: choose a jigo, or how it was won."
    ),
    "ratings.jigo_needs_whole_komi": _(
        "A jigo needs a whole komi: with half a point somebody has won."
    ),
    "ratings.margin_parity": _(
        "%(value)s does not fit the komi: with a half-point komi a margin ends in ½, with a whole "
        "komi it is whole."
    ),
    "ratings.no_points_yet": _("This player holds no points yet: ask the office."),
    "ratings.guest_with_points": GENERIC[Code.INCONSISTENT],
    "ratings.depends_on_opponent": GENERIC[Code.STATE],
    "ratings.out_of_order": GENERIC[Code.STATE],
}

REFUSALS: Refusals = _SHARED | {
    code: text for system in SYSTEMS for code, text in system.refusals.items()
}
