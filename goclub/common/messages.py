"""Refusals in the reader's words: one message for each code of RULEBOOK.md section 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ratings.errors import Code, RuleError

if TYPE_CHECKING:
    from django.forms import BaseForm

#: A sub-reason says more than its code; it is looked up first.
BY_REASON: dict[str, str | Promise] = {
    "time_loss": gettext_lazy(
        "In the salon nobody loses on time (S1-19): agree on another result, or mark the game as "
        "a free game, which moves no points."
    ),
    "jigo_needs_whole_komi": gettext_lazy(
        "A jigo needs a whole komi: with half a point somebody has won."
    ),
    "margin_parity": gettext_lazy(
        "%(value)s does not fit the komi: with a half-point komi a margin ends in ½, with a whole "
        "komi it is whole."
    ),
    "no_published_start": gettext_lazy(
        "Nothing is published for players above 8 dan: declare points of 201 or more instead."
    ),
    "not_in_band": gettext_lazy(
        "%(value)s does not lie in the band of the declared rank (%(accepted)s). Give one of the "
        "two."
    ),
    "window_below_min_games": gettext_lazy(
        "A window of %(value)s games could never hold the fewest games asked for. "
        "Accepted: %(accepted)s."
    ),
    "organiser_decides": gettext_lazy("This game is disputed or void: an organiser decides it."),
    "only_waiting_disputed": gettext_lazy(
        "Only a report that still waits can be disputed. Ask an organiser to correct the game."
    ),
    "confirmed_stays": gettext_lazy(
        "A confirmed game stays; ask an organiser to correct it or to make it void."
    ),
    "admitted_already": gettext_lazy("%(value)s is a member already."),
    "no_login": gettext_lazy("%(value)s has no login yet, and a role needs one."),
    "draft_gone": gettext_lazy("The uploaded kifu is no longer here: please choose it again."),
    "kifu_there": gettext_lazy("This game has its kifu already."),
    "already_declared": gettext_lazy(
        "A strength was declared already; the office can set another."
    ),
    "no_points_yet": gettext_lazy("This player holds no points yet: ask the office."),
    "date_in_future": gettext_lazy("%(value)s lies in the future. Accepted: %(accepted)s."),
    "before_joining": gettext_lazy(
        "On %(value)s one of the players was not yet a member. Accepted: %(accepted)s."
    ),
}

BY_CODE: dict[Code, str | Promise] = {
    Code.MISSING: gettext_lazy("Please fill this in."),
    Code.TYPE: gettext_lazy("“%(value)s” is not what belongs here. Accepted: %(accepted)s."),
    Code.RANGE: gettext_lazy("%(value)s is out of range. Accepted: %(accepted)s."),
    Code.GRID: gettext_lazy("%(value)s lies between the steps. Accepted: %(accepted)s."),
    Code.RANK: gettext_lazy("“%(value)s” is no rank here. Accepted: %(accepted)s."),
    Code.SAME_PLAYER: gettext_lazy("Nobody plays against himself: choose two different players."),
    Code.UNKNOWN: gettext_lazy("“%(value)s” is not known here."),
    Code.DUPLICATE: gettext_lazy("This is already here: %(value)s."),
    Code.STATE: gettext_lazy("That is not possible now: %(accepted)s."),
    Code.INCONSISTENT: gettext_lazy("%(value)s contradicts the other fields. %(accepted)s"),
    Code.FORBIDDEN: gettext_lazy("Only the office may do this."),
    Code.ILLEGAL_MOVE: gettext_lazy("%(value)s: %(reason)s."),
    Code.UNDEFINED: gettext_lazy("The published rules give no value for %(value)s. %(accepted)s"),
}


def describe(error: RuleError) -> str:
    """Say what was refused, what was received and what would be taken."""
    text = BY_REASON.get(error.reason) or BY_CODE[error.code]
    params = {
        "value": "" if error.value is None else error.value,
        "accepted": error.accepted or _("see the rule"),
        "reason": error.reason,
        **getattr(error, "params", {}),
    }
    try:
        return (str(text) % params).strip()
    except KeyError:
        return (str(BY_CODE[error.code]) % params).strip()


def add_rule_error(form: BaseForm, error: RuleError, fields: dict[str, str] | None = None) -> None:
    """Put the message beside the field it speaks of; ``fields`` maps rule names to form names."""
    name = (fields or {}).get(error.field, error.field)
    form.add_error(
        name if name in form.fields else None,
        ValidationError(describe(error), code=error.code.value),
    )
