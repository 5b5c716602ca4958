"""What people do here: ask to join, be admitted, be given points and roles."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.core.mail import send_mail
from django.db import IntegrityError
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from goclub.common.gate import gate_open
from goclub.common.locks import lock_row
from goclub.common.transactions import atomic_retried
from goclub.members.models import Member, Nickname, StrengthDecision, User
from goclub.members.names import fold_name, is_blank
from goclub.members.queries import club_settings
from goclub.members.roles import MEMBER, OFFICE, ROLES
from goclub.members.signals import strength_decided
from ratings.errors import Code, RuleError
from ratings.paa.decisions import declare
from ratings.ranks import LADDER, check_points, parse_rank

Kind = StrengthDecision.Kind


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
    user = User(username=username or free_username(email), email=email, is_active=False)
    user.set_password(password)
    user.save()
    member = Member(user=user, display_name=display_name, applied_at=at, **profile)
    member.save()
    return member


def ask_to_join(
    *, at: datetime, email: str, password: str, display_name: str, url: str, **profile: Any
) -> Member | None:
    """Take a request from the page; where the address has a login, write to its owner instead.

    Whoever asks hears the same and waits as long either way: a password is hashed and a letter
    sent.  Returns the applicant, or None where there is a login already.
    """
    known = _login_of(email)
    applicant = None
    if known is None:
        try:
            applicant = apply_to_join(
                at=at, email=email, password=password, display_name=display_name, **profile
            )
        except IntegrityError:  # the same request a moment ago
            known = _login_of(email)
            if known is None:
                raise
    else:
        User().set_password(password)
    letter = "known" if applicant is None else "asked"
    send_mail(
        subject=_("Your request to %(club)s") % {"club": club_settings().name},
        message=render_to_string(f"members/email/{letter}.txt", {"user": known, "url": url}),
        from_email=None,
        recipient_list=[known.email if known else email],
        fail_silently=True,
    )
    return applicant


def _login_of(email: str) -> User | None:
    return User.objects.filter(email__iexact=email).first()


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
    *,
    member: Member,
    by: User | None,
    at: datetime,
    on: date,
    rank: str = "",
    points: int | None = None,
) -> Member:
    """Admit an applicant with his starting points (S1-3…S1-5) and wake the login."""
    _need(by, "members.approve_member")
    member = lock_row(member)
    if member.status not in (Member.Status.APPLICANT, Member.Status.DECLINED):
        raise RuleError(
            Code.STATE, field="status", value=member.display_name, reason="member.admitted_already"
        )
    member.status = Member.Status.MEMBER
    member.joined_on = on
    member.save()
    if member.user:
        member.user.is_active = True
        member.user.save(update_fields=["is_active"])
        member.user.groups.add(Group.objects.get(name=MEMBER))
    declare_strength(member=member, at=at, on=on, by=by, rank=rank, points=points)
    return member


@atomic_retried
def decline_member(*, member: Member, by: User) -> None:
    """Decline a request; nothing else is kept from coming back later."""
    _need(by, "members.approve_member")
    member.status = Member.Status.DECLINED
    member.save(update_fields=["status"])


@atomic_retried
def retire_member(*, member: Member, by: User | None) -> None:
    """Let a member go: games and ledger stay, the login sleeps."""
    _need(by, "members.approve_member")
    member.status = Member.Status.FORMER
    member.save(update_fields=["status"])
    if member.user:
        member.user.is_active = False
        member.user.save(update_fields=["is_active"])


@atomic_retried
def add_guest(*, name: str) -> Member:
    """Find or create a guest of that name: someone to play with who holds no points."""
    if is_blank(name):
        raise RuleError(Code.MISSING, field="name")
    guests = Member.objects.filter(status=Member.Status.GUEST, display_name=name.strip())
    return guests.first() or Member.objects.create(
        status=Member.Status.GUEST, display_name=name.strip()
    )


def declare_strength(
    *, member: Member, at: datetime, on: date, by: User | None, rank: str, points: int | None
) -> StrengthDecision:
    """Post the starting points for a declared rank or declared points (S1-3, S1-4, S1-5)."""
    index = parse_rank(rank) if rank else None
    declared = declare(rank=index, points=points)
    return _record(
        member=member,
        kind=Kind.DECLARED,
        points=declared.points,
        rank="" if declared.rank is None else LADDER[declared.rank],
        on=on,
        at=at,
        by=by,
        reason="",
    )


@atomic_retried
def set_strength(
    *,
    member: Member,
    by: User,
    at: datetime,
    on: date,
    reason: str,
    points: int | None = None,
    rank: str = "",
) -> StrengthDecision:
    """Set a member's points or rank by decision of the office (S1-4)."""
    _need(by, "members.set_strength")
    if points is None and not rank:
        raise RuleError(Code.MISSING, field="points", accepted="0…999")
    return _decide(member, Kind.SET, points, rank, on, at, by, reason)


@atomic_retried
def certify_strength(
    *,
    member: Member,
    by: User,
    at: datetime,
    on: date,
    reason: str,
    points: int | None = None,
) -> StrengthDecision:
    """Make a member's points official by decision of the chair (S1-6)."""
    _need(by, "members.certify_strength")
    return _decide(member, Kind.CERTIFIED, points, "", on, at, by, reason)


@atomic_retried
def set_igs_rank(
    *, member: Member, by: User, at: datetime, on: date, rank: str, reason: str
) -> StrengthDecision:
    """Set and certify a member's IGS rank, or BC, by decision of the office."""
    _need(by, "members.set_strength")
    return _decide(member, Kind.SET, None, rank, on, at, by, reason, StrengthDecision.System.IGS)


@atomic_retried
def revise_igs_rank(*, member: Member, by: User, at: datetime, rank: str) -> StrengthDecision:
    """Change one's own provisional IGS rank (S0-28); refused by the rules once it is certified."""
    if member.user_id != by.pk:
        raise PermissionDenied
    return _record(
        member=member,
        kind=Kind.REVISED,
        system=StrengthDecision.System.IGS,
        points=None,
        rank=rank,
        on=timezone.localdate(at),
        at=at,
        by=by,
        reason="",
    )


def _decide(
    member: Member,
    kind: str,
    points: int | None,
    rank: str,
    on: date,
    at: datetime,
    by: User,
    reason: str,
    system: str = StrengthDecision.System.PAA,
) -> StrengthDecision:
    if not reason.strip():
        raise RuleError(Code.MISSING, field="reason")
    if points is not None:
        check_points(points)
    if member.joined_on is None or on < member.joined_on:
        raise RuleError(
            Code.RANGE,
            field="effective_on",
            value=on.isoformat(),
            accepted=f"{member.joined_on or '–'}…{at.date()}",
        )
    if on > at.date():
        raise RuleError(
            Code.RANGE,
            field="effective_on",
            value=on.isoformat(),
            accepted=f"{member.joined_on}…{at.date()}",
        )
    return _record(
        member=member,
        kind=kind,
        system=system,
        points=points,
        rank=rank,
        on=on,
        at=at,
        by=by,
        reason=reason,
    )


def _record(
    *,
    member: Member,
    kind: str,
    points: int | None,
    rank: str,
    on: date,
    at: datetime,
    by: User | None,
    reason: str,
    system: str = StrengthDecision.System.PAA,
) -> StrengthDecision:
    with gate_open():
        decision = StrengthDecision.objects.create(
            member=member,
            system=system,
            kind=kind,
            points=points,
            rank=rank,
            effective_on=on,
            decided_at=at,
            decided_by=by,
            reason=reason.strip(),
        )
    strength_decided.send(sender=StrengthDecision, decision=decision)
    return decision


@atomic_retried
def set_role(*, member: Member, role: str, by: User | None) -> None:
    """Give a member one role; the office also gets its key to the admin."""
    _need(by, "members.set_role")
    if role not in ROLES:
        raise RuleError(Code.UNKNOWN, field="role", value=role, accepted=", ".join(ROLES))
    if member.user is None:
        raise RuleError(
            Code.STATE, field="role", value=member.display_name, reason="member.no_login"
        )
    member.user.groups.set(Group.objects.filter(name=role))
    member.user.is_staff = role in OFFICE
    member.user.save(update_fields=["is_staff"])


def learn_nickname(*, member: Member, name: str, server: str = "") -> None:
    """Remember that this member appears under that name in kifu."""
    folded = fold_name(name)
    if folded and folded not in member.search_names:
        Nickname.objects.get_or_create(
            member=member,
            folded=folded[:80],
            defaults={"name": name[:80], "server": server[:40], "learned": True},
        )


def choose_language(*, member: Member, language: str) -> None:
    """Keep the language in which the site speaks to a member; one of the site's."""
    if member.language != language:
        member.language = language
        member.save(update_fields=["language"])


def _need(by: User | None, permission: str) -> None:
    """``by=None`` is the site itself: a migration, the demo, an import."""
    if by is not None and not by.has_perm(permission):
        raise PermissionDenied


def tell_admitted(*, member: Member, url: str) -> None:
    """Write to a new member; a mail server that is down must not undo the admission."""
    if member.user is None or not member.user.email:
        return
    send_mail(
        subject=_("Welcome to %(club)s") % {"club": club_settings().name},
        message=render_to_string("members/email/admitted.txt", {"member": member, "url": url}),
        from_email=None,
        recipient_list=[member.user.email],
        fail_silently=True,
    )
