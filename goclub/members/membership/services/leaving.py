"""Leaving the club, being let go, and coming back."""

from __future__ import annotations

from datetime import date

from django.core.exceptions import PermissionDenied
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.members.mail.services.writing import post_letter
from goclub.members.membership.services.admission import bring_back
from goclub.members.membership.services.roles import (
    close_invitations,
    end_role,
    keep_a_chair,
    lock_accounts,
    note_step,
)
from goclub.members.models import Member, MembershipStep
from goclub.members.requests import Act
from goclub.members.rights import need
from goclub.members.signals import member_leaves

Kind = MembershipStep.Kind


@atomic_retried
def retire_member(act: Act, member: Member, *, reason: str = "") -> None:
    """Let a member go: games and ledger stay, the login sleeps and the role ends.

    The last chair stays, and nobody lets go whose role is above their own.
    """
    need(act.by, "members.approve_member")
    keep_a_chair(member, by=act.by, permission="members.approve_member")
    _end(Act(act.by, act.at or timezone.now()), member, Kind.LET_GO, reason)


@atomic_retried
def leave_club(act: Act, member: Member, *, reason: str = "") -> None:
    """Leave by oneself; the last chair stays until somebody else has that role."""
    if member.user_id != act.user.pk:
        raise PermissionDenied
    keep_a_chair(member)
    _end(act, member, Kind.LEFT, reason)


def _end(act: Act, member: Member, kind: MembershipStep.Kind, reason: str) -> None:
    member_leaves.send(sender=Member, member=member, at=act.at)
    if lock_row(member).status != Member.Status.MEMBER:
        raise Refusal(
            _("%(value)s is no longer a member."),
            field="status",
            value=member.shown_name,
            reason="left_already",
        )
    end_role(act, member, reason=reason)
    close_invitations(act, member)
    member.status = Member.Status.FORMER
    member._change_reason = reason.strip()[:100] or None
    member.save(update_fields=["status"])
    if member.user:
        member.user.is_active = False
        member.user.save(update_fields=["is_active"])
    note_step(act, member, kind=kind, reason=reason)


@atomic_retried
def return_member(act: Act, member: Member, *, on: date, url: str = "") -> Member:
    """Bring a former member back, asked or not; a letter says so where there is an address."""
    need(act.by, "members.approve_member")
    lock_accounts(member, by=act.by, permission="members.approve_member")
    member = lock_row(member, "user")
    if member.status != Member.Status.FORMER:
        raise Refusal(
            _("%(value)s is not a former member."), field="status", value=member.shown_name
        )
    bring_back(act, member, on=on)
    if member.user and member.user.email:
        post_letter(
            kind="membership",
            to=member.user.email,
            template="returned",
            context={"member": member, "url": url},
            language=member.language,
            at=act.at,
            member=member,
        )
    return member
