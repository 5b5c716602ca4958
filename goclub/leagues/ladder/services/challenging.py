"""What the ladder says to a challenge: whether it may be made, and what its end moved."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.urls import reverse

from goclub.games.models import Game
from goclub.leagues.ladder.queries import LadderNow, ladder_at
from goclub.leagues.ladder.services.stays import lock_settings
from goclub.leagues.models import Challenge, LadderSettings
from goclub.members.models import Member
from goclub.members.notices.services.telling import Told, tell_each
from ratings.errors import Code, RuleError
from tournaments.ladder.challenging import Bar
from tournaments.ladder.replay import Decided, LadderMove

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
        return RuleError(Code.STATE, field="", value=str(challenged), reason="ladder.closed")
    bar = now.bar(challenger.pk, challenged.pk)
    if bar is None:
        return None
    return RuleError(
        Code.STATE,
        field="",
        value=str(challenged),
        reason=_REASONS[bar],
        params={"reach": settings.reach, "rest": settings.rest_days},
    )


def tell_decided(row: Challenge, *, at: datetime) -> None:
    """Tell everybody whom a decided challenge moved on which rung he stands now."""
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
    tell_each(kind="ladder.moved", at=at, hearers=letters)


def move_of(now: LadderNow, challenge: int) -> LadderMove | None:
    """What a challenge did to the rungs; None while it is not decided."""
    for move in now.ladder.moves:
        if isinstance(move.happening, Decided) and move.happening.source == challenge:
            return move
    return None


def on_games_confirmed(*, games: Sequence[Game], at: datetime, **_kwargs: object) -> None:
    """Hear of confirmed games: tell whom those of the ladder moved (one query where none is)."""
    for row in Challenge.objects.on_ladder().filter(game__in=games):
        with transaction.atomic():  # what fails here is undone alone
            tell_decided(row, at=at)
