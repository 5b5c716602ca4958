"""Refusals of challenges in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {
    "challenge.oneself": _("Nobody challenges himself."),
    "challenge.left": _("%(value)s cannot be challenged: not a member at present."),
    "challenge.already": _("A challenge between you and %(value)s is under way already."),
    "challenge.many": _("You have %(value)s challenges without an answer. Wait for some of them."),
    "challenge.no_time": _("Say when: one time at least."),
    "challenge.time_past": _("This time is past; choose one that is still to come."),
    "challenge.time_far": _("Choose a time within the next %(n)s days."),
    "challenge.too_long": _("Too long: %(value)s characters. Accepted: %(accepted)s."),
    "challenge.lapsed": _("This challenge has lapsed; begin a new one."),
    "challenge.over": _("This challenge was answered already: %(value)s."),
    "challenge.moved_on": _("The terms have changed since; look at them again."),
    "challenge.not_your_turn": _("It is for %(value)s to answer."),
}
