"""Decisions about the ladder: joining, leaving, its rules, and who may be challenged."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.urls import reverse

from goclub.common.transactions import atomic_retried, lock_row
from goclub.games.models import Game
from goclub.leagues.ladder.queries import LadderNow, ends_of, ladder_at
from goclub.leagues.models import Challenge, LadderSettings, LadderStay
from goclub.members.models import Member
from goclub.members.notices.services import Told, tell_each
from goclub.members.requests import Act
from ratings.errors import Code, RuleError
from tournaments.ladder import Bar, Decided, LadderMove

# Joining the ladder and leaving it, and what the club holds to.


#: Who may open the ladder and set its rules.
RIGHT = "leagues.run_league"


def lock_settings() -> LadderSettings:
    """The one row, locked: nobody joins, leaves or challenges on the ladder meanwhile."""
    settings, _made = LadderSettings.objects.get_or_create(pk=1)
    return lock_row(settings)


@atomic_retried
def join(act: Act, member: Member) -> LadderStay:
    """Come onto the ladder, on its lowest rung (H-ladder-stays).

    Joining again changes nothing.  Raises PermissionDenied for somebody else's name and for who is
    no member, RuleError ``ladder.closed`` where the club has none.
    """
    _need_own(act, member)
    if member.status != Member.Status.MEMBER:
        raise PermissionDenied
    need_open(lock_settings())
    known = list(LadderStay.objects.going().filter(member=member).select_related("member"))
    ended = ends_of(known, act.at)
    for stay in known:
        if stay.pk not in ended:
            return stay
        _end(stay, ended[stay.pk])
    return LadderStay.objects.create(member=member, joined_at=act.at)


@atomic_retried
def leave(act: Act, member: Member) -> None:
    """Go from the ladder; those below move up.  Leaving again changes nothing."""
    _need_own(act, member)
    lock_settings()
    for stay in LadderStay.objects.going().filter(member=member):
        _end(stay, act.at)


@atomic_retried
def set_rules(act: Act, **rules: Any) -> LadderSettings:
    """Open or close the ladder, and say what holds on it from now on; *rules* are columns.

    Challenges under way keep what held when they were made.  Raises PermissionDenied,
    ValidationError.
    """
    if not act.user.has_perm(RIGHT):
        raise PermissionDenied
    row = lock_settings()
    for name, value in rules.items():
        setattr(row, name, value)
    row.full_clean()
    row.save()
    return row


def need_open(settings: LadderSettings) -> None:
    """Raise RuleError ``ladder.closed`` where the club has no ladder."""
    if not settings.open:
        raise RuleError(Code.STATE, "", "", reason="ladder.closed")


def _end(stay: LadderStay, at: datetime) -> None:
    stay.left_at = max(at, stay.joined_at)
    stay.save()


def _need_own(act: Act, member: Member) -> None:
    if member.user_id != act.user.pk:
        raise PermissionDenied


# What the ladder says to a challenge: whether it may be made, and what its end moved.


#: How a bar is refused.
_REASONS: Final = {
    Bar.NOT_ON: "ladder.not_on",
    Bar.BELOW: "ladder.below",
    Bar.TOO_HIGH: "ladder.too_high",
    Bar.CHALLENGING: "ladder.challenging",
    Bar.CHALLENGED: "ladder.challenged",
    Bar.RESTING: "ladder.resting",
}


def need_in_reach(challenger: Member, challenged: Member, at: datetime) -> LadderSettings:
    """Lock the ladder and ask whether this challenge may be made on it; what holds for it.

    Raises RuleError ``ladder.closed`` and what stands for each bar in :data:`_REASONS`.
    """
    settings = lock_settings()
    refusal = bar_on_ladder(challenger, challenged, at)
    if refusal is not None:
        raise refusal
    return settings


def bar_on_ladder(challenger: Member, challenged: Member, at: datetime) -> RuleError | None:
    """Why this challenge cannot be made on the ladder, as a refusal; None where it can."""
    now = ladder_at(at)
    settings = now.settings
    if not settings.open:
        return RuleError(Code.STATE, "", str(challenged), reason="ladder.closed")
    bar = now.bar(challenger.pk, challenged.pk)
    if bar is None:
        return None
    return RuleError(
        Code.STATE,
        "",
        str(challenged),
        reason=_REASONS[bar],
        params={"reach": settings.reach, "rest": settings.rest_days},
    )


def tell_decided(row: Challenge, *, at: datetime) -> None:
    """Notify every member whose rung a decided challenge changed."""
    if row.play_by is None:
        return
    now = ladder_at(at)
    move = move_of(now, row.pk)
    if move is None:
        return
    url = reverse("leagues:ladder")
    letters = [
        Told(now.people[player], url, {"rung": to, "before": before}, key=f"ladder-{row.pk}")
        for player, (before, to) in move.rungs.items()
        if before is not None and to is not None
    ]
    tell_each(Act(None, at), "ladder.moved", letters)


def move_of(now: LadderNow, challenge: int) -> LadderMove | None:
    """What a challenge did to the rungs; None while it is not decided."""
    for move in now.ladder.moves:
        if isinstance(move.happening, Decided) and move.happening.source == challenge:
            return move
    return None


def on_games_confirmed(*, games: Sequence[Game], at: datetime, **_kwargs: object) -> None:
    """On confirmed games: notify members whose rung changed (one query if none did)."""
    for row in Challenge.objects.on_ladder().filter(game__in=games):
        with transaction.atomic():  # what fails here is undone alone
            tell_decided(row, at=at)
