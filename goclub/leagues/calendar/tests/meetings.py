"""Meetings for tests, made through the services."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any

from goclub.leagues.calendar.services.series import start_series
from goclub.leagues.models import MeetingSeries
from goclub.members.requests import Act

#: A Monday noon in Warsaw and in Tokyo; most tests happen now.
NOW = datetime(2026, 11, 23, 11, 0, tzinfo=UTC)
#: The Tuesday after.
TUESDAY = date(2026, 11, 24)
WEEKLY = "FREQ=WEEKLY;BYDAY=TU"


def details(**more: Any) -> dict[str, Any]:
    """A weekly evening in Warsaw, Tuesdays from seven to ten."""
    values: dict[str, Any] = {
        "title": "Club evening",
        "first": TUESDAY,
        "begins_at": time(19),
        "rrule": WEEKLY,
        "zone": "Europe/Warsaw",
        "place": "Community hall, room 4",
    }
    return values | more


def make_series(at: datetime = NOW, **more: Any) -> MeetingSeries:
    """A meeting, begun by the site itself."""
    return start_series(Act(None, at), details(**more))
