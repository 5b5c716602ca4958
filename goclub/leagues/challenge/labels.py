"""Challenges in words: notices, refusals, terms and times."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from goclub.common import notation
from goclub.common.refusals.registry import Refusals
from goclub.games.labels import conditions_text, result_of
from goclub.games.models import Game
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.leagues.challenge.queries import EVEN, Conditions, is_due
from goclub.leagues.league.queries import clocks_of
from goclub.leagues.models import Challenge
from goclub.members.models import Member
from goclub.members.notices.queries import NoticeGroup, NoticeKind

KINDS: Final = [
    NoticeKind(
        "challenge.made",
        NoticeGroup.GAMES,
        label=gettext_lazy("Someone challenges me"),
        text=gettext_lazy("%(name)s has challenged you to a game."),
    ),
    NoticeKind(
        "challenge.changed",
        NoticeGroup.GAMES,
        label=gettext_lazy("Changes to a challenge are suggested"),
        text=gettext_lazy("%(name)s suggests other terms for your game."),
    ),
    NoticeKind(
        "challenge.accepted",
        NoticeGroup.GAMES,
        label=gettext_lazy("My challenge is accepted"),
        text=gettext_lazy("%(name)s has accepted: your game is agreed."),
    ),
    NoticeKind(
        "challenge.declined",
        NoticeGroup.GAMES,
        label=gettext_lazy("My challenge is declined"),
        text=gettext_lazy("%(name)s has declined the challenge."),
    ),
    NoticeKind(
        "challenge.withdrawn",
        NoticeGroup.GAMES,
        label=gettext_lazy("A challenge to me was withdrawn"),
        text=gettext_lazy("%(name)s has withdrawn the challenge."),
    ),
    NoticeKind(
        "challenge.off",
        NoticeGroup.GAMES,
        label=gettext_lazy("An agreed game was cancelled"),
        text=gettext_lazy("%(name)s has cancelled your game."),
    ),
    NoticeKind(
        "challenge.lapsed",
        NoticeGroup.GAMES,
        label=gettext_lazy("A challenge has expired"),
        text=gettext_lazy("The challenge between you and %(name)s has expired."),
    ),
    NoticeKind(
        "challenge.left",
        NoticeGroup.GAMES,
        label=gettext_lazy("My opponent leaves the club"),
        text=gettext_lazy(
            "%(name)s is no longer a member of the club, so your challenge has ended."
        ),
    ),
]

REFUSALS: Refusals = {
    "challenge.oneself": gettext_lazy("You cannot challenge yourself."),
    "challenge.left": gettext_lazy(
        "%(value)s cannot be challenged: they are not a member at present."
    ),
    "challenge.already": gettext_lazy("You already have a challenge under way with %(value)s."),
    "challenge.no_time": gettext_lazy("Suggest at least one time."),
    "challenge.time_past": gettext_lazy("This time is in the past. Choose a later one."),
    "challenge.too_long": gettext_lazy("Too long: %(value)s characters. Accepted: %(accepted)s."),
    "challenge.lapsed": gettext_lazy("This challenge has expired. Start a new one."),
}


State = Challenge.State


def moment_text(at: datetime, zone: str) -> str:
    """A day with its weekday and its hour, on the clocks by which the club's calendar goes.

    Who lives by others sees these named, and their own hour behind them.
    """
    local, mine = at.astimezone(ZoneInfo(zone)), timezone.localtime(at)
    parts = [notation.weekday_of(local, inside=True), notation.hour(local)]
    if mine.utcoffset() == local.utcoffset():
        return notation.dotted(parts)
    own = notation.hour(mine)
    if mine.date() != local.date():
        own = notation.dotted([notation.short_day(mine), own])
    clocks = _("%(clocks)s; %(own)s your time") % {"clocks": clocks_of(zone), "own": own}
    return f"{notation.dotted(parts)}{notation.bracketed(clocks)}"


def table_name(key: str) -> str:
    """What gives the conditions: a system's table, or the two themselves."""
    if key == EVEN:
        return pgettext("conditions of a challenge", "Even game")
    known = {system.key: str(system.name) for system in SYSTEMS}
    return known.get(key, pgettext("conditions of a challenge", "Our own conditions"))


def choice_text(conditions: Conditions, me: Member, opponent: Member) -> str:
    """What a table gives two members, as a form offers it."""
    black = None if conditions.mine is None else me if conditions.mine else opponent
    text = notation.dotted(
        [conditions_text(conditions.handicap, conditions.komi2), black_text(black)]
    )
    return _("%(name)s: %(text)s") % {"name": table_name(conditions.key), "text": text}


def black_text(black: Member | None) -> str:
    """Who takes Black."""
    if black is None:
        return _("nigiri")
    return _("%(name)s takes Black") % {"name": black.shown_name}


def terms_text(challenge: Challenge) -> str:
    """Conditions of the game in a line."""
    board = "" if challenge.board == 19 else dict(Game.BOARDS)[challenge.board]
    return notation.dotted(
        [
            conditions_text(challenge.handicap, challenge.komi2),
            board,
            black_text(challenge.black_player),
            "" if challenge.rated else _("unrated"),
            _("on the ladder") if challenge.play_by else "",
        ]
    )


def state_text(challenge: Challenge, me: Member, at: datetime) -> str:
    """Where a challenge stands, as one of the two reads it."""
    game = challenge.game
    if challenge.is_played and game is not None:
        return pgettext("a challenge", "played") if game.is_open else result_of(game)
    if challenge.has_lapsed(at):
        return _("expired")
    if challenge.state == State.OPEN:
        if challenge.due == me:
            return _("waiting for your answer")
        return _("waiting for an answer")
    return str(challenge.get_state_display())


def line_of(challenge: Challenge, me: Member, at: datetime, zone: str) -> dict[str, Any]:
    """One challenge in a list, as one of the two reads it, on the clocks of *zone*."""
    agreed = challenge.agreed_for
    return {
        "challenge": challenge,
        "other": challenge.other_than(me),
        "terms": terms_text(challenge),
        "said": state_text(challenge, me, at),
        "when": moment_text(agreed, zone) if agreed else "",
        "mine": challenge.state == State.OPEN and challenge.due == me and challenge.is_pending(at),
        "due": is_due(challenge, at),
    }


def address_of(challenge: Challenge, at: datetime) -> str:
    """Where a calendar leads: from the day on to the form that reports the game."""
    if is_due(challenge, at):
        return reverse("leagues:challenge-report", args=[challenge.pk])
    return challenge.get_absolute_url()
