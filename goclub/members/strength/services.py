"""What the chair and the member decide about strength (S1-3…S1-6, S0-28)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils import timezone

from goclub.common.gate import gate_open
from goclub.common.transactions import atomic_retried
from goclub.members.models import Member, StrengthDecision
from goclub.members.notices.services import tell
from goclub.members.requests import Act
from goclub.members.rights import need
from goclub.members.signals import strength_decided
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from ratings.paa.system import declare
from ratings.ranks import check_points, parse_rank, rank_code

Kind = StrengthDecision.Kind


def declare_strength(
    act: Act, member: Member, *, on: date, rank: str, points: int | None
) -> StrengthDecision:
    """Post the starting points for a declared rank or declared points (S1-3, S1-4, S1-5)."""
    rank = _declared(rank, points)
    return _record(act, member, kind=Kind.DECLARED, points=points, rank=rank, on=on, reason="")


def _declared(rank: str, points: int | None) -> str:
    """The rank to store of a declaration that the rules take; below 9 kyu it keeps its name, which
    other systems start from.
    """
    declare(rank=parse_rank(rank) if rank else None, points=points)
    return rank_code(rank) if rank else ""


@atomic_retried
def set_strength(
    act: Act, member: Member, *, on: date, reason: str, points: int | None = None, rank: str = ""
) -> StrengthDecision:
    """Set a member's points or rank by decision of the office (S1-4)."""
    need(act.by, "members.set_strength")
    if points is None and not rank:
        raise RuleError(Code.MISSING, "points", accepted=AcceptedRange(0, 999))
    code = rank_code(rank) if rank else ""
    return _decide(act, member, Kind.SET, points, code, on, reason)


@atomic_retried
def certify_strength(
    act: Act, member: Member, *, on: date, reason: str, points: int | None = None
) -> StrengthDecision:
    """Make a member's points official by decision of the chair (S1-6)."""
    need(act.by, "members.certify_strength")
    decision = _decide(act, member, Kind.CERTIFIED, points, "", on, reason)
    url = member.get_absolute_url()
    tell(act, member, "member.certified", url=url)
    return decision


@atomic_retried
def set_igs_rank(act: Act, member: Member, *, on: date, rank: str, reason: str) -> StrengthDecision:
    """Set and certify a member's IGS rank, or BC, by decision of the office."""
    need(act.by, "members.set_strength")
    return _decide(act, member, Kind.SET, None, rank, on, reason, StrengthDecision.System.IGS)


@atomic_retried
def revise_igs_rank(act: Act, member: Member, *, rank: str) -> StrengthDecision:
    """Change one's own provisional IGS rank (S0-28); refused by the rules once it is certified."""
    if member.user_id != act.user.pk:
        raise PermissionDenied
    return _record(
        act,
        member,
        kind=Kind.REVISED,
        system=StrengthDecision.System.IGS,
        points=None,
        rank=rank,
        on=timezone.localdate(act.at),
        reason="",
    )


def _decide(
    act: Act,
    member: Member,
    kind: str,
    points: int | None,
    rank: str,
    on: date,
    reason: str,
    system: str = StrengthDecision.System.PAA,
) -> StrengthDecision:
    if not reason.strip():
        raise RuleError(Code.MISSING, "reason")
    if points is not None:
        check_points(points)
    today = timezone.localdate(act.at)
    if member.joined_on is None or not member.joined_on <= on <= today:
        raise RuleError(Code.RANGE, "effective_on", on, AcceptedRange(member.joined_on, today))
    return _record(
        act, member, kind=kind, system=system, points=points, rank=rank, on=on, reason=reason
    )


def _record(act: Act, member: Member, **decision: Any) -> StrengthDecision:
    """Store a decision and let the ledger hear of it."""
    stored = _store(act, member, **decision)
    strength_decided.send(sender=StrengthDecision, decision=stored)
    return stored


def _store(
    act: Act,
    member: Member,
    *,
    kind: str,
    points: int | None,
    rank: str,
    on: date,
    reason: str,
    system: str = StrengthDecision.System.PAA,
) -> StrengthDecision:
    with gate_open():
        return StrengthDecision.objects.create(
            member=member,
            system=system,
            kind=kind,
            points=points,
            rank=rank,
            effective_on=on,
            decided_at=act.at,
            decided_by=act.by,
            reason=reason.strip(),
        )


@dataclass(frozen=True, slots=True)
class PastStrength:
    """A strength of the time before this site: declared on joining, or set or certified later.

    ``points`` None and ``rank`` empty where nothing is known; ``on`` the day from which it holds.
    """

    kind: StrengthDecision.Kind
    on: date
    points: int | None = None
    rank: str = ""
    system: str = StrengthDecision.System.PAA
    reason: str = ""


@atomic_retried
def record_past_strengths(
    act: Act, member: Member, *, strengths: Sequence[PastStrength]
) -> list[StrengthDecision]:
    """Store what is known of a newcomer's strength before this site, the declaration first.

    Nobody is told: whoever brings the past along posts everything to the ledger in one replay
    (``rating.ledger.posting.post_facts``).  Raises what :func:`ratings.paa.system.declare`
    raises, E_RANGE for a day before the member joined or after *at*, and PermissionDenied.
    """
    need(act.by, "members.set_strength")
    stored = []
    for past in strengths:
        if past.kind == Kind.CERTIFIED:
            need(act.by, "members.certify_strength")
        if not (member.joined_on or past.on) <= past.on <= timezone.localdate(act.at):
            raise RuleError(
                Code.RANGE,
                "effective_on",
                past.on,
                AcceptedRange(member.joined_on, timezone.localdate(act.at)),
            )
        rank = past.rank
        if past.kind == Kind.DECLARED:
            rank = _declared(rank, past.points)
        elif past.points is not None:
            check_points(past.points)
        stored.append(
            _store(
                act,
                member,
                system=past.system,
                kind=past.kind,
                points=past.points,
                rank=rank,
                on=past.on,
                reason=past.reason,
            )
        )
    return stored
