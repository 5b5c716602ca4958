"""The secret address at which a calendar program reads a member's own calendar."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.core.exceptions import PermissionDenied

from goclub.common.transactions import atomic_retried
from goclub.leagues.models import CalendarLink
from goclub.members.models import Member, User


@atomic_retried
def renew_link(*, member: Member, by: User, at: datetime) -> CalendarLink:
    """Give a member a new secret address; the one before opens nothing from now on."""
    if member.user_id != by.pk or member.status != Member.Status.MEMBER:
        raise PermissionDenied
    link, _new = CalendarLink.objects.update_or_create(
        member=member, defaults={"token": secrets.token_urlsafe(24), "made_at": at}
    )
    return link


@atomic_retried
def end_link(*, member: Member, by: User) -> None:
    """Take a member's secret address away."""
    if member.user_id != by.pk:
        raise PermissionDenied
    CalendarLink.objects.filter(member=member).delete()
