"""Resetting the second factor of a member who lost it."""

from __future__ import annotations

from datetime import datetime

from goclub.common.transactions import atomic_retried
from goclub.members.membership.services.roles import lock_accounts
from goclub.members.models import Member, User
from goclub.members.signing.services import forget_factors
from ratings.errors import Code, RuleError


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
