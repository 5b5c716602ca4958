"""People of the demo club by their keys, and games between them as rows."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from goclub.games.models import Game
from goclub.members.models import Member


def members(keys: str) -> list[Member]:
    """The members with these logins, in the order named."""
    named = keys.split()
    rows = Member.objects.filter(user__username__in=named).select_related("user")
    found = {member.user.username: member for member in rows if member.user}
    return [found[key] for key in named]


def evening(day: date, minute: int = 0) -> datetime:
    """A moment of the evening in the club's Japan."""
    return datetime.combine(day, time(9), tzinfo=UTC) + timedelta(minutes=minute)


def game(
    black: Member,
    white: Member,
    day: date,
    *,
    winner: str,
    margin2: int | None = None,
    handicap: int = 0,
    komi2: int = 11,
    for_league: bool = False,
    official: bool = False,
    minute: int = 0,
) -> Game:
    """A confirmed game (not saved); without a margin it was resigned."""
    at = evening(day, minute)
    decided = winner in ("B", "W")
    return Game(
        black=black,
        white=white,
        played_on=day,
        place="Club room",
        handicap=handicap,
        komi2=komi2,
        winner=winner,
        ending=("points" if margin2 else "resign") if decided else "",
        margin2=margin2,
        for_league=for_league,
        official=official,
        state=Game.State.CONFIRMED,
        reported_by=black.user,
        reported_at=at,
        confirmed_by=white.user,
        confirmed_at=at + timedelta(minutes=20),
    )
