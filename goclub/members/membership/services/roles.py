"""The one place where a role is given, and where a club is kept from losing its last chair.

Whose account may be changed by whom is one rule, :func:`goclub.members.roles.may_change_account`;
:func:`lock_accounts` asks it behind the locks.
"""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import Group
from django.db.models import Model
from django.utils import timezone

from goclub.common.transactions import atomic_retried, lock_rows
from goclub.members.models import Invitation, Member, MembershipStep, RoleChange, User
from goclub.members.queries import chairs, role_of
from goclub.members.rights import need, need_above
from goclub.members.roles import CHAIR, MEMBER, OFFICE, ROLES
from goclub.members.signing.services import forget_factors
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

    The last chair keeps the role, and if two chairs remove each other's at once, one remains:
    the logins of all chairs are locked first, and what *by* may do is asked again behind the lock.
    """
    need(by, "members.set_role")
    if role not in ROLES:
        raise RuleError(Code.UNKNOWN, field="role", value=role, accepted=", ".join(ROLES))
    if member.user is None:
        raise RuleError(
            Code.STATE, field="role", value=member.display_name, reason="member.no_login"
        )
    lock_accounts(member, by=by, permission="members.set_role")
    if role != CHAIR:
        refuse_last_chair(member)
    _give(member, member.user, role, by, at or timezone.now(), reason)


def end_role(
    *, member: Member, by: User | None, at: datetime | None = None, reason: str = ""
) -> None:
    """Take every role from somebody who leaves: who comes back begins as a member.

    After :func:`keep_a_chair`, inside its transaction.
    """
    if member.user is not None:
        member.user.is_superuser = False
        _give(member, member.user, "", by, at or timezone.now(), reason)


def lock_accounts(*members: Member, by: User | None, permission: str = "") -> None:
    """Lock the accounts of these members and of all chairs, and ask whether *by* may change them.

    Call it first in every service that changes somebody's account: these locks come before
    everything else in the order.  *permission* is asked again behind them.  Inside a transaction.
    Raises PermissionDenied and ``E_FORBIDDEN`` (``member.above_you``).
    """
    accounts = Member.objects.filter(pk__in=[member.pk for member in members])
    numbers = accounts.exclude(user=None).values_list("user_id", flat=True)
    of_chairs = chairs().values_list("user_id", flat=True)
    lock_rows(User.objects.filter(pk__in=[*of_chairs, *numbers]))
    if permission and by is not None:
        need(User.objects.get(pk=by.pk), permission)
    for member in accounts.select_related("user"):
        need_above(by, member)


def keep_a_chair(member: Member, *, by: User | None = None, permission: str = "") -> None:
    """Refuse what would leave the club without a chair: whoever goes must not be the last one.

    Call it first in every service that takes a member away from the club or shuts his login, as
    :func:`lock_accounts`, which it calls.  Raises also ``E_STATE`` (``member.last_chair``).
    """
    lock_accounts(member, by=by, permission=permission)
    refuse_last_chair(member)


def refuse_last_chair(member: Member) -> None:
    """Raise ``E_STATE`` (``member.last_chair``) for the only chair; after :func:`lock_accounts`."""
    if [chair.pk for chair in chairs()] == [member.pk]:
        raise RuleError(
            Code.STATE, field="role", value=member.display_name, reason="member.last_chair"
        )


def wake_account(member: Member, by: User | None) -> None:
    """Let somebody who was admitted sign in, as a member and no more.

    Asks the rule.  Inside the transaction of the service that admits.
    """
    account = member.user
    if account is None:
        return
    need_above(by, member)
    account.is_active, account.is_staff = True, account.is_superuser
    account.save(update_fields=["is_active", "is_staff"])
    account.groups.set(Group.objects.filter(name=MEMBER))


def close_account(account: User) -> None:
    """Shut an account for good: it opens nothing, and nothing is sent to it.

    After :func:`lock_accounts`, inside its transaction.
    """
    for relation in User._meta.related_objects:
        model = relation.related_model
        if opens_account(model):
            model._base_manager.filter(**{relation.field.name: account.pk}).delete()
    account.groups.clear()
    account.user_permissions.clear()
    account.is_active = account.is_staff = account.is_superuser = False
    account.email = ""
    account.set_unusable_password()
    account.save()


def opens_account(model: type[Model]) -> bool:
    """Return whether a library keeps rows of this model to let an account in, as its keys."""
    app = model._meta.app_config
    return not app.name.startswith("goclub.") and app.label != "admin"


def note_role(
    *, member: Member, before: str, after: str, by: User | None, at: datetime, reason: str
) -> None:
    """Keep that a member's role is another one, where it is."""
    if before != after:
        RoleChange.objects.create(
            member=member, before=before, after=after, at=at, by=by, reason=reason.strip()[:300]
        )


def _give(
    member: Member, login: User, role: str, by: User | None, at: datetime, reason: str
) -> None:
    before = role_of(member)
    login.groups.set(Group.objects.filter(name=role))
    login.is_staff = role in OFFICE or login.is_superuser
    login.save(update_fields=["is_staff", "is_superuser"])
    if not login.is_staff:
        # Who may admit nobody lets nobody in by an invitation of before, themselves least of all.
        Invitation.objects.open(at).filter(made_by=login).update(withdrawn_at=at)
    note_role(member=member, before=before, after=role, by=by, at=at, reason=reason)


def note_step(
    *, member: Member, kind: MembershipStep.Kind, at: datetime, by: User | None, reason: str = ""
) -> MembershipStep:
    """Keep a step of a membership; inside the transaction of the service that takes it."""
    return MembershipStep.objects.create(
        member=member, kind=kind, at=at, by=by, reason=reason.strip()[:300]
    )


@atomic_retried
def reset_second_factor(*, member: Member, by: User | None, at: datetime) -> None:
    """Remove all factors of a member's account, and write to the member.

    The chair alone does it, under the rule about other people's accounts; one's own factor is
    removed with the password.  ``by=None`` is the command line.  Raises ``E_FORBIDDEN``
    (``factor.own``, ``member.above_you``) and ``E_STATE`` (``factor.none``).
    """
    lock_accounts(member, by=by, permission="members.set_role")
    if by is not None and member.user_id == by.pk:
        raise RuleError(Code.FORBIDDEN, field="member", reason="factor.own")
    if member.user is None:
        raise RuleError(Code.STATE, field="member", reason="factor.none")
    forget_factors(user=member.user, at=at)
