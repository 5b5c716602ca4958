"""Kinds of notice about membership, and about the post itself."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.members.notices.queries import Mail, NoticeKind

KINDS: Final = [
    NoticeKind(
        "member.asks",
        label=_("New membership request"),
        text=_("%(name)s would like to join the club."),
        office=True,
    ),
    NoticeKind(
        "member.certified",
        label=_("My points were made official"),
        text=_("Your points are now official. Your page shows how many, and why."),
    ),
    NoticeKind(
        "mail.failed",
        label=_("An e-mail could not be sent"),
        text=_("The e-mail to %(address)s could not be sent."),
        mail=Mail.NEVER,
        office=True,
    ),
    NoticeKind(
        "backup.none",
        label=_("No backup yet"),
        text=_("There is no backup yet."),
        office=True,
    ),
    NoticeKind(
        "backup.late",
        label=_("Backup overdue"),
        text=_("There has been no successful backup for %(days)s days."),
        office=True,
    ),
]
