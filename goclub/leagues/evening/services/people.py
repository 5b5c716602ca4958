"""Coming, going, resting and wishing."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db.models import Q

from goclub.common.transactions import atomic_retried
from goclub.leagues.evening.services.nights import may_speak_for, take_open
from goclub.leagues.models import ClubNight, NightGame, Presence
from goclub.members.models import Member, User
from goclub.members.people.services import add_guest
from ratings.errors import Code, RuleError
from ratings.ranks import shown_rank

#: What becomes of the game of somebody who leaves: its result is told later, or it was not played.
LATER, NOT_PLAYED = "later", "cancel"


@atomic_retried
def check_in(*, night: ClubNight, member: Member, by: User | None, at: datetime) -> Presence:
    """Somebody is here; twice is once, and who had left or rested is back."""
    _need_voice(by, member)
    night = take_open(night)
    if member.status not in (Member.Status.MEMBER, Member.Status.GUEST):
        raise RuleError(
            Code.STATE, field="member", value=member.display_name, reason="night.no_member"
        )
    presence, _new = Presence.objects.get_or_create(night=night, member=member)
    if presence.is_here and not presence.pausing:
        return presence
    if not presence.is_here:
        presence.arrived_at = presence.arrived_at or at
        presence.left_at = None
    presence.pausing = False
    if running_game(presence) is None:
        presence.free_since = at
    presence.save()
    return presence


@atomic_retried
def check_in_guest(
    *, night: ClubNight, name: str, rank: str, by: User | None, at: datetime
) -> Presence:
    """Add a guest who has arrived, at the rank they give; raises E_MISSING and E_SYNTAX."""
    take_open(night)
    rank = rank.strip()
    if rank:
        rank = shown_rank(rank)
    guest = add_guest(name=name[:80])
    _need_voice(by, guest)
    presence = check_in(night=night, member=guest, by=by, at=at)
    if rank and presence.guest_rank != rank:
        presence.guest_rank = rank
        presence.save(update_fields=["guest_rank"])
    return presence


@atomic_retried
def expect(
    *, night: ClubNight, member: Member, by: User | None, at: datetime, comes_at: datetime
) -> Presence:
    """Note when a person is coming; those already here stay here."""
    _need_voice(by, member)
    night = take_open(night)
    presence, _new = Presence.objects.get_or_create(night=night, member=member)
    if not presence.is_here:
        presence.expected_at = max(comes_at, at)
        presence.arrived_at = presence.left_at = presence.free_since = None
        presence.save()
    return presence


@atomic_retried
def leave(*, presence: Presence, by: User | None, at: datetime, then: str = "") -> Presence:
    """Mark a person as gone home or not coming; their partner is waiting again.

    In the middle of a game *then* says what becomes of it (:data:`LATER`, :data:`NOT_PLAYED`);
    raises E_STATE without an answer.
    """
    presence = take(presence, by)
    if presence.arrived_at is None:
        presence.delete()
        return presence
    if not presence.is_here:
        return presence
    if game := running_game(presence):
        if then not in (LATER, NOT_PLAYED):
            raise RuleError(
                Code.STATE,
                field="then",
                value=presence.member.display_name,
                reason="night.in_a_game",
            )
        free(game, at=at, cancelled=then == NOT_PLAYED)
    unfix(presence)
    presence.refresh_from_db()
    presence.left_at, presence.free_since, presence.pausing = at, None, False
    presence.save()
    return presence


def on_member_leaves(member: Member, at: datetime, **_kwargs: object) -> None:
    """Receiver of ``members.signals.member_leaves``: who leaves the club goes home, too."""
    here = Presence.objects.filter(member=member, night__open=True, left_at=None)
    for presence in here.select_related("night", "member"):
        leave(presence=presence, by=None, at=at, then=LATER)


@atomic_retried
def rest(*, presence: Presence, by: User | None, at: datetime, rests: bool = True) -> Presence:
    """Somebody wants no game for a while, or wants one again."""
    presence = take(presence, by)
    if presence.pausing != rests and presence.is_here:
        presence.pausing = rests
        if not rests and running_game(presence) is None:
            presence.free_since = at
        presence.save(update_fields=["pausing", "free_since"])
        unfix(presence)
    return presence


@atomic_retried
def wish(
    *,
    presence: Presence,
    by: User | None,
    rival: Member | None,
    teaching: bool,
    small_board: bool,
    no_handicap: bool,
) -> Presence:
    """What somebody would like tonight; raises E_SAME_PLAYER for oneself as a rival."""
    presence = take(presence, by)
    if rival is not None and rival.pk == presence.member_id:
        raise RuleError(Code.SAME_PLAYER, field="rival", value=rival.display_name)
    presence.rival, presence.teaching = rival, teaching
    presence.small_board, presence.no_handicap = small_board, no_handicap
    presence.save(update_fields=["rival", "teaching", "small_board", "no_handicap"])
    return presence


def take(presence: Presence, by: User | None) -> Presence:
    """A presence as it is now, its night locked and open, by somebody who may speak for it."""
    _need_voice(by, presence.member)
    take_open(presence.night)
    current = Presence.objects.select_related("member", "night").filter(pk=presence.pk).first()
    if current is None:
        raise RuleError(Code.UNKNOWN, field="presence", value=presence.member.display_name)
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


def _need_voice(by: User | None, member: Member) -> None:
    if not may_speak_for(by, member):
        raise PermissionDenied
