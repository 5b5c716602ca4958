"""Games for tests, reported and confirmed through the services."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from goclub.games.models import Game
from goclub.games.playing.services.decisions import confirm_game
from goclub.games.playing.services.facts import GameFacts
from goclub.games.playing.services.reports import report_game
from goclub.members.models import Member, User
from goclub.members.requests import Act

NIGHT = date(2025, 3, 4)


def at(day: date = NIGHT, minute: int = 0) -> datetime:
    return datetime(day.year, day.month, day.day, 10, 0, tzinfo=UTC) + timedelta(minutes=minute)


def facts(black: Member, white: Member, result: str = "B+R", **more: Any) -> GameFacts:
    """Facts from a result as kifu write it: B+R, W+4.5, B+T, B+F, jigo, void."""
    winner, ending, margin2 = "J", "", None
    if result == "void":
        winner = "N"
    elif result != "jigo":
        winner, how = result.split("+")
        ending = {"R": "resign", "T": "time", "F": "forfeit"}.get(how, "points")
        margin2 = int(float(how) * 2) if ending == "points" else None
    values: dict[str, Any] = {
        "played_on": NIGHT,
        "komi2": 12 if result == "jigo" else 11,
        "winner": winner,
        "ending": ending,
        "margin2": margin2,
    }
    return GameFacts(black=black, white=white, **(values | more))


def report(black: Member, white: Member, result: str = "B+R", **more: Any) -> Game:
    """A game reported by Black that waits for White."""
    by: User | None = more.pop("by", None) or black.user
    assert by is not None
    minute = more.pop("minute", 0)
    claim = facts(black, white, result, **more)
    return report_game(Act(by, at(claim.played_on, minute)), claim, another=True)


def play(black: Member, white: Member, result: str = "B+R", **more: Any) -> Game:
    """A confirmed game; ``minute`` puts it in order within its day."""
    minute = more.get("minute", 0)
    game = report(black, white, result, **more)
    by = white.user if game.reported_by_id == black.user_id else black.user
    assert by is not None
    return confirm_game(Act(by, at(game.played_on, minute + 1)), game)
