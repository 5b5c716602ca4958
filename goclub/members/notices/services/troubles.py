"""Telling the office what nobody reports: letters that did not go out, a backup that is late."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.urls import reverse

from goclub.common import backups
from goclub.members.models import Letter
from goclub.members.notices.services.telling import OLD_NEWS, tell_office

#: The page on which both are put right.
DESK: Final = "members:desk"
_OWN: Final = ("mail.failed", "digest")


def tell_of_troubles(*, at: datetime) -> int:
    """Tell of each letter that failed lately, once, and of a late backup, once a day.

    Returns how many notices that were.  Letters about failed letters are left out.
    """
    count = 0
    failed = Letter.objects.troubled().filter(changed_at__gt=at - OLD_NEWS).exclude(kind__in=_OWN)
    for letter in failed:
        count += tell_office(
            kind="mail.failed",
            at=at,
            url=reverse(DESK),
            permission="members.approve_member",
            key=f"letter:{letter.pk}",
            address=letter.to,
        )
    if backups.is_late(at):
        age = backups.age(at)
        count += tell_office(
            kind="backup.late" if age else "backup.none",
            at=at,
            url=reverse(DESK),
            permission="members.set_role",
            key=f"backup:{at.date()}",
            days=age.days if age else 0,
        )
    return count
