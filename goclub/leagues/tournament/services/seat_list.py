"""Many tables by hand at once, as they are copied from a paper or from another program."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from goclub.common.transactions import atomic_retried
from goclub.leagues.models import Event, Participant
from goclub.leagues.tournament.services.seating import FixedPair, fix_pair
from goclub.leagues.tournament.services.steps import lock_for_step
from goclub.members.models import User
from ratings.errors import Code, RuleError

_LINE = re.compile(r"(?:(\d{1,4})\s*:)?\s*(\d{1,5})[\s,;–-]+(\d{1,5})(?:[\s,;]+(\d))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A line: the players by their numbers in the event.

    ``table`` None is the next free one, ``handicap`` None the stones that the rules give.
    """

    table: int | None
    white: int
    black: int
    handicap: int | None


def read_seat_lines(text: str) -> tuple[SeatLine, ...]:
    """Read ``table: white black stones`` a line; the table and the stones may be left out.

    Raises RuleError E_MISSING without any line, E_TYPE for one that cannot be read.

    >>> read_seat_lines("5: 12 7 2")
    (SeatLine(table=5, white=12, black=7, handicap=2),)
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        raise RuleError(Code.MISSING, field="lines", reason="tournament.seat_line")
    return tuple(map(_read, lines))


def _read(line: str) -> SeatLine:
    match = _LINE.fullmatch(line)
    if match is None:
        raise RuleError(Code.TYPE, field="lines", value=line[:40], reason="tournament.seat_line")
    table, white, black, stones = match.groups()
    return SeatLine(
        int(table) if table else None, int(white), int(black), int(stones) if stones else None
    )


@atomic_retried
def seat_all(
    *, event: Event, text: str, by: User, at: datetime, version: int | None = None
) -> list[FixedPair]:
    """Seat the pairs of all lines and keep them so, or none of them.

    Raises RuleError E_UNKNOWN for a number that nobody has, what :func:`read_seat_lines` and
    :func:`~goclub.leagues.tournament.services.seating.fix_pair` raise, and
    :class:`~goclub.leagues.tournament.services.steps.Stale`.
    """
    lines = read_seat_lines(text)
    event = lock_for_step(event, by=by, version=version)
    people = {participant.number: participant for participant in event.participants.all()}
    _need_known(lines, people)
    return [
        fix_pair(
            event=event,
            first=people[line.white],
            second=people[line.black],
            handicap=line.handicap,
            table=line.table,
            by=by,
            at=at,
        )
        for line in lines
    ]


def _need_known(lines: Iterable[SeatLine], people: dict[int, Participant]) -> None:
    seen: set[int] = set()
    for number in (number for line in lines for number in (line.white, line.black)):
        if number not in people:
            raise RuleError(
                Code.UNKNOWN, field="lines", value=number, reason="tournament.no_such_number"
            )
        if number in seen:
            raise RuleError(
                Code.DUPLICATE,
                field="lines",
                value=str(people[number]),
                reason="tournament.seated_twice",
            )
        seen.add(number)
