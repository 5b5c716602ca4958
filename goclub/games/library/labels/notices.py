"""What members are told about their records."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.members.notices.queries import Mail, NoticeKind

KINDS: Final = [
    NoticeKind(
        "kifu.comment",
        label=_("Someone commented on my game"),
        text=_("%(author)s commented on the game %(black)s – %(white)s."),
        mail=Mail.DAILY,
    ),
]
