"""When the rounds of an event begin, written as one says it: “10:00 13:30 16:00”.

A time that is not later than the one before is on the next day.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Final

from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.leagues.models import Event
from ratings.accepted import AcceptedChoice
from ratings.errors import Code, RuleError

_TIME: Final = re.compile(r"([01]?\d|2[0-3])[:.h]([0-5]\d)")
_BETWEEN: Final = re.compile(r"[\s,;、，·]+")


@dataclass(frozen=True, slots=True)
class Start:
    """When a round begins, on the event's own clocks (``at`` knows its zone).

    ``written``: the hour as the organisers wrote it, which the clocks may skip that night.
    """

    number: int
    written: datetime

    @property
    def at(self) -> datetime:
        """The moment as the clocks show it."""
        return self.written.astimezone(UTC).astimezone(self.written.tzinfo)

    @property
    def day(self) -> date:
        """The day on the event's own clocks."""
        return self.written.date()


def read_times(text: str) -> list[time]:
    """The times of the rounds in order; raises RuleError E_TYPE for what is no time.

    >>> [f"{one:%H:%M}" for one in read_times("9:30, 13.00、１６:00")]
    ['09:30', '13:00', '16:00']
    """
    words = _BETWEEN.split(unicodedata.normalize("NFKC", text).strip())
    return [_time(word) for word in words if word]


def _time(word: str) -> time:
    match = _TIME.fullmatch(word)
    if match is None:
        raise Refusal(
            _("“%(value)s” is not a time of day. Write times like 10:00 13:30."),
            code=Code.TYPE,
            field="timetable",
            value=word[:20],
            reason="no_time",
        )
    return time(int(match[1]), int(match[2]))


def written(times: Iterable[time]) -> str:
    """The times as they are kept.

    >>> written([time(9, 30), time(13)])
    '09:30 13:00'
    """
    return " ".join(f"{start:%H:%M}" for start in times)


def days_of(times: Iterable[time]) -> Iterator[tuple[int, time]]:
    """Each time with the number of its day, counted from 0.

    >>> [day for day, _at in days_of(read_times("10:00 14:00 10:00 10:00"))]
    [0, 0, 1, 2]
    """
    day, before = 0, None
    for start in times:
        if before is not None and start <= before:
            day += 1
        before = start
        yield day, start


def checked(text: str, *, begins_on: date, ends_on: date, rounds: int) -> str:
    """The timetable as it is kept; raises RuleError for more times than rounds or days.

    E_TYPE for what is no time, E_RANGE with the reason otherwise.
    """
    times = read_times(text)
    if len(times) > rounds:
        raise RuleError(
            Code.RANGE,
            "timetable",
            len(times),
            AcceptedChoice(rounds),
            reason="tournament.more_times_than_rounds",
        )
    needed = 1 + max((day for day, _at in days_of(times)), default=0)
    if needed > (lasts := (ends_on - begins_on).days + 1):
        reason = "tournament.more_days_than_the_event"
        raise RuleError(Code.RANGE, "timetable", needed, AcceptedChoice(lasts), reason=reason)
    return written(times)


def starts_of(event: Event) -> list[Start]:
    """When each round begins, as far as the organisers said so."""
    return [
        Start(number, datetime.combine(event.begins_on + timedelta(days=day), at, event.zone))
        for number, (day, at) in enumerate(days_of(read_times(event.timetable)), 1)
    ]


def by_day(event: Event) -> dict[date, list[Start]]:
    """The beginnings of each day."""
    days = groupby(starts_of(event), attrgetter("day"))
    return {day: list(starts) for day, starts in days}
