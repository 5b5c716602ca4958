"""Refusals of every kind of league in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {
    "league.began": _("It has begun: this stays as it is."),
    "league.no_member": _("%(value)s is not a member at present."),
    "league.own_game": _("Nobody judges his own game: another organiser has to decide it."),
    "league.not_closed_yet": _("“%(value)s” has to be closed first."),
    "league.zone_is_dated": _(
        "The clocks of a season league change from a day on, with its other settings."
    ),
    "league.no_reason": _("Please give a reason: everybody concerned will read it."),
}
