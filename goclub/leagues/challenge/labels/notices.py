"""What members are told about their challenges."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.members.notices.queries import NoticeKind

KINDS: Final = [
    NoticeKind(
        "challenge.made",
        label=_("Somebody challenges me"),
        text=_("%(name)s challenges you to a game."),
    ),
    NoticeKind(
        "challenge.changed",
        label=_("Other terms are proposed for a challenge"),
        text=_("%(name)s proposes other terms for your game."),
    ),
    NoticeKind(
        "challenge.accepted",
        label=_("My challenge is accepted"),
        text=_("%(name)s accepts: your game is agreed."),
    ),
    NoticeKind(
        "challenge.declined",
        label=_("My challenge is declined"),
        text=_("%(name)s declines the challenge."),
    ),
    NoticeKind(
        "challenge.withdrawn",
        label=_("A challenge to me is withdrawn"),
        text=_("%(name)s takes the challenge back."),
    ),
    NoticeKind(
        "challenge.off",
        label=_("An agreed game is called off"),
        text=_("%(name)s calls your game off."),
    ),
    NoticeKind(
        "challenge.lapsed",
        label=_("A challenge lapses"),
        text=_("The challenge between you and %(name)s has lapsed."),
    ),
    NoticeKind(
        "challenge.left",
        label=_("Whom I was to play leaves the club"),
        text=_("%(name)s is no member of the club any more: your challenge has ended."),
    ),
]
