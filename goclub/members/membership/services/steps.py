"""What happened between a person and the club, kept."""

from __future__ import annotations

from datetime import datetime

from goclub.members.models import Member, MembershipStep, User


def note_step(
    *, member: Member, kind: MembershipStep.Kind, at: datetime, by: User | None, reason: str = ""
) -> MembershipStep:
    """Keep a step of a membership; inside the transaction of the service that takes it."""
    return MembershipStep.objects.create(
        member=member, kind=kind, at=at, by=by, reason=reason.strip()[:300]
    )
