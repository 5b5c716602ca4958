"""Who may do what: the questions that every service of this app asks first."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.members.models import Member, User
from goclub.members.queries import role_of_account
from goclub.members.roles import may_change_account
from ratings.errors import Code


def need(by: User | None, permission: str) -> None:
    """Raise PermissionDenied where *by* lacks the permission.

    ``by=None`` is the site itself: a migration, the demo, an import.
    """
    if by is not None and not by.has_perm(permission):
        raise PermissionDenied


def keeps_account_from(by: User | None, account: User | None) -> bool:
    """Return whether the rule keeps *by* from changing this account; one's own is never kept."""
    if by is None or account is None or account.pk == by.pk:
        return False
    return not may_change_account(role_of_account(by), role_of_account(account))


def need_above(by: User | None, member: Member) -> None:
    """Refuse whoever may not change the account of this member (:func:`may_change_account`).

    Every service that changes, closes or takes over an account asks this behind the lock of the
    account.  Raises ``E_FORBIDDEN`` (``above_you``).
    """
    if keeps_account_from(by, member.user):
        raise Refusal(
            _(
                "You cannot change the account of %(value)s: their role is as high as "
                "yours, or higher. Ask the chair, or whoever runs the site."
            ),
            code=Code.FORBIDDEN,
            field="member",
            value=member.shown_name,
            reason="above_you",
        )
