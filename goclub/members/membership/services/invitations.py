"""Inviting people: by mail, by a link with a code; again, no more; and what becomes of it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final
from urllib.parse import urljoin

from django.conf import settings
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.members.mail.services.writing import is_written_to_enough, post_letter
from goclub.members.membership.queries import (
    Address,
    login_of,
    member_of_login,
    read_addresses,
    without_login,
)
from goclub.members.membership.services.roles import close_invitations
from goclub.members.models import Invitation, Member
from goclub.members.requests import Act
from goclub.members.rights import need
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError

#: How long a letter, or a link, opens the door.
DAYS: Final = 30
#: Addresses that are read from one box.
MOST: Final = 500
#: Between two letters to one address.
PAUSE: Final = timedelta(minutes=10)
#: Without the letters and digits that are taken for each other.
_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"


class InvitationResult(StrEnum):
    """What became of one address."""

    SENT = "sent"
    BACK = "back"
    OPEN = "open"
    MEMBER = "member"
    WAITING = "waiting"
    NO_ADDRESS = "no_address"
    TWICE = "twice"
    GUEST = "guest"


@dataclass(frozen=True, slots=True)
class InvitationOutcome:
    """One address of many: as it was typed, the name beside it, what became of it."""

    address: str
    name: str
    result: InvitationResult
    invitation: Invitation | None = None


def new_code(letters: int = 32) -> str:
    """A code that nobody guesses: 5 bits a letter."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(letters))


# --- Letters --------------------------------------------------------------------------------------
@atomic_retried
def invite_by_mail(
    act: Act, text: str, *, site: str, language: str = "", message: str = ""
) -> list[InvitationOutcome]:
    """Invite every address of a pasted text; each is judged by itself, in its order.

    *site* is the address of the start page, *language* that of the letters.  Raises ``E_MISSING``
    for an empty text and ``E_RANGE`` for more than :data:`MOST` addresses.
    """
    need(act.user, "members.approve_member")
    addresses = [address for address in read_addresses(text) if address.typed]
    if not addresses:
        raise RuleError(Code.MISSING, "addresses")
    if len(addresses) > MOST:
        raise RuleError(Code.RANGE, "addresses", len(addresses), AcceptedRange(1, MOST))
    seen: set[str] = set()
    outcomes = []
    for address in addresses:
        folded = address.email.casefold()
        if address.good and folded in seen:
            outcomes.append(InvitationOutcome(address.typed, address.name, InvitationResult.TWICE))
            continue
        seen.add(folded)
        outcomes.append(_invite(act, address, site, language, message))
    return outcomes


@atomic_retried
def invite_members(
    act: Act, members: Iterable[Member], *, site: str, message: str = ""
) -> list[InvitationOutcome]:
    """Invite people of the club's books who have no login, at the address that stands there."""
    need(act.user, "members.approve_member")
    outcomes = []
    for member in members:
        email, name = member.contact_email, member.display_name
        if member.user_id is not None:
            outcomes.append(InvitationOutcome(email, name, InvitationResult.MEMBER))
        elif member.is_guest:
            outcomes.append(InvitationOutcome(email, name, InvitationResult.GUEST))
        elif not email:
            outcomes.append(InvitationOutcome("", name, InvitationResult.NO_ADDRESS))
        else:
            address = Address(typed=email, email=email, name=name, good=True)
            outcomes.append(_invite(act, address, site, member.language, message, member))
    return outcomes


def _invite(
    act: Act, address: Address, site: str, language: str, message: str, member: Member | None = None
) -> InvitationOutcome:
    def outcome(
        result: InvitationResult, invitation: Invitation | None = None
    ) -> InvitationOutcome:
        name = member.display_name if member else address.name
        return InvitationOutcome(address.typed, name, result, invitation)

    if not address.good:
        return outcome(InvitationResult.NO_ADDRESS)
    login = login_of(address.email)
    result = InvitationResult.SENT
    if login is not None:
        member = member_of_login(login)
        if member is None or member.status == Member.Status.MEMBER:
            return outcome(InvitationResult.MEMBER)
        if member.status == Member.Status.APPLICANT:
            return outcome(InvitationResult.WAITING)
        result = InvitationResult.BACK
        address = replace(address, email=login.email)
    member = member or without_login(address.email)
    there = Invitation.objects.open(act.at).filter(email__iexact=address.email).first()
    if there is not None:
        return outcome(InvitationResult.OPEN, there)
    if member is not None:  # one that went to another address is not theirs to answer
        close_invitations(act, member)
    invitation = Invitation.objects.create(
        code=new_code(),
        email=address.email,
        name=address.name,
        language=language or _language(),
        message=message.strip(),
        member=member,
        valid_until=act.at + timedelta(days=DAYS),
        made_at=act.at,
        made_by=act.user,
    )
    _send(invitation, act.at, site)
    return outcome(result, invitation)


def _send(invitation: Invitation, at: datetime, site: str) -> None:
    invitation.sent_at = at
    invitation.sent_times += 1
    invitation.save(update_fields=["sent_at", "sent_times", "valid_until"])
    member = invitation.member
    post_letter(
        kind="membership",
        to=invitation.email,
        template="invitation",
        context={
            "name": member.display_name if member else invitation.name,
            "message": invitation.message,
            "inviter": member_of_login(invitation.made_by),
            "url": urljoin(site, invitation.get_absolute_url()),
            "valid_until": invitation.valid_until,
            "back": member is not None and member.status == Member.Status.FORMER,
        },
        language=invitation.language or _language(),
        at=at,
        member=member,
        key=f"invitation-{invitation.pk}-{invitation.sent_times}",
    )


def _language() -> str:
    return get_language() or settings.LANGUAGE_CODE


# --- Links ----------------------------------------------------------------------------------------
@atomic_retried
def make_link(act: Act, uses: int, *, days: int) -> Invitation:
    """A link with a code that *uses* people may follow for *days* days."""
    need(act.user, "members.approve_member")
    return Invitation.objects.create(
        code=new_code(12),
        uses=uses,
        valid_until=act.at + timedelta(days=days),
        made_at=act.at,
        made_by=act.user,
    )


@atomic_retried
def follow_link(
    *, link: Invitation, name: str, email: str, language: str, at: datetime, site: str
) -> None:
    """Send a personal invitation to someone who has a link.

    Whoever follows it hears the same whether the address has a login or not: each takes a use, and
    each is written to.  The same address again takes no other use, and within :data:`PAUSE` gets
    no other letter.  Nobody who was declined or has left comes in by a link for everyone: an admin
    decides.  Raises ``E_STATE`` (``invitation.closed``).
    """
    link = lock_row(link)
    need_inviter(link)
    login = login_of(email)
    member = member_of_login(login) or without_login(email)
    gone = member is not None and member.status in (Member.Status.FORMER, Member.Status.DECLINED)
    is_in = login is not None and (member is None or member.status == Member.Status.MEMBER)
    waiting = Q(withdrawn_at=None)
    if gone or is_in:  # closed as it was written
        waiting |= Q(withdrawn_at=F("sent_at"))
    own = link.issued.filter(waiting, email__iexact=email, accepted_at=None).first()
    if own is None:
        if not link.is_open(at):
            raise RuleError(Code.STATE, "code", reason="invitation.closed")
        own = _own_of(link, name, email, language, at, member)
        link.used += 1
        link.save(update_fields=["used"])
    elif own.sent_at and at - own.sent_at < PAUSE:
        return
    if not (gone or is_in):
        _send(own, at, site)
        return
    own.sent_at, own.withdrawn_at = at, at
    own.sent_times += 1
    own.save(update_fields=["sent_at", "sent_times", "withdrawn_at"])
    to = login.email if login else email
    if is_written_to_enough(to=to, kind="membership", at=at):
        return
    url = urljoin(site, reverse("members:join")) if gone else site
    post_letter(
        kind="membership",
        to=to, template="invited_known", context={"url": url, "gone": gone},
        language=member.language if member else language, at=at, member=member,
    )  # fmt: skip


def need_inviter(invitation: Invitation) -> None:
    """Refuse an invitation of someone who may admit nobody any more (``invitation.closed``)."""
    if invitation.made_by and not invitation.made_by.has_perm("members.approve_member"):
        raise RuleError(Code.STATE, "code", reason="invitation.closed")


def _own_of(
    link: Invitation, name: str, email: str, language: str, at: datetime, member: Member | None
) -> Invitation:
    return Invitation.objects.create(
        code=new_code(),
        email=email,
        name=name[:80],
        language=language,
        member=member,
        source=link,
        valid_until=at + timedelta(days=DAYS),
        made_at=at,
        made_by=link.made_by,
    )


# --- Again, and no more ---------------------------------------------------------------------------
@atomic_retried
def send_again(act: Act, invitation: Invitation, *, site: str) -> None:
    """Write once more to somebody who did not answer; the time to answer begins anew."""
    need(act.user, "members.approve_member")
    invitation = lock_row(invitation)
    if not invitation.email or invitation.withdrawn_at or invitation.accepted_at:
        raise RuleError(Code.STATE, "code", reason="invitation.over")
    if invitation.sent_at and act.at - invitation.sent_at < PAUSE:
        raise Refusal(
            _(
                "An e-mail was sent to %(value)s a moment ago. Wait ten minutes before "
                "sending another."
            ),
            field="code",
            value=invitation.email,
        )
    invitation.valid_until = act.at + timedelta(days=DAYS)
    _send(invitation, act.at, site)


@atomic_retried
def withdraw_invitation(act: Act, invitation: Invitation) -> None:
    """Close a way in; of a link, also the invitations that came of it and were not accepted."""
    need(act.user, "members.approve_member")
    invitation = lock_row(invitation)
    if invitation.accepted_at or invitation.withdrawn_at:
        raise RuleError(Code.STATE, "code", reason="invitation.over")
    invitation.withdrawn_at = act.at
    invitation.save(update_fields=["withdrawn_at"])
    invitation.issued.filter(accepted_at=None, withdrawn_at=None).update(withdrawn_at=act.at)
