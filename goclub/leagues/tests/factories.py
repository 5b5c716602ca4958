"""Events for tests, made and moved on through the services."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, timedelta
from typing import Any

from goclub.leagues.models import Event, Pairing, Participant, Round
from goclub.leagues.tournament.services import events, registration, results, rounds
from goclub.members.models import Member
from goclub.members.requests import Act
from goclub.members.roles import ORGANISER
from goclub.members.tests.factories import fresh, make_member

DAY = date(2025, 3, 8)


def at(minute: int = 0) -> datetime:
    """A moment on the day of the event."""
    return datetime(2025, 3, 8, 1, 0, tzinfo=UTC) + timedelta(minutes=minute)


def make_organiser(name: str = "Olga Organiser") -> Member:
    return make_member(name, role=ORGANISER)


def make_event(by: Member | None = None, **more: Any) -> Event:
    """An event of three rounds, open for registration; chance comes from a fixed seed."""
    by = by or make_organiser()
    values: dict[str, Any] = {
        "name": "Spring Cup",
        "begins_on": DAY,
        "rounds": 3,
        "preset": "S2",
        "rng": random.Random(7),
        "time_zone": "Asia/Tokyo",
    }
    return events.create_event(Act(by.user, at()), **values | more)


def add_guests(
    event: Event, count: int, *, start: int = 1, rank: int | None = None
) -> list[Participant]:
    """Guests called Guest 001, Guest 002, …, each half a rank weaker than the one before, or
    all of one rank.
    """
    return [
        registration.register_guest(
            Act(None, at()),
            event,
            name=f"Guest {number:03}",
            rank=max(3 - number // 2, -30) if rank is None else rank,
        )
        for number in range(start, start + count)
    ]


def next_round(event: Event, **more: Any) -> Round:
    """Pair and publish the next round."""
    event.refresh_from_db()
    rounds.pair_round(Act(None, at()), event, **more)
    event_round = rounds.publish_round(Act(None, at()), event)
    event.refresh_from_db()
    return event_round


def play_out(event_round: Round, result: str = "white") -> None:
    """Give every open game of a round the same result."""
    for pairing in event_round.pairings.filter(result=Pairing.Outcome.UNKNOWN):
        results.set_result(Act(None, at()), pairing, result=result)
    event_round.refresh_from_db()


def played_event(players: int = 6, rounds_played: int = 3, **more: Any) -> Event:
    """An event of guests with all rounds played, not closed."""
    event = make_event(rounds=rounds_played, **more)
    add_guests(event, players)
    for _number in range(rounds_played):
        play_out(next_round(event))
    return fresh(event)
