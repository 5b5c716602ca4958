"""Accepting an invitation: whoever holds it becomes a member at once."""

from __future__ import annotations

from datetime import date, datetime

from goclub.common.locks import lock_row
from goclub.common.transactions import atomic_retried
from goclub.members.membership.queries import login_of, member_of_login
from goclub.members.membership.services.admission import (
    admit_newcomer,
    bring_back,
    make_login,
)
from goclub.members.membership.services.invitations import need_inviter
from goclub.members.membership.services.roles import lock_accounts, wake_account
from goclub.members.membership.services.steps import note_step
from goclub.members.models import Invitation, Member, MembershipStep, User
from goclub.members.queries import namesakes
from ratings.errors import Code, RuleError

Kind = MembershipStep.Kind


@atomic_retried
def accept_invitation(
    *,
    invitation: Invitation,
    at: datetime,
    on: date,
    password: str,
    display_name: str,
    language: str,
    time_zone: str,
    **profile: object,
) -> Member:
    """Make the invited person a member with this password, or the owner of a record that is there.

    A newcomer with exactly a member's name waits for the office, which sees whether it is one
    person.  Raises ``E_STATE``: ``invitation.closed``, ``invitation.known`` where the address has a
    login that is awake; ``E_FORBIDDEN`` where it is above whoever invited.
    """
    there = member_of_login(login_of(invitation.email))
    if there is not None:
        lock_accounts(there, by=invitation.made_by)
    invitation = lock_row(invitation)
    if not invitation.email or not invitation.is_open(at):
        raise RuleError(Code.STATE, field="code", reason="invitation.closed")
    need_inviter(invitation)
    by = invitation.made_by
    login = login_of(invitation.email)
    if login is not None:
        member = _sleeper(login)
        login.set_password(password)
        login.save(update_fields=["password"])
    else:
        member = invitation.member or Member(display_name=display_name, applied_at=at, **profile)
        if member.pk:
            member = lock_row(member)
            if member.user_id is not None:
                raise RuleError(Code.STATE, field="code", reason="invitation.closed")
        member.user = make_login(email=invitation.email, password=password, active=False)
    member.language, member.time_zone, member.contact_email = language, time_zone, ""
    invitation.used += 1
    invitation.accepted_at = at
    invitation.member = _let_in(member, by, at, on)
    invitation.save(update_fields=["used", "accepted_at", "member"])
    return invitation.member


def _sleeper(login: User) -> Member:
    """The declined, waiting or former member behind a login that is not in use."""
    member = member_of_login(login)
    if member is None or member.status == Member.Status.MEMBER:
        raise RuleError(Code.STATE, field="code", reason="invitation.known")
    member = lock_row(member)
    member.user = login
    return member


def _let_in(member: Member, by: User | None, at: datetime, on: date) -> Member:
    match member.status:
        case Member.Status.FORMER:
            return bring_back(member=member, at=at, on=on, by=by)
        case Member.Status.MEMBER:
            member.save()
            wake_account(member, by)
            note_step(member=member, kind=Kind.SIGNED_UP, at=at, by=by)
            return member
    if member.pk is None and namesakes(member):
        member.save()
        note_step(member=member, kind=Kind.ASKED, at=at, by=None)
        return member
    return admit_newcomer(
        member=member, at=at, on=on, by=by, rank=member.declared_rank,
        points=member.declared_points, kind=Kind.SIGNED_UP,
    )  # fmt: skip
