"""Kinds of notice about membership, one’s account, and the post itself."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.members.notices.queries import Mail, NoticeGroup, NoticeKind

KINDS: Final = [
    NoticeKind(
        "member.asks",
        NoticeGroup.CLUB,
        label=_("New membership request"),
        text=_("%(name)s would like to join the club."),
        office=True,
    ),
    NoticeKind(
        "member.certified",
        NoticeGroup.CLUB,
        label=_("My points were made official"),
        text=_("Your points are now official. Your page shows how many, and why."),
    ),
    NoticeKind(
        "account.changed",
        NoticeGroup.CLUB,
        label=_("My password, e-mail address or second factor was changed"),
        text=_(
            "Your password, e-mail address or second factor was changed. If that was not you, tell"
            " the club at once."
        ),
        mail=Mail.NEVER,  # the e-mail about it is sent by itself
        always=True,
    ),
    NoticeKind(
        "mail.failed",
        NoticeGroup.CLUB,
        label=_("An e-mail could not be sent"),
        text=_("The e-mail to %(address)s could not be sent."),
        mail=Mail.NEVER,
        office=True,
    ),
    NoticeKind(
        "backup.none",
        NoticeGroup.CLUB,
        label=_("No backup yet"),
        text=_("There is no backup yet."),
        office=True,
    ),
    NoticeKind(
        "backup.late",
        NoticeGroup.CLUB,
        label=_("Backup overdue"),
        text=_("There has been no successful backup for %(days)s days."),
        office=True,
    ),
]
