"""Members of the time before this site: entered by the office, without a sign-in."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime

from django.conf import settings

from goclub.common.locks import lock_rows
from goclub.common.transactions import atomic_retried
from goclub.members.models import Member, StrengthDecision, User
from goclub.members.people.services import Called, give_nicknames
from goclub.members.rights import need, need_above
from goclub.members.strength.services import PastStrength, record_past_strengths


@dataclass(frozen=True, slots=True)
class PastMember:
    """One person as a club's own list has him or her; ``email`` for an invitation later.

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
def bring_member(
    *, past: PastMember, by: User | None, at: datetime
) -> tuple[Member, list[StrengthDecision]]:
    """Store a person of the past with all that is known of the strength.

    The ledger is not told; see :func:`record_past_strengths`, whose refusals come through.
    """
    need(by, "members.add_member")
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
    strengths = record_past_strengths(member=member, strengths=past.strengths, by=by, at=at)
    return member, strengths


@atomic_retried
def take_out_members(*, members: Collection[int], by: User | None) -> None:
    """Remove people who were brought along by mistake, and what is on record of them.

    Nothing may lean on them any more; the database refuses where something does.
    """
    need(by, "members.add_member")
    for member in lock_rows(Member.objects.filter(pk__in=members)):
        need_above(by, member)
    Member.objects.filter(pk__in=members).delete()
    Member.history.filter(id__in=members).delete()
