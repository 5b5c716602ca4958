"""Refusals of reports, decisions and tosses in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusals

REFUSALS: Refusals = {
    # Reports and decisions.
    "playing.game_here": _("This game seems to be here already; see above."),
    "playing.toss_gone": _("This toss is not yours to report. Open the report without it."),
    "playing.kifu_differs": _("The form and the kifu disagree; see above."),
    "playing.organiser_decides": _("This game is disputed or void: an organiser decides it."),
    "playing.only_waiting_disputed": _(
        "Only a report that still waits can be disputed. Ask an organiser to correct the game."
    ),
    "playing.confirmed_stays": _(
        "A confirmed game stays; ask an organiser to correct it or to make it void."
    ),
    "playing.date_in_future": _("%(value)s lies in the future. Accepted: %(accepted)s."),
    "playing.before_joining": _(
        "On %(value)s one of the players was not yet a member. Accepted: %(accepted)s."
    ),
    # Tosses for colour.
    "toss.cannot_call": _(
        "%(value)s has no login here and could not call. Toss at the board instead."
    ),
    "toss.no_call_yet": _("Even or odd has to be called first, before there is any digit."),
    "toss.call_not_before_post": _(
        "The call has to stand before the deciding post, and this post did not come after it. "
        "Nothing was decided: please post again."
    ),
    "toss.opener_calls_not": _("You opened this toss: now %(value)s calls."),
    "toss.caller_posts_not": _("The call is yours; the deciding post belongs to %(value)s."),
    "toss.call_fixed": _("The call is fixed: %(value)s. It cannot be changed any more."),
    "toss.called_goes_on": _(
        "Somebody has called (%(value)s) already. From there a toss is carried through."
    ),
    "toss.cancelled": _("This toss was cancelled. Please open a new one."),
    "toss.clock_behind": _("The server's clock was set back a little: please post again."),
    "toss.undecided": _("This toss is not decided yet: finish it first."),
    "toss.players": _(
        "The toss was between two other players. Choose them, or report without the toss."
    ),
    "toss.colours": _(
        "By the toss %(value)s plays Black. Exchange the players, or report without the toss."
    ),
    "toss.used": _("This toss belongs to game %(value)s already."),
}
