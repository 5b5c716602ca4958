"""When games of a tournament ended: as somebody said, else by the time of their round.

Never by the moment at which a result was typed, which may be the next day.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from goclub.leagues.models import Event, Round
from goclub.leagues.tournament.queries.snapshot import EventSnapshot

#: Where nothing tells a round's hour it is played at noon.
NOON = time(12)


def round_ends(event: Event, rounds: Iterable[Round]) -> dict[int, datetime]:
    """When the games of each round ended, by its number; a round never ends before the last one.

    What was said of the round; else the moment at which it was published, where that was on the
    day on which it was played; else noon of that day, a second later for each round.
    """
    ends: dict[int, datetime] = {}
    last: datetime | None = None
    for event_round in sorted(rounds, key=lambda event_round: event_round.number):
        end = event_round.ended_at or _by_its_day(event, event_round)
        if event_round.ended_at is None and last is not None:
            end = max(end, last)
        ends[event_round.number] = last = end
    return ends


def _by_its_day(event: Event, event_round: Round) -> datetime:
    zone = ZoneInfo(event.time_zone)
    day = event_round.played_on or event.begins_on
    out = event_round.published_at
    if out is not None and out.astimezone(zone).date() == day:
        return out
    return datetime.combine(day, NOON, zone) + timedelta(seconds=event_round.number)


def said_ends(snapshot: EventSnapshot) -> dict[tuple[int, int], datetime]:
    """When games ended as somebody said, on the event's clocks, by round and table."""
    zone = snapshot.event.zone
    return {
        (event_round.number, game.table): end.astimezone(zone)
        for event_round in snapshot.rounds
        for game in snapshot.pairings[event_round.number]
        if (end := game.ended_at or event_round.ended_at) is not None
    }
