"""Who came for a round, who is missing, and who has not come to their table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from goclub.leagues.models import CheckIn, Pairing, Participant, Round, RoundClock
from goclub.leagues.tournament.queries.snapshot import EventSnapshot

_WITHDRAWN = Participant.State.WITHDRAWN


def door_round(snapshot: EventSnapshot) -> int:
    """Return the round (from 1) for which people come: the one that is played, else the next.

    Never beyond the last one that is planned.
    """
    last = snapshot.round(snapshot.last_out)
    playing = last is not None and last.state == Round.State.PUBLISHED
    number = snapshot.last_out if playing else snapshot.last_out + 1
    return max(min(number, snapshot.event.rounds_planned), 1)


def came_for(snapshot: EventSnapshot, number: int) -> dict[int, CheckIn]:
    """Return who came for a round (from 1), by their number in the event (one query)."""
    rows = CheckIn.objects.filter(participant__event=snapshot.event, number=number)
    people = {person.pk: person for person in snapshot.participants.values()}
    return {
        people[row.participant_id].number: row
        for row in rows.order_by("at")
        if row.participant_id in people
    }


def expected(snapshot: EventSnapshot, number: int) -> list[Participant]:
    """Return those who are to come for a round (from 1), announced ones among them.

    Players of a team come where the team does.
    """
    seated = snapshot.seated(number)

    def comes(person: Participant) -> bool:
        missed = set().union(*snapshot.missed(person))
        return person.state != _WITHDRAWN and (person.number in seated or number not in missed)

    return [
        person
        for person in snapshot.participants.values()
        if comes(person) and (person.team is None or comes(person.team))
    ]


def missing(snapshot: EventSnapshot, number: int, came: Mapping[int, CheckIn]) -> list[Participant]:
    """Return those who are expected and did not come; nobody where nobody is ticked at all.

    Whoever has a result in the round came; reserves of teams are missing in no round that is out.
    """
    if not came:
        return []
    tables = snapshot.pairings.get(number, [])
    there = {person.number for table in tables if table.has_result for person in table.players}
    if snapshot.of_boards and number <= snapshot.last_out:
        there |= snapshot.participants.keys() - snapshot.seated(number)
    there |= came.keys()
    return [person for person in expected(snapshot, number) if person.number not in there]


@dataclass(frozen=True, slots=True)
class NoShow:
    """A table at which one of the two, or both, did not come in time."""

    pairing: Pairing
    absent: tuple[Participant, ...]


def round_began(event_round: Round) -> RoundClock | datetime | None:
    """Return the clock of a round, else when it was published (one query)."""
    return RoundClock.objects.filter(round=event_round).first() or event_round.published_at


def no_shows(snapshot: EventSnapshot, number: int, now: datetime) -> list[NoShow]:
    """Return the open tables of a published round (from 1) whose players are late by the limit.

    The limit is the event's (``no_show_minutes``) from the start of the clock, or from publication
    where no clock was started.  Empty before it, where nobody is ticked for the round, and for
    players who reported a result.
    """
    limit, event_round = snapshot.event.no_show_minutes, snapshot.round(number)
    if limit is None or event_round is None or event_round.state != Round.State.PUBLISHED:
        return []
    began = round_began(event_round)
    if began is None:
        return []
    elapsed = began.elapsed(now) if isinstance(began, RoundClock) else now - began
    came = came_for(snapshot, number)
    if elapsed < timedelta(minutes=limit) or not came:
        return []
    open_tables = [table for table in snapshot.pairings[number] if not table.has_result]
    reported = set(
        event_round.pairings.exclude(claims=None).values_list("pk", flat=True).distinct()
    )
    late = (
        NoShow(table, tuple(p for p in table.players if p.number not in came))
        for table in open_tables
        if table.pk not in reported
    )
    return [row for row in late if row.absent]
