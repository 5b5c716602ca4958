"""What members are told about the ladder."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.members.notices.queries import NoticeKind

KINDS: Final = [
    NoticeKind(
        "ladder.challenged",
        label=_("Someone challenges me on the ladder"),
        text=_(
            "%(name)s has challenged you on the ladder. Answer by %(day)s, or you lose your rung."
        ),
    ),
    NoticeKind(
        "ladder.moved",
        label=_("My rung on the ladder changes"),
        text=_("You are now on rung %(rung)s of the ladder; before, you were on rung %(before)s."),
    ),
]
