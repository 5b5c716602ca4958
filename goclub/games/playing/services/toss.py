"""The electronic toss (S1-18): open, call, decide, cancel, and keep it with the game it began.

Every stamp is ``at``, the moment at which the server began to handle the post, cut to whole
milliseconds; it never comes from the browser.  What has been said stays: a call is never replaced,
a decision never repeated.
"""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row, lock_rows
from goclub.games.models import Game, Toss
from goclub.members.models import Member, User
from goclub.members.requests import Act
from ratings.errors import Code, RuleError
from ratings.toss import decide, parse_call, stamp_of


@atomic_retried
def open_toss(act: Act, against: Member, *, key: UUID | None = None) -> Toss:
    """Open a toss with another member, who then calls; returns it.

    The same form sent twice (same ``key``) gives the same toss, and while a toss between the two
    is unfinished, whoever opened it, that one is returned: nobody opens tosses until one suits.
    Raises ``E_SAME_PLAYER``, ``E_STATE`` for a member who has no login to call with, and
    PermissionDenied for a user who is no member.
    """
    opener = _member_of(act.user)
    if opener.pk == against.pk:
        raise RuleError(Code.SAME_PLAYER, "against", against.shown_name)
    # Both players may open at the same moment: the second to come must see the first one's toss.
    pair = lock_rows(Member.objects.filter(pk__in=(opener.pk, against.pk)))
    present = {member.pk: member for member in pair}
    if key and (sent_before := Toss.objects.filter(open_key=key).first()):
        if sent_before.opener_id != opener.pk:
            raise PermissionDenied
        return sent_before
    caller = present.get(against.pk)
    if caller is None or caller.status != Member.Status.MEMBER or caller.user_id is None:
        raise Refusal(
            _("%(value)s has no account here and cannot call. Do nigiri at the board instead."),
            field="against",
            value=against.shown_name,
            reason="cannot_call",
        )
    unfinished = Toss.objects.unfinished().between(opener, caller).with_players().first()
    if unfinished:
        return unfinished
    toss = Toss(opener=opener, caller=caller, opened_at=stamp_of(act.at))
    if key:
        toss.open_key = key
    toss.save()
    return toss


@atomic_retried
def call_toss(act: Act, toss: Toss, *, call: str) -> Toss:
    """Call even or odd, once.

    The same call again changes nothing.  Raises ``E_TYPE`` or ``E_MISSING`` for another word,
    ``E_STATE`` for the opener, for a cancelled toss and for a second, different call, and
    PermissionDenied for anybody else.
    """
    called = parse_call(call)
    toss = _lock(toss)
    if _seat(toss, act.user) == toss.opener:
        raise _refusal("toss.opener_calls_not", toss.caller)
    _not_cancelled(toss)
    if toss.call == called.value:
        return toss
    if toss.call:
        raise _refusal("toss.call_fixed", toss.get_call_display())
    stamp = stamp_of(act.at)
    if stamp < toss.opened_at:
        raise _refusal("toss.clock_behind", stamp)
    toss.call, toss.called_at = called.value, stamp
    toss.save()
    return toss


@atomic_retried
def decide_toss(act: Act, toss: Toss) -> Toss:
    """Let the opener's second post decide by the last digit of its stamp.

    Posting again changes nothing.  Raises ``E_STATE`` before the call, for a post that did not
    come after it, for the caller and for a cancelled toss, PermissionDenied for anybody else.
    """
    toss = _lock(toss)
    if _seat(toss, act.user) == toss.caller:
        raise _refusal("toss.caller_posts_not", toss.opener)
    _not_cancelled(toss)
    if toss.decided_at is not None:
        return toss
    stamp = stamp_of(act.at)
    result = decide(toss.call, toss.called_at, stamp)
    toss.decided_at, toss.digit = stamp, result.digit
    toss.black = toss.caller if result.caller_is_black else toss.opener
    toss.save()
    return toss


@atomic_retried
def cancel_toss(act: Act, toss: Toss) -> Toss:
    """Drop a toss that has no call yet; either player may, and it stays on record.

    Cancelling again changes nothing.  Raises ``E_STATE`` after the call, PermissionDenied for
    anybody else.
    """
    toss = _lock(toss)
    seat = _seat(toss, act.user)
    if toss.cancelled_at is not None:
        return toss
    if toss.call:
        raise _refusal("toss.called_goes_on", toss.get_call_display())
    toss.cancelled_at, toss.cancelled_by = stamp_of(act.at), seat
    toss.save()
    return toss


def may_attach(toss: Toss, user: User) -> bool:
    """The two players report with their toss; organisers report for others."""
    players = {toss.opener.user_id, toss.caller.user_id}
    return user.pk in players or user.has_perm("games.report_for_others")


@atomic_retried
def attach_toss(act: Act, toss: Toss, *, game: Game) -> Toss:
    """Keep a decided toss with the game whose colours it gave.

    Attaching it again to the same game changes nothing; a toss whose game was made void may go
    with the next report.  Raises ``E_STATE`` before the decision, ``E_INCONSISTENT`` for other
    players or exchanged colours, ``E_DUPLICATE`` when it belongs to another game, and
    PermissionDenied.
    """
    toss = _lock(toss)
    if not may_attach(toss, act.user):
        raise PermissionDenied
    if toss.black is None:
        raise _refusal("toss.undecided", toss.pk)
    if {game.black_id, game.white_id} != {toss.opener_id, toss.caller_id}:
        raise Refusal(
            _(
                "The nigiri was between two other players. Choose them, or report the "
                "game without it."
            ),
            code=Code.INCONSISTENT,
            field="black",
            value=str(toss),
            reason="players",
        )
    if game.black_id != toss.black_id:
        name = toss.black.shown_name
        raise Refusal(
            _("By nigiri, %(value)s plays Black. Swap the players, or report without nigiri."),
            code=Code.INCONSISTENT,
            field="black",
            value=name,
            reason="colours",
        )
    if toss.game_id == game.pk:
        return toss
    if toss.game is not None and toss.game.state != Game.State.VOID:
        raise Refusal(
            _("This nigiri already belongs to game %(value)s."),
            code=Code.DUPLICATE,
            field="toss_game",
            value=f"#{toss.game_id}",
            reason="used",
        )
    toss.game = game
    toss.save()
    return toss


def check_toss(toss: Toss) -> bool:
    """Whether the rule, applied again to the stored stamps, gives the stored digit and colour."""
    if toss.decided_at is None:
        return False
    try:
        result = decide(toss.call, toss.called_at, toss.decided_at)
    except RuleError:
        return False
    black = toss.caller_id if result.caller_is_black else toss.opener_id
    return (result.digit, black) == (toss.digit, toss.black_id)


def _member_of(user: User) -> Member:
    member = Member.objects.active().filter(user=user.pk).first()
    if member is None:
        raise PermissionDenied
    return member


def _seat(toss: Toss, user: User) -> Member:
    """The player behind a user; PermissionDenied for anybody who does not sit at this toss."""
    for player in (toss.opener, toss.caller):
        if player.user_id == user.pk and player.status == Member.Status.MEMBER:
            return player
    raise PermissionDenied


def _lock(toss: Toss) -> Toss:
    return lock_row(toss, "opener", "caller", "black", "game")


def _not_cancelled(toss: Toss) -> None:
    if toss.cancelled_at is not None:
        raise _refusal("toss.cancelled", toss.pk)


def _refusal(reason: str, value: object) -> RuleError:
    return RuleError(Code.STATE, "toss", value, reason=reason)
