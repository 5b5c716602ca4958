"""A calendar file (RFC 5545): whole days, appointments, and what recurs."""

from __future__ import annotations

from calendar import monthrange
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event, Timezone, TimezoneDaylight, TimezoneStandard, vRecur

from goclub.common.recurrence import WEEKDAYS
from goclub.common.zones import ClockChange, clock_changes
from goclub.go.records.text import strip_unseen

#: What became of an entry (section 3.8.1.11).
CONFIRMED, TENTATIVE, CANCELLED = "CONFIRMED", "TENTATIVE", "CANCELLED"
#: An appointment without an end: two hours, as an evening's game takes.
USUAL: Final = timedelta(hours=2)
#: For so many years from the first entry on a file lists changes of the clocks that obey no rule.
YEARS: Final = 60
#: Changes that go by one rule for so many years go by it for ever: the calendar repeats its
#: weekdays after 28 years, so that each day on which they can fall is among them.
REPEATS: Final = 28


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
    calendar.add("x-wr-calname", strip_unseen(name))
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
    event.add("summary", strip_unseen(item.title))
    further = {
        "location": strip_unseen(item.place),
        "description": strip_unseen(item.text),
        "status": item.status,
        "sequence": item.version,
        "url": item.path and base + item.path,
    }
    for property_name, value in further.items():
        if value:
            event.add(property_name, value)
    return event


def _clocks(zone: str, year: int) -> Timezone:
    """Return what the clocks of a zone do, from before the first entry on (section 3.6.5).

    Where they change by a rule, the rule is written, so that it never ends.
    """
    changes = clock_changes(zone, year - 1, year + YEARS)
    ruled: dict[ClockChange, str] = {}
    listed: dict[ClockChange, list[datetime]] = defaultdict(list)
    for summer in (False, True):
        alike = [change for change in changes[1:] if change.summer == summer]
        while len(alike) >= REPEATS and not (rule := _rule_of(alike)):
            alike.pop(0)
        if len(alike) >= REPEATS:
            ruled[alike[0]] = rule
            changes = tuple(change for change in changes if change not in alike[1:])
    for change in changes:
        key = change if change in ruled else replace(change, at=changes[0].at)
        listed[key].append(change.at)
    clocks = Timezone()
    clocks.add("tzid", zone)
    for change, moments in listed.items():
        part = TimezoneDaylight() if change.summer else TimezoneStandard()
        part.add("dtstart", moments[0])
        part.add("tzoffsetfrom", change.before)
        part.add("tzoffsetto", change.after)
        part.add("tzname", change.name)
        if moments[1:]:
            part.add("rdate", moments[1:])
        if change in ruled:
            part.add("rrule", vRecur.from_ical(ruled[change]))
        clocks.add_component(part)
    return clocks


def _rule_of(changes: Sequence[ClockChange]) -> str:
    """Return the yearly rule that these changes obey; "" where there is none.

    One month, one weekday, one hour, the same offsets and name, and days within one week:
    ``FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU``.
    """
    first = changes[0].at
    same = {(at.month, at.weekday(), at.time()) for at in (change.at for change in changes)}
    kinds = {replace(change, at=first) for change in changes}
    years = [change.at.year for change in changes]
    if len(same) > 1 or len(kinds) > 1 or years != [*range(first.year, first.year + len(years))]:
        return ""
    days = [change.at.day for change in changes]
    low, high = min(days), max(days)
    if high - low > 6:
        return ""
    weekday = WEEKDAYS[first.weekday()]
    begun = f"FREQ=YEARLY;BYMONTH={first.month}"
    if low > monthrange(first.year, first.month)[1] - 7 and first.month != 2:
        return f"{begun};BYDAY=-1{weekday}"
    if (low - 1) // 7 == (high - 1) // 7:
        return f"{begun};BYDAY={(low - 1) // 7 + 1}{weekday}"
    # Seven days that are no week of the month: the Friday before the last Sunday of March.
    return f"{begun};BYMONTHDAY={','.join(map(str, range(low, low + 7)))};BYDAY={weekday}"
