"""Refusals of the ladder in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {
    "ladder.closed": _("The club has no ladder at the moment."),
    "ladder.not_on": _("To challenge someone on the ladder, both of you must be on it."),
    "ladder.below": _(
        "%(value)s is below you. On the ladder you can only challenge players above you."
    ),
    "ladder.too_high": _(
        "%(value)s is too far above you. The most rungs up you can challenge: %(reach)s."
    ),
    "ladder.challenging": _("You already have a ladder challenge under way. Play it first."),
    "ladder.challenged": _("%(value)s already has a ladder challenge to answer or play."),
    "ladder.resting": _(
        "You and %(value)s met on the ladder recently. Days required between two games: %(rest)s."
    ),
    "ladder.conditions": _("Ladder games use the club’s conditions: %(accepted)s."),
    "ladder.play_after_answer": _("The days to play cannot be fewer than the days to answer."),
}
