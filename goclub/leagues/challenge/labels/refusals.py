"""Refusals of challenges in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {
    "challenge.oneself": _("You cannot challenge yourself."),
    "challenge.left": _("%(value)s cannot be challenged: they are not a member at present."),
    "challenge.already": _("You already have a challenge under way with %(value)s."),
    "challenge.many": _("You have %(value)s unanswered challenges. Wait for some answers first."),
    "challenge.no_time": _("Suggest at least one time."),
    "challenge.time_past": _("This time is in the past. Choose a later one."),
    "challenge.time_far": _("Choose a time within the next %(n)s days."),
    "challenge.too_long": _("Too long: %(value)s characters. Accepted: %(accepted)s."),
    "challenge.lapsed": _("This challenge has expired. Start a new one."),
    "challenge.over": _("This challenge has already been answered: %(value)s."),
    "challenge.moved_on": _("The conditions have changed. Please check them again."),
    "challenge.not_your_turn": _("It is not your turn: %(value)s has to answer."),
}
