"""A calendar file (RFC 5545): whole days, appointments, and what recurs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event, Timezone, TimezoneDaylight, TimezoneStandard, vRecur

from goclub.common.zones import clock_changes

#: What became of an entry (section 3.8.1.11).
CONFIRMED, TENTATIVE, CANCELLED = "CONFIRMED", "TENTATIVE", "CANCELLED"
#: An appointment without an end: two hours, as an evening's game takes.
USUAL: Final = timedelta(hours=2)
#: For so many years from the first entry on a file says what the clocks of its zones do.
YEARS: Final = 60


@dataclass(frozen=True, slots=True)
class Item:
    """One entry: whole days ``first`` to ``last`` inclusive, or from the moment ``begins``.

    With a ``zone`` its times are written on the clocks of that zone, as ``rrule`` needs: seven in
    the evening stays seven in the evening.  ``without``: moments of the rule at which there is
    nothing; ``instead_of``: the moment of the rule of the same ``uid`` for which this one stands.
    """

    uid: str
    title: str
    first: date | None = None
    last: date | None = None
    begins: datetime | None = None
    minutes: int | None = None
    place: str = ""
    path: str = ""
    text: str = ""
    status: str = ""
    zone: str = ""
    rrule: str = ""
    without: tuple[datetime, ...] = ()
    instead_of: datetime | None = None
    version: int = 0


def write(name: str, items: Iterable[Item], *, owner: str, base: str, stamp: datetime) -> str:
    """Return the calendar as text; moments are written in UTC, or on the clocks of their zone.

    *owner* makes the names of entries unique in the world and stays as long as the club does: a
    program that reads the calendar again knows them by it, wherever the site is served from;
    *base* the site's address without a slash at the end, *stamp* when the file was made.
    """
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", "-//goclub//leagues//EN")
    calendar.add("x-wr-calname", name)
    first: dict[str, int] = {}
    for item in items:
        calendar.add_component(_event(item, owner, base, stamp))
        if item.zone and item.begins is not None:
            first[item.zone] = min(first.get(item.zone, item.begins.year), item.begins.year)
    for zone, year in sorted(first.items()):
        calendar.add_component(_clocks(zone, year))
    return str(calendar.to_ical().decode())


def _event(item: Item, owner: str, base: str, stamp: datetime) -> Event:
    event = Event()
    event.add("uid", f"{item.uid}@{owner}")
    event.add("dtstamp", stamp)
    lasting = USUAL if item.minutes is None else timedelta(minutes=item.minutes)
    if item.begins is None:
        if item.first is not None:
            event.add("dtstart", item.first)
            # The end of whole days is the day after (section 3.6.1).
            event.add("dtend", (item.last or item.first) + timedelta(days=1))
    elif not item.zone:
        event.add("dtstart", item.begins.astimezone(UTC))
        event.add("dtend", item.begins.astimezone(UTC) + lasting)
    else:
        clocks = ZoneInfo(item.zone)
        event.add("dtstart", item.begins.astimezone(clocks))
        # Minutes that pass, whatever the clocks do meanwhile.
        event.add("duration", lasting)
        if item.rrule:
            event.add("rrule", vRecur.from_ical(item.rrule))
        for moment in item.without:
            event.add("exdate", moment.astimezone(clocks))
        if item.instead_of is not None:
            event.add("recurrence-id", item.instead_of.astimezone(clocks))
    event.add("summary", item.title)
    further = {
        "location": item.place,
        "description": item.text,
        "status": item.status,
        "sequence": item.version,
        "url": item.path and base + item.path,
    }
    for property_name, value in further.items():
        if value:
            event.add(property_name, value)
    return event


def _clocks(zone: str, year: int) -> Timezone:
    """Return what the clocks of a zone do, from before the first entry on (section 3.6.5)."""
    alike: dict[tuple[timedelta, timedelta, str, bool], list[datetime]] = defaultdict(list)
    for change in clock_changes(zone, year - 1, year + YEARS):
        alike[change.before, change.after, change.name, change.summer].append(change.at)
    clocks = Timezone()
    clocks.add("tzid", zone)
    for (before, after, name, summer), moments in alike.items():
        part = TimezoneDaylight() if summer else TimezoneStandard()
        part.add("dtstart", moments[0])
        part.add("tzoffsetfrom", before)
        part.add("tzoffsetto", after)
        part.add("tzname", name)
        if moments[1:]:
            part.add("rdate", moments[1:])
        clocks.add_component(part)
    return clocks
