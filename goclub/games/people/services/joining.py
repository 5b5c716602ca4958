"""A guest becomes a member, and the day on which a member joined is corrected."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from goclub.common.gate import gate_open
from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.games.models import Game
from goclub.games.people.services.moves import (
    opponents_of,
    replay_all_of,
    standings_now,
)
from goclub.games.rating.ledger import locks
from goclub.games.rating.ledger.facts import day_key
from goclub.games.rating.ledger.recalculation import ensure_standings
from goclub.games.rating.ledger.replaying import ReplayReport
from goclub.members.membership.services.roles import note_step
from goclub.members.models import Member, MembershipStep, StrengthDecision
from goclub.members.requests import Act
from goclub.members.rights import need
from goclub.members.strength.services import declare_strength
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError

_EARLIEST = date(1900, 1, 1)


def latest_joining(member: Member, at: datetime) -> date:
    """Return the last day on which a member can have joined: a game or a decision may follow it."""
    joined = member.joined_on
    days = [timezone.localdate(at)]
    if joined is not None:
        games = Game.objects.of(member).filter(played_on__gte=joined).order_by("played_on")
        decisions = member.decisions.exclude(effective_on=joined).order_by("effective_on")
        days += games.values_list("played_on", flat=True)[:1]
        days += decisions.values_list("effective_on", flat=True)[:1]
    return min(days)


@atomic_retried
def change_joining(act: Act, member: Member, *, on: date) -> ReplayReport:
    """Let a member have joined on another day; what holds from the old day holds from the new one.

    Raises PermissionDenied, E_STATE for somebody who never joined (``not_joined``), and
    E_RANGE for a day before 1900 or after a game or a decision (:func:`latest_joining`).
    """
    need(act.user, "members.approve_member")
    member = lock_row(member)
    joined = member.joined_on
    if joined is None or member.status == Member.Status.GUEST:
        raise Refusal(
            _("%(value)s never joined: a guest has no joining date."),
            field="on",
            value=member.shown_name,
            reason="not_joined",
        )
    latest = latest_joining(member, act.at)
    if not _EARLIEST <= on <= latest:
        raise RuleError(Code.RANGE, "on", on, AcceptedRange(_EARLIEST, latest))
    if on == joined:
        return ReplayReport()
    locks.enter(alone=True)
    locks.enter(alone=False)
    ensure_standings([member.pk])
    locks.lock_standings(None)
    before = standings_now()
    with gate_open():
        StrengthDecision.objects.filter(member=member, effective_on=joined).update(effective_on=on)
        member.joined_on = on
        if member.rated_from == joined:
            member.rated_from = on
        member.save(update_fields=["joined_on", "rated_from"])
    return replay_all_of(day_key(min(on, joined)), opponents_of(member.pk) | {member.pk}, before)


def first_game_on(guest: Member) -> date | None:
    """The day of the first confirmed game of a guest."""
    games = Game.objects.confirmed().of(guest).order_by("played_on")
    return games.values_list("played_on", flat=True).first()


def joins_on(guest: Member, on: date, *, count_before: bool) -> date:
    """Return the day from which a guest is a member: the day given, or that of their first game."""
    first = first_game_on(guest) if count_before else None
    return on if first is None else min(on, first)


def check_guest(guest: Member, on: date, at: datetime) -> None:
    """Raise a refusal if the guest cannot become a member, as :func:`take_in_guest` does."""
    today = timezone.localdate(at)
    if on > today:
        raise RuleError(Code.RANGE, "on", on, AcceptedRange(None, today))
    if guest.status != Member.Status.GUEST:
        raise Refusal(
            _("%(value)s is no longer a guest."),
            field="on",
            value=guest.shown_name,
            reason="no_guest",
        )


@atomic_retried
def take_in_guest(
    act: Act,
    guest: Member,
    *,
    on: date,
    rank: str = "",
    points: int | None = None,
    count_before: bool = False,
) -> ReplayReport:
    """Let a guest be a member from a day on, with a declared strength (S1-3 … S1-5).

    Games of that day and later count for both players; earlier ones stay games with a guest,
    unless *count_before*, which lets the member join on the day of the first.  Raises
    PermissionDenied, E_STATE for somebody who is no guest, E_RANGE for a day to come, and what
    declaring refuses.
    """
    need(act.by, "members.approve_member")
    guest = lock_row(guest)
    check_guest(guest, on, act.at)
    # All of the ledger before the decision is posted to it: games of others are counted anew, too.
    locks.enter(alone=True)
    locks.enter(alone=False)
    ensure_standings([guest.pk])
    locks.lock_standings(None)
    before = standings_now()
    on, first = joins_on(guest, on, count_before=count_before), first_game_on(guest)
    with gate_open():
        guest.status = Member.Status.MEMBER
        guest.joined_on = on
        guest.rated_from = on if first is not None and first < on else None
        guest.save()
    note_step(act, guest, kind=MembershipStep.Kind.ADMITTED)
    concerned = opponents_of(guest.pk) | {guest.pk}
    # Before the games of that day, in the order of the ledger.
    morning = datetime.combine(on, time.min, tzinfo=UTC)
    declare_strength(Act(act.by, min(act.at, morning)), guest, on=on, rank=rank, points=points)
    return replay_all_of(day_key(on), concerned, before)
