"""Refusals of the ladder in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {
    "ladder.closed": _("The club has no ladder at present."),
    "ladder.not_on": _("On the ladder one challenges who stands on it, and stands on it oneself."),
    "ladder.below": _("%(value)s stands below you; on the ladder one challenges those above."),
    "ladder.too_high": _(
        "%(value)s stands too high: one challenges at most so many rungs above: %(reach)s."
    ),
    "ladder.challenging": _("You have a ladder challenge under way; play it first."),
    "ladder.challenged": _("%(value)s has a ladder challenge to answer or to play already."),
    "ladder.resting": _(
        "You and %(value)s met on the ladder lately; so many days lie between two games: %(rest)s."
    ),
    "ladder.conditions": _("On the ladder the club’s conditions hold: %(accepted)s."),
    "ladder.play_after_answer": _("The days to play cannot be fewer than those to answer."),
}
