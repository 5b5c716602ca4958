"""People for tests, made through the services, so that the ledger knows them."""

from __future__ import annotations

import itertools
from datetime import UTC, date, datetime

from goclub.members.membership.services.admission import admit_member, apply_to_join
from goclub.members.membership.services.roles import set_role
from goclub.members.models import Member, User
from goclub.members.roles import MEMBER

LONG_AGO = date(2024, 1, 1)
LONG_AGO_AT = datetime(2024, 1, 1, 0, 0, tzinfo=UTC)
PASSWORD = "a-board-of-kaya"

_numbers = itertools.count(1)


def make_applicant(name: str = "", **profile: object) -> Member:
    number = next(_numbers)
    return apply_to_join(
        at=LONG_AGO_AT,
        email=f"player{number}@example.org",
        password=None,
        display_name=name or f"Player {number}",
        username=f"player{number}",
        **profile,
    )


def make_member(
    name: str = "",
    *,
    rank: str = "1k",
    points: int | None = None,
    role: str = MEMBER,
    joined: date = LONG_AGO,
    password: bool = False,
    **profile: object,
) -> Member:
    """An admitted member with a login and starting points."""
    member = make_applicant(name, **profile)
    at = datetime(joined.year, joined.month, joined.day, tzinfo=UTC)
    member = admit_member(
        member=member,
        by=None,
        at=at,
        on=joined,
        rank="" if points is not None else rank,
        points=points,
    )
    if role != MEMBER:
        set_role(member=member, role=role, by=None)
    user = member.user
    assert user is not None
    if password:
        user.set_password(PASSWORD)
        user.save()
    member.user = User.objects.get(pk=user.pk)
    return member
