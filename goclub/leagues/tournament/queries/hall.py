"""What hangs in the hall: the clock of the round, the next round's start, announcements, tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from goclub.leagues.league.services.timetable import Start, starts_of
from goclub.leagues.models import Announcement, Event, RoundClock
from goclub.leagues.tournament.queries.snapshot import EventSnapshot


@dataclass(frozen=True, slots=True)
class Hall:
    """What is up now: ``clock`` of the last published round, ``following`` the next round's start.

    A start that has passed is not shown: the day is late, and nobody knows the new time.

    ``now`` is the site's time, which the pages send along: a phone's own clock may be wrong.
    """

    event: Event
    now: datetime
    clock: RoundClock | None = None
    following: Start | None = None
    announcements: list[Announcement] = field(default_factory=list)

    @property
    def ends_at(self) -> datetime | None:
        """When the time of the round is over, on the event's clocks; None in a pause."""
        if self.clock is None or self.clock.paused_at:
            return None
        return self.clock.ends_at.astimezone(self.event.zone)

    @property
    def seconds_left(self) -> int:
        """The whole seconds left; 0 where the time is over or no clock runs."""
        if self.clock is None:
            return 0
        return max(int(self.clock.left(self.now).total_seconds()), 0)

    @property
    def is_up(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.clock or self.announcements)

    @property
    def moment(self) -> int:
        """The site's time in milliseconds, for scripts."""
        return int(self.now.timestamp() * 1000)

    @property
    def end(self) -> int:
        """The end of the round in milliseconds, for scripts; 0 in a pause or without a clock."""
        return int(self.ends_at.timestamp() * 1000) if self.ends_at else 0


def hall_of(event: Event, now: datetime, *, last_out: int) -> Hall:
    """Return what hangs in the hall of an event (two queries)."""
    clock = RoundClock.objects.filter(round__event=event, round__number=last_out)
    starts = starts_of(event)
    return Hall(
        event,
        now,
        clock.select_related("round").first() if event.state == Event.State.RUNNING else None,
        next((start for start in starts[last_out : last_out + 1] if start.at > now), None),
        list(event.announcements.all()) if event.is_open else [],
    )


def room_rows(
    snapshot: EventSnapshot, number: int, *, own_table: int = 0
) -> list[list[dict[str, object]]]:
    """Return the plan of the room row by row: ``table`` and ``state`` (open, done, free, gap).

    ``is_own`` marks the reader's own table.
    """
    tables = {table.table: table.has_result for table in snapshot.pairings.get(number, [])}
    states = {True: "done", False: "open", None: "free"}
    return [
        [
            {
                "table": word,
                "state": states[tables.get(int(word))],
                "is_own": int(word) == own_table,
            }
            if word.isdecimal()
            else {"table": "", "state": "gap"}
            for word in line.split()
        ]
        for line in snapshot.event.room.splitlines()
        if line.strip()
    ]
