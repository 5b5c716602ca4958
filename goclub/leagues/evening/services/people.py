"""Coming, going, resting and wishing."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried
from goclub.leagues.evening.services.nights import may_speak_for, take_open
from goclub.leagues.models import ClubNight, Coming, NightGame, Presence
from goclub.members.models import Member
from goclub.members.people.services import add_guest
from goclub.members.requests import Act
from ratings.errors import Code, RuleError
from ratings.ranks import shown_rank

#: What becomes of the game of somebody who leaves: its result is told later, or it was not played.
LATER, NOT_PLAYED = "later", "cancel"


@atomic_retried
def check_in(act: Act, night: ClubNight, *, member: Member) -> Presence:
    """Somebody is here; twice is once, and who had left or rested is back."""
    _need_voice(act, member)
    night = take_open(night)
    if member.status not in (Member.Status.MEMBER, Member.Status.GUEST):
        raise Refusal(
            _("%(value)s is not a member of the club."),
            field="member",
            value=member.shown_name,
            reason="no_member",
        )
    presence, _new = Presence.objects.get_or_create(night=night, member=member)
    if presence.is_here and not presence.pausing:
        return presence
    if not presence.is_here:
        presence.arrived_at = presence.arrived_at or act.at
        presence.left_at = None
    presence.pausing = False
    if running_game(presence) is None:
        presence.free_since = act.at
    presence.save()
    return presence


@atomic_retried
def check_in_guest(act: Act, night: ClubNight, *, name: str, rank: str) -> Presence:
    """Add a guest who has arrived, at the rank they give; raises E_MISSING and E_SYNTAX."""
    take_open(night)
    rank = rank.strip()
    if rank:
        rank = shown_rank(rank)
    guest = add_guest(name=name)
    _need_voice(act, guest)
    presence = check_in(act, night, member=guest)
    if rank and presence.guest_rank != rank:
        presence.guest_rank = rank
        presence.save(update_fields=["guest_rank"])
    return presence


@atomic_retried
def expect(act: Act, night: ClubNight, *, member: Member, comes_at: datetime) -> Presence:
    """Note when a person is coming; those already here stay here."""
    _need_voice(act, member)
    night = take_open(night)
    presence, _new = Presence.objects.get_or_create(night=night, member=member)
    if not presence.is_here:
        presence.expected_at = max(comes_at, act.at)
        presence.arrived_at = presence.left_at = presence.free_since = None
        presence.save()
    return presence


@atomic_retried
def leave(act: Act, presence: Presence, *, then: str = "") -> Presence:
    """Mark a person as gone home or not coming; their partner is waiting again.

    In the middle of a game *then* says what becomes of it (:data:`LATER`, :data:`NOT_PLAYED`);
    raises E_STATE without an answer.
    """
    presence = take(act, presence)
    if presence.arrived_at is None:
        presence.delete()
        answers = Coming.objects.filter(series=presence.night.series_id, day=presence.night.on)
        declined = {"answer": Coming.Answer.NO, "answered_at": act.at, "answered_by": act.by}
        answers.filter(member=presence.member).update(**declined)
        return presence
    if not presence.is_here:
        return presence
    if game := running_game(presence):
        if then not in (LATER, NOT_PLAYED):
            raise RuleError(
                Code.STATE, "then", presence.member.shown_name, reason="night.in_a_game"
            )
        free(game, at=act.at, cancelled=then == NOT_PLAYED)
    unfix(presence)
    presence.refresh_from_db()
    presence.left_at, presence.free_since, presence.pausing = act.at, None, False
    presence.save()
    return presence


def on_member_leaves(member: Member, at: datetime, **_kwargs: object) -> None:
    """Receiver of ``members.signals.member_leaves``: who leaves the club goes home, too."""
    here = Presence.objects.filter(member=member, night__open=True, left_at=None)
    for presence in here.select_related("night", "member"):
        leave(Act(None, at), presence, then=LATER)


@atomic_retried
def rest(act: Act, presence: Presence, *, rests: bool = True) -> Presence:
    """Somebody wants no game for a while, or wants one again."""
    presence = take(act, presence)
    if presence.pausing != rests and presence.is_here:
        presence.pausing = rests
        if not rests and running_game(presence) is None:
            presence.free_since = act.at
        presence.save(update_fields=["pausing", "free_since"])
        unfix(presence)
    return presence


@atomic_retried
def wish(
    act: Act,
    presence: Presence,
    *,
    rival: Member | None,
    teaching: bool,
    small_board: bool,
    no_handicap: bool,
) -> Presence:
    """What somebody would like tonight; raises E_SAME_PLAYER for oneself as a rival."""
    presence = take(act, presence)
    if rival is not None and rival.pk == presence.member_id:
        raise RuleError(Code.SAME_PLAYER, "rival", rival.shown_name)
    presence.rival, presence.teaching = rival, teaching
    presence.small_board, presence.no_handicap = small_board, no_handicap
    presence.save(update_fields=["rival", "teaching", "small_board", "no_handicap"])
    return presence


def take(act: Act, presence: Presence) -> Presence:
    """A presence as it is now, its night locked and open, by somebody who may speak for it."""
    _need_voice(act, presence.member)
    take_open(presence.night)
    current = Presence.objects.select_related("member", "night").filter(pk=presence.pk).first()
    if current is None:
        raise RuleError(Code.UNKNOWN, "presence", presence.member.shown_name)
    return current


def running_game(presence: Presence) -> NightGame | None:
    """The game that somebody plays now."""
    mine = Q(black=presence) | Q(white=presence)
    return NightGame.objects.filter(mine, ended_at=None).select_related("black", "white").first()


def free(game: NightGame, *, at: datetime, cancelled: bool) -> None:
    """A table is free again; its two wait, unless they left."""
    game.ended_at, game.cancelled = at, cancelled
    game.save(update_fields=["ended_at", "cancelled"])
    wait_again(game, at)


def wait_again(game: NightGame, at: datetime) -> None:
    """The two of a game that ended are free from now on."""
    Presence.objects.filter(pk__in=[game.black_id, game.white_id], left_at=None).update(
        free_since=at
    )


def unfix(*presences: Presence) -> None:
    """What was fixed by hand for these people is so no more."""
    keys = [presence.pk for presence in presences]
    Presence.objects.filter(Q(pk__in=keys) | Q(fixed_with__in=keys)).update(fixed_with=None)


def _need_voice(act: Act, member: Member) -> None:
    if not may_speak_for(act.by, member):
        raise PermissionDenied
