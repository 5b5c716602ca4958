"""What members are told about the ladder."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.members.notices.queries import NoticeKind

KINDS: Final = [
    NoticeKind(
        "ladder.challenged",
        label=_("Somebody challenges me on the ladder"),
        text=_("%(name)s challenges you on the ladder. Answer by %(day)s, or the rung is lost."),
    ),
    NoticeKind(
        "ladder.moved",
        label=_("I move on the ladder"),
        text=_("On the ladder you stand on rung %(rung)s now; before, on rung %(before)s."),
    ),
]
