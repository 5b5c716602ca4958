"""What members are told about dates to which they wanted to come."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.members.notices.queries import NoticeKind

KINDS: Final = [
    NoticeKind(
        "meeting.cancelled",
        label=_("A meeting to which I come is called off"),
        text=_("%(title)s on %(day)s is called off. %(reason)s"),
    ),
    NoticeKind(
        "meeting.moved",
        label=_("A meeting to which I come is moved"),
        text=_("%(title)s on %(day)s is moved: %(to)s, %(hour)s %(place)s. %(reason)s"),
        days=("day", "to"),
    ),
]
