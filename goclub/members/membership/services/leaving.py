"""Leaving the club, being let go, and coming back."""

from __future__ import annotations

from datetime import date, datetime

from django.core.exceptions import PermissionDenied
from django.utils import timezone

from goclub.common.transactions import atomic_retried, lock_row
from goclub.members.mail.services.writing import post_letter
from goclub.members.membership.services.admission import bring_back
from goclub.members.membership.services.roles import (
    end_role,
    keep_a_chair,
    lock_accounts,
    note_step,
)
from goclub.members.models import Member, MembershipStep, User
from goclub.members.rights import need
from goclub.members.signals import member_leaves
from ratings.errors import Code, RuleError

Kind = MembershipStep.Kind


@atomic_retried
def retire_member(
    *, member: Member, by: User | None, reason: str = "", at: datetime | None = None
) -> None:
    """Let a member go: games and ledger stay, the login sleeps and the role ends.

    The last chair stays, and nobody lets go whose role is above their own.
    """
    need(by, "members.approve_member")
    keep_a_chair(member, by=by, permission="members.approve_member")
    _end(member, Kind.LET_GO, by, reason, at or timezone.now())


@atomic_retried
def leave_club(*, member: Member, by: User, at: datetime, reason: str = "") -> None:
    """Leave by oneself; the last chair stays until somebody else has that role."""
    if member.user_id != by.pk:
        raise PermissionDenied
    keep_a_chair(member)
    _end(member, Kind.LEFT, by, reason, at)


def _end(
    member: Member, kind: MembershipStep.Kind, by: User | None, reason: str, at: datetime
) -> None:
    member_leaves.send(sender=Member, member=member, at=at)
    if lock_row(member).status != Member.Status.MEMBER:
        raise RuleError(
            Code.STATE, field="status", value=member.display_name, reason="member.left_already"
        )
    end_role(member=member, by=by, at=at, reason=reason)
    member.status = Member.Status.FORMER
    member._change_reason = reason.strip()[:100] or None
    member.save(update_fields=["status"])
    if member.user:
        member.user.is_active = False
        member.user.save(update_fields=["is_active"])
    note_step(member=member, kind=kind, at=at, by=by, reason=reason)


@atomic_retried
def return_member(
    *, member: Member, by: User | None, at: datetime, on: date, url: str = ""
) -> Member:
    """Bring a former member back, asked or not; a letter says so where there is an address."""
    need(by, "members.approve_member")
    lock_accounts(member, by=by, permission="members.approve_member")
    member = lock_row(member, "user")
    if member.status != Member.Status.FORMER:
        raise RuleError(
            Code.STATE, field="status", value=member.display_name, reason="member.is_not_former"
        )
    bring_back(member=member, at=at, on=on, by=by)
    if member.user and member.user.email:
        post_letter(
            kind="membership",
            to=member.user.email,
            template="returned",
            context={"member": member, "url": url},
            language=member.language,
            at=at,
            member=member,
        )
    return member
