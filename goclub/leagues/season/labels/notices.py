"""What members are told about season leagues."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.members.notices.queries import Mail, NoticeKind

KINDS: Final = [
    NoticeKind(
        "season.approved",
        label=_("My event was approved"),
        text=_("Your event %(event)s was approved."),
    ),
    NoticeKind(
        "season.declined",
        label=_("My event was declined"),
        text=_("Your event %(event)s does not count for the league: %(reason)s"),
    ),
    NoticeKind(
        "season.closed",
        label=_("A season was closed"),
        text=_("The season %(season)s is closed: see the final table."),
        mail=Mail.DAILY,
    ),
    NoticeKind(
        "season.announced",
        label=_("An event is waiting for approval"),
        text=_("%(name)s announced %(event)s."),
        office=True,
    ),
]
