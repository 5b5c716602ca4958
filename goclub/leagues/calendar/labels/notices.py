"""What members are told about dates to which they wanted to come."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.members.notices.queries import NoticeKind

KINDS: Final = [
    NoticeKind(
        "meeting.cancelled",
        label=_("An event I am going to was cancelled"),
        text=_("%(title)s on %(day)s has been cancelled. %(reason)s"),
    ),
    NoticeKind(
        "meeting.moved",
        label=_("An event I am going to was moved"),
        text=_("%(title)s on %(day)s has been moved: %(to)s, %(hour)s %(place)s. %(reason)s"),
        days=("day", "to"),
    ),
]
