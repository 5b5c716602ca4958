"""People for tests, made through the services, so that the ledger knows them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from datetime import UTC, date, datetime, time
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model
from django.test import Client

from goclub.members.membership.services.admission import admit_member, apply_to_join
from goclub.members.membership.services.roles import set_role
from goclub.members.models import Member, User
from goclub.members.requests import Act
from goclub.members.roles import MEMBER
from goclub.members.tests.stamps import stamped

LONG_AGO = date(2024, 1, 1)
LONG_AGO_AT = datetime(2024, 1, 1, 0, 0, tzinfo=UTC)
PASSWORD = "a-board-of-kaya"

T = TypeVar("T", bound=Model)
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

    def admitted() -> Member:
        """By the services."""
        applicant = apply_to_join(
            at=LONG_AGO_AT, email=login.email, password=None, display_name=name,
            username=login.username, **profile,
        )  # fmt: skip
        member = admit_member(
            Act(None, datetime.combine(joined, time.min, UTC)),
            applicant,
            on=joined,
            rank="" if points is not None else rank,
            points=points,
        )
        if role != MEMBER:
            set_role(Act(None), member, role=role)
        member.user = User.objects.get(username=login.username)
        return member

    number = next(_numbers)
    name = name or f"Player {number}"
    login = User(username=f"player{number}", email=f"player{number}@example.org")
    somebody = Member(user=login, display_name=name, **profile)
    member = stamped((rank, points, role, joined), somebody, LONG_AGO_AT, admitted)
    user = member.user
    assert user is not None
    if password:
        user.set_password(PASSWORD)
        user.save()
        member.user = User.objects.get(pk=user.pk)
    return member


def signed_in(client: Client, name: str = "", **how: Any) -> Member:
    """A member who reads the pages with this client."""
    member = make_member(name, **how)
    client.force_login(member.user)
    return member


def as_member(client: Client, member: Member) -> Client:
    """The client, signed in as this member."""
    client.force_login(member.user)
    return client


def enter_as(client: Client, people: dict[str, Any], role: str) -> Client:
    """Sign in as the one who has this role, or as nobody."""
    client.logout()
    return client if role == "visitor" else as_member(client, people[role])


def answers_to(
    client: Client,
    people: dict[str, Any],
    roles: Iterable[str],
    method: str,
    addresses: dict[str, str],
) -> dict[str, dict[str, int]]:
    """The status of every address for every role; what is pressed is taken back each time."""
    found: dict[str, dict[str, int]] = {name: {} for name in addresses}
    for role in roles:
        enter_as(client, people, role)
        for name, address in addresses.items():
            with transaction.atomic():
                found[name][role] = getattr(client, method)(address).status_code
                transaction.set_rollback(True)
    return found


def fresh(row: T) -> T:
    """The row as the database has it now."""
    row.refresh_from_db()
    return row
