"""What members are told about their challenges."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.members.notices.queries import NoticeKind

KINDS: Final = [
    NoticeKind(
        "challenge.made",
        label=_("Someone challenges me"),
        text=_("%(name)s has challenged you to a game."),
    ),
    NoticeKind(
        "challenge.changed",
        label=_("Changes to a challenge are suggested"),
        text=_("%(name)s suggests other terms for your game."),
    ),
    NoticeKind(
        "challenge.accepted",
        label=_("My challenge is accepted"),
        text=_("%(name)s has accepted: your game is agreed."),
    ),
    NoticeKind(
        "challenge.declined",
        label=_("My challenge is declined"),
        text=_("%(name)s has declined the challenge."),
    ),
    NoticeKind(
        "challenge.withdrawn",
        label=_("A challenge to me was withdrawn"),
        text=_("%(name)s has withdrawn the challenge."),
    ),
    NoticeKind(
        "challenge.off",
        label=_("An agreed game was cancelled"),
        text=_("%(name)s has cancelled your game."),
    ),
    NoticeKind(
        "challenge.lapsed",
        label=_("A challenge has lapsed"),
        text=_("The challenge between you and %(name)s has lapsed."),
    ),
    NoticeKind(
        "challenge.left",
        label=_("My opponent leaves the club"),
        text=_("%(name)s is no longer a member of the club, so your challenge has ended."),
    ),
]
