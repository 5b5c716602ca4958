"""Asking to join, following an invitation, being admitted or declined, entered by an admin."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.db import IntegrityError
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row, lock_rows
from goclub.members.mail.services.writing import is_written_to_enough, post_letter
from goclub.members.membership.queries import login_of, member_of_login
from goclub.members.membership.services.invitations import need_inviter
from goclub.members.membership.services.roles import (
    close_invitations,
    lock_accounts,
    note_step,
    wake_account,
)
from goclub.members.models import Invitation, Letter, Member, MembershipStep, StrengthDecision, User
from goclub.members.notices.services import tell_office
from goclub.members.people.services import Called, give_nicknames
from goclub.members.queries import namesakes
from goclub.members.requests import Act
from goclub.members.rights import need, need_above
from goclub.members.strength.services import PastStrength, declare_strength, record_past_strengths
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from ratings.ranks import rank_code

Kind = MembershipStep.Kind
#: The page on which requests are answered.
DESK = "members:desk"
#: From where a declined or former person's request is taken up again.
_AGAIN = frozenset({Member.Status.DECLINED, Member.Status.FORMER})


@atomic_retried
def apply_to_join(
    *,
    at: datetime,
    email: str,
    password: str | None,
    display_name: str,
    username: str = "",
    **profile: object,
) -> Member:
    """Store a request to join; the login works once the chair has admitted the person."""
    user = make_login(email=email, password=password, username=username, active=False)
    member = Member(user=user, display_name=display_name, applied_at=at, **profile)
    member.save()
    note_step(Act(None, at), member, kind=Kind.ASKED)
    tell_of_request(member, at)
    return member


def tell_of_request(member: Member, at: datetime) -> None:
    """Tell whoever may admit people that somebody waits."""
    tell_office(
        Act(None, at),
        "member.asks",
        url=reverse(DESK),
        permission="members.approve_member",
        name=member,
    )


def make_login(*, email: str, password: str | None, username: str = "", active: bool) -> User:
    """A login of its own for an address; inside a transaction."""
    user = User(username=username or free_username(email), email=email, is_active=active)
    user.set_password(password)
    user.save()
    return user


def ask_to_join(
    *, at: datetime, email: str, password: str, display_name: str, url: str, **profile: Any
) -> Member | None:
    """Take a request from the page; where the address has a login, write to its owner instead.

    Whoever was declined, or has left, asks anew by it: the same person, with the old password.
    Whoever asks hears the same and waits as long either way: a password is hashed and a letter
    sent.  Returns who waits now, or None where there is a login already.
    """
    known = login_of(email)
    applicant = None
    if known is None:
        try:
            applicant = apply_to_join(
                at=at, email=email, password=password, display_name=display_name, **profile
            )
        except IntegrityError:  # the same request a moment ago
            known = login_of(email)
            if known is None:
                raise
    else:
        User().set_password(password)
        applicant = ask_again(login=known, at=at, **profile)
    letter = "known" if applicant is None else "asked" if known is None else "asked_again"
    to = known.email if known else email
    if known and is_written_to_enough(to=to, kind="membership", at=at):
        return applicant
    reader = member_of_login(known)
    language = reader.language if reader else str(profile.get("language") or get_language())
    post_letter(
        to=to,
        template=letter,
        context={"user": known, "url": url},
        language=language,
        kind="membership",
        at=at,
    )
    return applicant


@atomic_retried
def ask_again(
    *,
    login: User,
    at: datetime,
    message: str = "",
    declared_rank: str = "",
    declared_points: int | None = None,
    **_profile: object,
) -> Member | None:
    """Take up the request of somebody who was declined or has left; None for everybody else.

    Name, profile and password stay as they are: the request may come from somebody else, and the
    office admits whom it knows.
    """
    member = member_of_login(login)
    if member is None:
        return None
    member = lock_row(member)
    if member.status not in _AGAIN or member.asks_to_return:
        return None
    if member.status == Member.Status.DECLINED:
        member.status = Member.Status.APPLICANT
        member.declared_rank, member.declared_points = declared_rank, declared_points
    else:
        member.asks_to_return = True
    member.applied_at, member.message = at, message
    member.save()
    note_step(Act(None, at), member, kind=Kind.ASKED, reason=message)
    tell_of_request(member, at)
    return member


def free_username(email: str) -> str:
    """A login name made from the e-mail address that nobody has yet."""
    stem = slugify(email.split("@")[0])[:100] or "member"
    name, number = stem, 1
    while User.objects.filter(username__iexact=name).exists():
        number += 1
        name = f"{stem}{number}"
    return name


@atomic_retried
def admit_member(
    act: Act, member: Member, *, on: date, rank: str = "", points: int | None = None
) -> Member:
    """Admit an applicant with their starting points (S1-3…S1-5) and activate the account.

    A former member who asked comes back with the points that stand in the ledger.
    """
    need(act.by, "members.approve_member")
    lock_accounts(member, by=act.by, permission="members.approve_member")
    member = lock_row(member)
    if member.asks_to_return:
        return bring_back(act, member, on=on)
    if member.status not in (Member.Status.APPLICANT, Member.Status.DECLINED):
        raise Refusal(_("%(value)s is already a member."), field="status", value=member.shown_name)
    return admit_newcomer(act, member, on=on, rank=rank, points=points, kind=Kind.ADMITTED)


def admit_newcomer(
    act: Act, member: Member, *, on: date, rank: str, points: int | None, kind: MembershipStep.Kind
) -> Member:
    """Let somebody in whose right to it was asked before, with starting points where none are.

    Inside the transaction of the service that asked.
    """
    member.status = Member.Status.MEMBER
    member.joined_on = member.joined_on or on
    member.asks_to_return = False
    member.save()
    wake_account(act, member)
    if not member.decisions.exists():
        declare_strength(act, member, on=member.joined_on, rank=rank, points=points)
    note_step(act, member, kind=kind)
    return member


def bring_back(act: Act, member: Member, *, on: date) -> Member:
    """A former member is one again: points, games and the day of joining go on as they stand."""
    return admit_newcomer(
        act,
        member,
        on=on,
        rank=member.declared_rank,
        points=member.declared_points,
        kind=Kind.RETURNED,
    )


@atomic_retried
def register_member(
    act: Act,
    *,
    on: date,
    display_name: str,
    rank: str = "",
    points: int | None = None,
    **profile: object,
) -> Member:
    """Enter somebody as a member without a login, with the day of joining, which may be long ago.

    Raises ``E_RANGE`` for a day to come and ``E_RANK`` for what is no rank.
    """
    need(act.by, "members.approve_member")
    today = timezone.localdate(act.at)
    if on > today or on.year < 1900:
        raise RuleError(Code.RANGE, "joined_on", on, AcceptedRange(date(1900, 1, 1), today))
    rank = rank_code(rank) if rank else ""
    member = Member(
        display_name=display_name, declared_rank=rank, declared_points=points, **profile
    )
    return admit_newcomer(act, member, on=on, rank=rank, points=points, kind=Kind.REGISTERED)


@atomic_retried
def decline_member(act: Act, member: Member, *, reason: str, url: str = "") -> None:
    """Decline a request, and say why in a letter; the same person may ask again."""
    need(act.user, "members.approve_member")
    if not reason.strip():
        raise RuleError(Code.MISSING, "reason")
    member = lock_row(member, "user")
    if member.status != Member.Status.APPLICANT and not member.asks_to_return:
        raise Refusal(
            _("The request of %(value)s has already been answered."),
            field="status",
            value=member.shown_name,
        )
    if member.asks_to_return:
        member.asks_to_return = False
    else:
        member.status = Member.Status.DECLINED
    member.save(update_fields=["status", "asks_to_return"])
    close_invitations(act, member)
    note_step(act, member, kind=Kind.DECLINED, reason=reason)
    if member.user and member.user.email:
        post_letter(
            kind="membership",
            to=member.user.email,
            template="declined",
            context={"member": member, "reason": reason.strip(), "url": url},
            language=member.language,
            at=act.at,
            member=member,
        )


def tell_admitted(*, member: Member, url: str, at: datetime | None = None) -> Letter | None:
    """E-mail a new member that they can sign in now; returns None if there is no address."""
    if member.user is None or not member.user.email:
        return None
    return post_letter(
        to=member.user.email,
        template="admitted",
        context={"url": url},
        language=member.language,
        kind="membership",
        at=at or timezone.now(),
        member=member,
    )


@dataclass(frozen=True, slots=True)
class PastMember:
    """One person as a club's own list has them; ``email`` for an invitation later.

    ``strengths`` in the order of their days, the declaration first; none for a guest.
    """

    display_name: str
    status: str = Member.Status.MEMBER
    romanised_name: str = ""
    joined_on: date | None = None
    birth_date: date | None = None
    country: str = ""
    club: str = ""
    email: str = ""
    language: str = settings.LANGUAGE_CODE
    nicknames: tuple[Called, ...] = ()
    strengths: tuple[PastStrength, ...] = ()


@atomic_retried
def bring_member(act: Act, past: PastMember) -> tuple[Member, list[StrengthDecision]]:
    """Store a person of the past with all that is known of the strength.

    The ledger is not told; see :func:`record_past_strengths`, whose refusals come through.
    """
    need(act.by, "members.add_member")
    member = Member(
        display_name=past.display_name,
        status=past.status,
        romanised_name=past.romanised_name,
        joined_on=past.joined_on,
        birth_date=past.birth_date,
        country=past.country,
        club=past.club,
        contact_email=past.email,
        language=past.language,
    )
    member.save()
    give_nicknames(member=member, called=past.nicknames)
    strengths = record_past_strengths(act, member, strengths=past.strengths)
    return member, strengths


@atomic_retried
def take_out_members(act: Act, members: Collection[int]) -> None:
    """Remove people who were brought along by mistake, and what is on record of them.

    Nothing may lean on them any more; the database refuses where something does.
    """
    need(act.by, "members.add_member")
    for member in lock_rows(Member.objects.filter(pk__in=members)):
        need_above(act.by, member)
    Member.objects.filter(pk__in=members).delete()
    Member.history.filter(id__in=members).delete()


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
    person.  Raises ``E_STATE``: ``invitation.closed``, ``known`` where the address has a
    login that is awake; ``E_FORBIDDEN`` where it is above whoever invited.
    """
    there = member_of_login(login_of(invitation.email))
    if there is not None:
        lock_accounts(there, by=invitation.made_by)
    invitation = lock_row(invitation)
    if not invitation.email or not invitation.is_open(at):
        raise RuleError(Code.STATE, "code", reason="invitation.closed")
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
            if member.user_id is not None or member.is_guest:
                raise RuleError(Code.STATE, "code", reason="invitation.closed")
        member.user = make_login(email=invitation.email, password=password, active=False)
    member.language, member.time_zone, member.contact_email = language, time_zone, ""
    invitation.used += 1
    invitation.accepted_at = at
    invitation.member = _let_in(Act(by, at), member, on)
    invitation.save(update_fields=["used", "accepted_at", "member"])
    close_invitations(Act(by, at), invitation.member)
    return invitation.member


def _sleeper(login: User) -> Member:
    """The declined, waiting or former member behind a login that is not in use."""
    member = member_of_login(login)
    if member is None or member.status == Member.Status.MEMBER:
        raise Refusal(
            _("There is already an account with this address. Sign in, or ask for a new password."),
            field="code",
            reason="known",
        )
    member = lock_row(member)
    member.user = login
    return member


def _let_in(act: Act, member: Member, on: date) -> Member:
    match member.status:
        case Member.Status.FORMER:
            return bring_back(act, member, on=on)
        case Member.Status.MEMBER:
            member.save()
            wake_account(act, member)
            note_step(act, member, kind=MembershipStep.Kind.SIGNED_UP)
            return member
    if member.pk is None and namesakes(member):
        member.save()
        note_step(Act(None, act.at), member, kind=MembershipStep.Kind.ASKED)
        return member
    return admit_newcomer(
        act,
        member,
        on=on,
        rank=member.declared_rank,
        points=member.declared_points,
        kind=MembershipStep.Kind.SIGNED_UP,
    )
