"""What players are told about the official leagues."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.members.notices.queries import NoticeKind

KINDS: Final = [
    NoticeKind(
        "league.due",
        label=_("A league game is due"),
        text=_("Your game with %(other)s in %(league)s is due by %(day)s."),
    ),
    NoticeKind(
        "league.closed",
        label=_("A term of my league was closed"),
        text=_("The term %(term)s is closed. See the final standings."),
    ),
]
