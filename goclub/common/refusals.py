"""Refusals in the reader's words: one message for each code of RULEBOOK.md section 0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ratings.errors import Code

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
    "no_such_move": gettext_lazy(
        "There is no such move in this game any more. Go back to the game and choose it again."
    ),
    "no_moves": gettext_lazy("Click the board first: a variation needs a move."),
    "moves_there": gettext_lazy(
        "These moves stand in the game already. Play on, or comment on the move that is there."
    ),
    "too_many_notes": gettext_lazy("This game holds as many comments as it can."),
    "too_many_variations": gettext_lazy("This game holds as many variations as it can."),
    "others_commented": gettext_lazy(
        "Others have commented on this variation: ask the office to hide it."
    ),
    "others_talked": gettext_lazy(
        "Others have talked about this record: ask the office to take it out."
    ),
    "hidden_stays": gettext_lazy("The office has hidden this; ask them about it."),
    "kifu_there": gettext_lazy("This game has its kifu already."),
    "already_declared": gettext_lazy(
        "A strength was declared already; the office can set another."
    ),
    "no_points_yet": gettext_lazy("This player holds no points yet: ask the office."),
    "date_in_future": gettext_lazy("%(value)s lies in the future. Accepted: %(accepted)s."),
    "before_joining": gettext_lazy(
        "On %(value)s one of the players was not yet a member. Accepted: %(accepted)s."
    ),
    "bc_by_wins": gettext_lazy("BC is left by five wins, not by points: its row says “5 wins”."),
    "missing_column": gettext_lazy("The table lacks a column. Needed: %(accepted)s."),
    "missing_number": gettext_lazy("A number is missing in the row of this rank."),
    "missing_rank": gettext_lazy(
        "The table lacks a rank: every rank from 17k to 10d needs its row."
    ),
    "rank_twice": gettext_lazy("This rank has two rows. Keep one."),
    "too_many_columns": gettext_lazy("A row has more cells than the heading. Check its commas."),
    "too_many_ranks": gettext_lazy("The table has more ranks than the ladder: 17k to 10d."),
    "no_csv": gettext_lazy("This is no table of text. Save it as CSV in UTF-8."),
    "top_rank_promotes": gettext_lazy(
        "Nothing lies above 10d: leave its promotion empty, not %(value)s."
    ),
    "demote_not_below_promote": gettext_lazy(
        "One would fall below %(value)s and rise at the same points or fewer; "
        "accepted: %(accepted)s."
    ),
    "entry_outside": gettext_lazy(
        "%(value)s points to enter with do not lie between its two borders. Accepted: %(accepted)s."
    ),
    "not_increasing": gettext_lazy(
        "The numbers grow from rank to rank, and %(value)s does not. Accepted: %(accepted)s."
    ),
    "no_border": gettext_lazy(
        "%(value)s overlaps the rank below: who falls from here has to stand below the points at "
        "which one rises. Accepted: %(accepted)s."
    ),
    "newcomer_formula_off": gettext_lazy(
        "The club’s house rule leaves it to the office to certify this rank."
    ),
    "no_standard_handicap": gettext_lazy(
        "No standard conditions exist for a difference of %(value)s ranks. Accepted: %(accepted)s."
    ),
    "certified_only": gettext_lazy(
        "Rated games can be given with a certified rank only: leave this empty."
    ),
    "low_above_high": gettext_lazy("“From” lies above “to” (%(value)s): exchange the two."),
    "no_level": gettext_lazy("Players in BC and professionals have no rank to compare."),
    "not_an_integer": gettext_lazy("%(value)s is not a whole number."),
    "not_at_rank": gettext_lazy(
        "%(value)s points do not belong to this rank. Accepted: %(accepted)s."
    ),
    "unknown_rank": gettext_lazy("%(value)s does not fit here. Accepted: %(accepted)s."),
    "cannot_call": gettext_lazy(
        "%(value)s has no login here and could not call. Toss at the board instead."
    ),
    "no_call_yet": gettext_lazy("Even or odd has to be called first, before there is any digit."),
    "call_not_before_post": gettext_lazy(
        "The call has to stand before the deciding post, and this post did not come after it. "
        "Nothing was decided: please post again."
    ),
    "opener_calls_not": gettext_lazy("You opened this toss: now %(value)s calls."),
    "caller_posts_not": gettext_lazy("The call is yours; the deciding post belongs to %(value)s."),
    "call_fixed": gettext_lazy("The call is fixed: %(value)s. It cannot be changed any more."),
    "called_goes_on": gettext_lazy(
        "Somebody has called (%(value)s) already. From there a toss is carried through."
    ),
    "toss_cancelled": gettext_lazy("This toss was cancelled. Please open a new one."),
    "clock_behind": gettext_lazy("The server's clock was set back a little: please post again."),
    "toss_undecided": gettext_lazy("This toss is not decided yet: finish it first."),
    "toss_players": gettext_lazy(
        "The toss was between two other players. Choose them, or report without the toss."
    ),
    "toss_colours": gettext_lazy(
        "By the toss %(value)s plays Black. Exchange the players, or report without the toss."
    ),
    "toss_used": gettext_lazy("This toss belongs to game %(value)s already."),
}

BY_CODE: dict[str, str | Promise] = {
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


class Refusal(Protocol):
    """A refusal of the rules of strength or of competition; their codes are the same words."""

    @property
    def code(self) -> str: ...

    @property
    def field(self) -> str: ...

    @property
    def value(self) -> object: ...

    @property
    def accepted(self) -> str: ...

    @property
    def reason(self) -> str: ...


def add_reasons(texts: Mapping[str, str | Promise]) -> None:
    """Give the sub-reasons of an app their words; called once, when the app is ready."""
    BY_REASON.update(texts)


def describe(error: Refusal) -> str:
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


def add_rule_error(form: BaseForm, error: Refusal, fields: dict[str, str] | None = None) -> None:
    """Put the message beside the field it speaks of; ``fields`` maps rule names to form names."""
    name = (fields or {}).get(error.field, error.field)
    form.add_error(
        name if name in form.fields else None,
        ValidationError(describe(error), code=str(error.code)),
    )
