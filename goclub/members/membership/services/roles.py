"""The one place where a role is given, and where a club is kept from losing its last chair.

Whose account may be changed by whom is one rule, :func:`goclub.members.roles.may_change_account`;
:func:`lock_accounts` asks it behind the locks.
"""

from __future__ import annotations

from django.contrib.auth.models import Group
from django.db.models import Model, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_rows
from goclub.members.models import Invitation, Member, MembershipStep, RoleChange, User
from goclub.members.queries import chairs, role_of
from goclub.members.requests import Act
from goclub.members.rights import need, need_above
from goclub.members.roles import CHAIR, MEMBER, OFFICE, ROLES
from goclub.members.signing.services import forget_factors
from ratings.errors import Code, RuleError


@atomic_retried
def set_role(act: Act, member: Member, *, role: str, reason: str = "") -> None:
    """Give a member one role; the office also gets its key to the admin.

    The last chair keeps the role, and if two chairs remove each other's at once, one remains:
    the logins of all chairs are locked first, and what *by* may do is asked again behind the lock.
    """
    need(act.by, "members.set_role")
    if role not in ROLES:
        raise RuleError(Code.UNKNOWN, "role", role, ", ".join(ROLES))
    if member.user is None:
        raise Refusal(
            _("%(value)s has no account yet, and a role needs one."),
            field="role",
            value=member.shown_name,
        )
    lock_accounts(member, by=act.by, permission="members.set_role")
    if role != CHAIR:
        refuse_last_chair(member)
    _give(Act(act.by, act.at or timezone.now()), member, member.user, role, reason)


def end_role(act: Act, member: Member, *, reason: str = "") -> None:
    """Take every role from somebody who leaves: who comes back begins as a member.

    After :func:`keep_a_chair`, inside its transaction.
    """
    if member.user is not None:
        member.user.is_superuser = False
        _give(Act(act.by, act.at or timezone.now()), member, member.user, "", reason)


def lock_accounts(*members: Member, by: User | None, permission: str = "") -> None:
    """Lock the accounts of these members and of all chairs, and ask whether *by* may change them.

    Call it first in every service that changes somebody's account: these locks come before
    everything else in the order.  *permission* is asked again behind them.  Inside a transaction.
    Raises PermissionDenied and ``E_FORBIDDEN`` (``above_you``).
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

    Call it first in every service that takes a member away from the club or shuts their login, as
    :func:`lock_accounts`, which it calls.  Raises also ``E_STATE`` (``last_chair``).
    """
    lock_accounts(member, by=by, permission=permission)
    refuse_last_chair(member)


def refuse_last_chair(member: Member) -> None:
    """Raise ``E_STATE`` (``last_chair``) for the only chair; after :func:`lock_accounts`."""
    if [chair.pk for chair in chairs()] == [member.pk]:
        raise Refusal(
            _("%(value)s is the club’s only chair. Give the role to someone else first."),
            field="role",
            value=member.shown_name,
            reason="last_chair",
        )


def close_invitations(act: Act, member: Member) -> None:
    """Withdraw the invitations that a person has not accepted.

    Who was declined, has left or was erased, or has another address now, comes in by being admitted
    anew, or by an invitation that was made since; who has come in needs no other.  Inside the
    transaction of the service that ends or begins the membership or changes the address.
    """
    theirs = Q(member=member)
    account = member.user
    for address in {account.email if account else "", member.contact_email} - {""}:
        theirs |= Q(email__iexact=address)
    waiting = Invitation.objects.letters().filter(theirs, accepted_at=None, withdrawn_at=None)
    waiting.update(withdrawn_at=act.at)


def wake_account(act: Act, member: Member) -> None:
    """Let somebody who was admitted sign in, as a member and no more.

    Asks the rule.  Inside the transaction of the service that admits.
    """
    account = member.user
    if account is None:
        return
    need_above(act.by, member)
    account.is_active = True
    account.save(update_fields=["is_active"])
    give_role(account, MEMBER)


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


def give_role(account: User, role: str) -> None:
    """Give an account one role, "" for none; the office also gets its key to the admin.

    Inside the transaction of the service that asked whether it may.
    """
    account.groups.set(Group.objects.filter(name=role))
    account.is_staff = role in OFFICE or account.is_superuser
    account.save(update_fields=["is_staff", "is_superuser"])


def note_role(act: Act, member: Member, *, before: str, after: str, reason: str) -> None:
    """Keep that a member's role is another one, where it is."""
    if before != after:
        RoleChange.objects.create(
            member=member,
            before=before,
            after=after,
            at=act.at,
            by=act.by,
            reason=reason.strip()[:300],
        )


def _give(act: Act, member: Member, login: User, role: str, reason: str) -> None:
    before = role_of(member)
    give_role(login, role)
    if not login.is_staff:
        # Who may admit nobody lets nobody in by an invitation of before, themselves least of all.
        Invitation.objects.open(act.at).filter(made_by=login).update(withdrawn_at=act.at)
    note_role(act, member, before=before, after=role, reason=reason)


def note_step(
    act: Act, member: Member, *, kind: MembershipStep.Kind, reason: str = ""
) -> MembershipStep:
    """Keep a step of a membership; inside the transaction of the service that takes it."""
    return MembershipStep.objects.create(
        member=member, kind=kind, at=act.at, by=act.by, reason=reason.strip()[:300]
    )


@atomic_retried
def reset_second_factor(act: Act, member: Member) -> None:
    """Remove all factors of a member's account, and write to the member.

    The chair alone does it, under the rule about other people's accounts; one's own factor is
    removed with the password.  ``by=None`` is the command line.  Raises ``E_FORBIDDEN``
    (``own``, ``above_you``) and ``E_STATE`` (``no_factor``).
    """
    lock_accounts(member, by=act.by, permission="members.set_role")
    if act.by is not None and member.user_id == act.by.pk:
        raise Refusal(
            _("Remove your own second factor on the page of your account."),
            code=Code.FORBIDDEN,
            field="member",
            reason="own",
        )
    forget_factors(user=member.user, at=act.at)
