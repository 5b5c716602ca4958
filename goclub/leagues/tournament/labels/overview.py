"""What the page of an event opens with, by its state: entering, the round, or the winners."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from django.utils.translation import gettext as _

from goclub.common.collation import name_key
from goclub.common.notation import hour, weekday_of
from goclub.leagues.league.services.timetable import Start, starts_of
from goclub.leagues.models import Event, Participant
from goclub.leagues.tournament.labels.rounds import bye_of, round_tables
from goclub.leagues.tournament.labels.standings import (
    StandingRow,
    StandingsTable,
    outcome_for,
    seats_in,
    standings_table,
    step_of,
)
from goclub.leagues.tournament.queries.hall import room_rows
from goclub.leagues.tournament.queries.snapshot import EventSnapshot
from goclub.leagues.tournament.services.claims import TableState, table_state
from goclub.leagues.tournament.services.registration import places_left

#: So many tables, places and players stand on the page; a link leads to all of them.
TABLES: Final = 30
PLACES: Final = 10
PLAYERS: Final = 40
#: Of the final table, which stands below the winners.
FINAL_PLACES: Final = 40
#: Winners with their games; more only share a place with them.
WINNERS: Final = 6


class Phase(StrEnum):
    """What an event is about at present."""

    BEFORE = "before"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


def phase_of(snapshot: EventSnapshot) -> Phase:
    """Return what an event is about at present."""
    if snapshot.event.state == Event.State.CANCELLED:
        return Phase.CANCELLED
    if snapshot.event.state == Event.State.CLOSED:
        return Phase.OVER
    return Phase.RUNNING if snapshot.last_out else Phase.BEFORE


def own_table(snapshot: EventSnapshot, mine: Participant | None) -> dict[str, Any] | None:
    """Return the reader's table in the last published round (one query), None without one.

    ``colour`` B or W; ``my_claim`` and ``other_claim`` what the two players reported; ``outcome``
    is won, lost, jigo or open; ``seen`` the two as the buttons show them, for the service.
    """
    if mine is None or not snapshot.last_out:
        return None
    pairing = seats_in(snapshot, snapshot.last_out).get(mine.number)
    if pairing is None:
        return None
    is_black = pairing.black == mine
    claims = {claim.participant_id: claim for claim in pairing.claims.all()}
    opponent = pairing.white if is_black else pairing.black
    state = table_state(pairing, claims, mine)
    return {
        "pairing": pairing,
        "opponent": opponent,
        "colour": "B" if is_black else "W",
        "state": state,
        "my_claim": claims.get(mine.pk),
        "other_claim": claims.get(opponent.pk),
        "outcome": outcome_for(pairing, "b" if is_black else "w"),
        "may_report": state not in (TableState.DONE, TableState.PROTEST),
        "seen": f"{pairing.black_id}-{pairing.white_id}",
    }


def running_round(
    snapshot: EventSnapshot, own: Mapping[str, Any] | None, now: datetime
) -> dict[str, Any]:
    """What is shown of the running round: results as they come, and the standings with them.

    The reader's own table is not listed again.
    """
    number = snapshot.last_out
    pairings = snapshot.pairings[number]
    lines = [
        line
        for line in round_tables(snapshot, number)
        if own is None or line["pairing"] is not own["pairing"]
    ]
    finished = sum(pairing.has_result for pairing in pairings)
    later = (start for start in starts_of(snapshot.event) if start.number == number + 1)
    following = next(later, None)
    return {
        "number": number,
        "tables": lines[:TABLES],
        "tables_left": max(len(lines) - TABLES, 0),
        "games": len(pairings),
        "finished": finished,
        "still_open": len(pairings) - finished,
        "bye": bye_of(snapshot, number),
        "is_last": number >= snapshot.event.rounds_planned,
        "following": following if following is not None and following.at > now else None,
        "leaders": standings_table(snapshot, number).rows[:PLACES],
        "room": room_rows(snapshot, number, own_table=own["pairing"].table if own else 0),
    }


def without_game(snapshot: EventSnapshot, mine: Participant) -> str:
    """Return why somebody has no table in the running round: bye, withdrawn, absent, or ""."""
    number = snapshot.last_out
    bye = snapshot.free_win(number)
    if bye is not None and bye.participant in (mine, mine.team):
        return "bye"
    if mine.state == Participant.State.WITHDRAWN:
        return "withdrawn"
    return "absent" if number in set().union(*snapshot.missed(mine)) else ""


def entering(snapshot: EventSnapshot, today: date) -> dict[str, Any]:
    """What is shown before the first round: when it begins, who is entered."""
    people = [
        participant
        for participant in snapshot.participants.values()
        if participant.state != Participant.State.WITHDRAWN
    ]
    people.sort(key=lambda participant: (-participant.rank, name_key(participant.shown_name)))
    starts = starts_of(snapshot.event)
    return {
        "places_left": places_left(snapshot.event),
        "people": people[:PLAYERS],
        "people_left": max(len(people) - PLAYERS, 0),
        "begins": starts[0] if starts else None,
        "begins_text": begins_text(snapshot.event, starts, today),
    }


def begins_text(event: Event, starts: list[Start], today: date) -> str:
    """Return when an event begins, as people say it: “Tomorrow 10:00”, “Sunday, 29 November”."""
    day = event.begins_on
    words = {today: _("Today"), today + timedelta(days=1): _("Tomorrow")}
    text = words.get(day) or weekday_of(day)
    return f"{text} {hour(starts[0].at)}" if starts else text


@dataclass(frozen=True, slots=True)
class Winner:
    """One of the first three places with every round: a game, a bye, or none."""

    row: StandingRow
    place: int
    steps: list[dict[str, Any]]


def final_table(snapshot: EventSnapshot) -> StandingsTable:
    """Return the head of the table after the last round."""
    table = standings_table(snapshot, snapshot.last_out)
    return replace(table, rows=table.rows[:FINAL_PLACES])


def winners_of(snapshot: EventSnapshot) -> list[Winner]:
    """Return the first three places with their way through the rounds."""
    last = snapshot.last_out
    rows = standings_table(snapshot, last).rows
    first = [
        (row, placed.place)
        for row, placed in zip(rows, snapshot.standings(last, shown=()), strict=True)
        if placed.place is not None and placed.place <= 3
    ][:WINNERS]
    seats = {number: seats_in(snapshot, number) for number in range(1, last + 1)}
    no_scores: Mapping[int, str] = dict.fromkeys(snapshot.participants, "")
    return [
        Winner(
            row,
            place,
            [
                step_of(snapshot, number, row.participant.number, seats[number], no_scores)
                for number in seats
            ],
        )
        for row, place in first
    ]
