"""The one place where a role is given, and where a club is kept from losing its last chair."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import Group
from django.utils import timezone

from goclub.common.locks import lock_rows
from goclub.common.transactions import atomic_retried
from goclub.members.models import Member, RoleChange, User
from goclub.members.queries import chairs, role_of
from goclub.members.rights import need
from goclub.members.roles import CHAIR, OFFICE, ROLES
from ratings.errors import Code, RuleError


@atomic_retried
def set_role(
    *,
    member: Member,
    role: str,
    by: User | None,
    at: datetime | None = None,
    reason: str = "",
) -> None:
    """Give a member one role; the office also gets its key to the admin.

    The last chair keeps his, and two chairs who take each other's away at once leave one of them:
    the logins of all chairs are locked first, and what *by* may do is asked again behind the lock.
    """
    need(by, "members.set_role")
    if role not in ROLES:
        raise RuleError(Code.UNKNOWN, field="role", value=role, accepted=", ".join(ROLES))
    if member.user is None:
        raise RuleError(
            Code.STATE, field="role", value=member.display_name, reason="member.no_login"
        )
    lock_rows(User.objects.filter(pk__in=[*_chairs_logins(), member.user.pk]))
    need_still(by, "members.set_role")
    if role != CHAIR:
        _refuse_last_chair(member)
    _give(member, member.user, role, by, at or timezone.now(), reason)


def end_role(
    *, member: Member, by: User | None, at: datetime | None = None, reason: str = ""
) -> None:
    """Take every role from somebody who leaves: who comes back begins as a member.

    After :func:`keep_a_chair`, inside its transaction.
    """
    if member.user is not None:
        _give(member, member.user, "", by, at or timezone.now(), reason)


def keep_a_chair(member: Member) -> None:
    """Refuse what would leave the club without a chair: whoever goes must not be the last one.

    Call it first in every service that takes a member away from the club or shuts his login: it
    locks the logins of all chairs, which come before everything else in the order of locks.
    Inside a transaction.  Raises ``E_STATE`` (``member.last_chair``).
    """
    lock_rows(User.objects.filter(pk__in=_chairs_logins()))
    _refuse_last_chair(member)


def need_still(by: User | None, permission: str) -> None:
    """Ask again, behind a lock, for a right that may have been taken away in between."""
    if by is not None:
        need(User.objects.get(pk=by.pk), permission)


def hand_on_role(
    *, member: Member, login: User, role: str, by: User | None, at: datetime, reason: str
) -> None:
    """Give a login its role anew where a member gets another login; nothing is asked.

    After :func:`keep_a_chair`, inside its transaction.
    """
    _give(member, login, role, by, at, reason)


def _give(
    member: Member, login: User, role: str, by: User | None, at: datetime, reason: str
) -> None:
    before = role_of(member)
    login.groups.set(Group.objects.filter(name=role))
    login.is_staff = role in OFFICE
    login.save(update_fields=["is_staff"])
    if before != role:
        RoleChange.objects.create(
            member=member, before=before, after=role, at=at, by=by, reason=reason.strip()[:300]
        )


def _chairs_logins() -> list[int]:
    return [chair.user_id for chair in chairs() if chair.user_id is not None]


def _refuse_last_chair(member: Member) -> None:
    there = [chair.pk for chair in chairs()]
    if there == [member.pk]:
        raise RuleError(
            Code.STATE, field="role", value=member.display_name, reason="member.last_chair"
        )
