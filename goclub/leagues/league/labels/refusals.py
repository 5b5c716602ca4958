"""Refusals of every kind of league in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {
    "league.began": _("It has already begun, so this can no longer be changed."),
    "league.no_member": _("%(value)s is not a member at present."),
    "league.own_game": _("You cannot decide your own game. Another organiser has to decide it."),
    "league.not_closed_yet": _("Close “%(value)s” first."),
    "league.zone_is_dated": _(
        "The time zone of a season league changes from a set date, together with its "
        "other settings."
    ),
    "league.no_reason": _("Give a reason. Everyone affected will see it."),
}
