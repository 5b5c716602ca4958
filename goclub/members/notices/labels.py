"""Kinds of notice about membership, and about the post itself."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.members.notices.queries import Mail, NoticeKind

KINDS: Final = [
    NoticeKind(
        "member.asks",
        label=_("Somebody asks to join"),
        text=_("%(name)s asks to join."),
        office=True,
    ),
    NoticeKind(
        "member.certified",
        label=_("My points were made official"),
        text=_("Your points were made official: your page says how many, and why."),
    ),
    NoticeKind(
        "mail.failed",
        label=_("A letter could not be sent"),
        text=_("A letter to %(address)s could not be sent."),
        mail=Mail.NEVER,
        office=True,
    ),
    NoticeKind(
        "backup.none",
        label=_("There is no backup yet"),
        text=_("There is no backup yet."),
        office=True,
    ),
    NoticeKind(
        "backup.late",
        label=_("The backup is late"),
        text=_("There has been no good backup for %(days)s days."),
        office=True,
    ),
]
