"""The day on which somebody joined, corrected: what was declared on joining moves with it."""

from __future__ import annotations

from datetime import date, datetime

from django.utils import timezone

from goclub.common.gate import gate_open
from goclub.common.locks import lock_row
from goclub.common.transactions import atomic_retried
from goclub.games.models import Game
from goclub.games.people.services.moves import (
    LedgerOutcome,
    opponents_of,
    replay_all_of,
    standings_now,
)
from goclub.games.rating.ledger import locks
from goclub.games.rating.ledger.facts import day_key
from goclub.games.rating.ledger.recalculation import ensure_standings
from goclub.members.models import Member, StrengthDecision, User
from goclub.members.rights import need
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
def change_joining(*, member: Member, by: User, at: datetime, on: date) -> LedgerOutcome:
    """Let a member have joined on another day; what holds from the old day holds from the new one.

    Raises PermissionDenied, E_STATE for somebody who never joined (``people.not_joined``), and
    E_RANGE for a day before 1900 or after a game or a decision (:func:`latest_joining`).
    """
    need(by, "members.approve_member")
    member = lock_row(member)
    joined = member.joined_on
    if joined is None or member.status == Member.Status.GUEST:
        raise RuleError(
            Code.STATE, field="on", value=member.display_name, reason="people.not_joined"
        )
    latest = latest_joining(member, at)
    if not _EARLIEST <= on <= latest:
        raise RuleError(Code.RANGE, field="on", value=on, accepted=AcceptedRange(_EARLIEST, latest))
    if on == joined:
        return LedgerOutcome((), 0)
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
