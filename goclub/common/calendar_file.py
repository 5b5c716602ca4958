"""A calendar file (RFC 5545): whole days, appointments, and what recurs; folded, escaped."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from goclub.common.recurrence import WEEKDAYS
from goclub.common.zones import ClockChange, clock_changes

#: What became of an entry (section 3.8.1.11).
CONFIRMED, TENTATIVE, CANCELLED = "CONFIRMED", "TENTATIVE", "CANCELLED"
#: Section 3.1: a line has at most 75 octets; a folded one goes on after a blank.
LINE = 75
#: An appointment without an end: two hours, as an evening's game takes.
USUAL = timedelta(hours=2)


#: Changes of the clocks that go by one rule for so many years go by it for ever: the calendar
#: repeats its weekdays after 28 years, so that each day on which they can fall is among them.
YEARS = 28


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
    items = list(items)
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//goclub//leagues//EN",
        f"X-WR-CALNAME:{escape(name)}",
        *_zones(items),
    ]
    for item in items:
        lines += ["BEGIN:VEVENT", f"UID:{item.uid}@{owner}", f"DTSTAMP:{_utc(stamp)}"]
        lines += _times(item)
        lines.append(f"SUMMARY:{escape(item.title)}")
        if item.place:
            lines.append(f"LOCATION:{escape(item.place)}")
        if item.text:
            lines.append(f"DESCRIPTION:{escape(item.text)}")
        if item.status:
            lines.append(f"STATUS:{item.status}")
        if item.version:
            lines.append(f"SEQUENCE:{item.version}")
        if item.path:
            lines.append(f"URL:{base}{item.path}")
        lines.append("END:VEVENT")
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in fold(line))


def _times(item: Item) -> list[str]:
    """When an entry is, and when it is again."""
    if item.begins is None:
        if item.first is None:
            return []
        last = item.last or item.first
        return [
            f"DTSTART;VALUE=DATE:{item.first:%Y%m%d}",
            # The end of whole days is the day after (section 3.6.1).
            f"DTEND;VALUE=DATE:{last + timedelta(days=1):%Y%m%d}",
        ]
    if not item.zone:
        ends = item.begins + (USUAL if item.minutes is None else timedelta(minutes=item.minutes))
        return [f"DTSTART:{_utc(item.begins)}", f"DTEND:{_utc(ends)}"]
    lasting = int(USUAL.total_seconds() // 60) if item.minutes is None else item.minutes
    # Minutes that pass, whatever the clocks do meanwhile.
    lines = [f"DTSTART{_local(item.begins, item.zone)}", f"DURATION:PT{lasting}M"]
    if item.rrule:
        lines.append(f"RRULE:{item.rrule}")
    lines += [f"EXDATE{_local(moment, item.zone)}" for moment in item.without]
    if item.instead_of is not None:
        lines.append(f"RECURRENCE-ID{_local(item.instead_of, item.zone)}")
    return lines


def _zones(items: list[Item]) -> list[str]:
    """Return what the clocks of each zone do, from before the first entry on (section 3.6.5).

    Where they change by a rule, the rule is written, so that it never ends.
    """
    first: dict[str, datetime] = {}
    for item in items:
        if item.zone and item.begins is not None:
            first[item.zone] = min(first.get(item.zone, item.begins), item.begins)
    lines = []
    for zone, begins in sorted(first.items()):
        lines += ["BEGIN:VTIMEZONE", f"TZID:{zone}"]
        changes = clock_changes(zone, begins.year - 1, begins.year + YEARS)
        for change, rrule in _recurring(changes):
            kind = "DAYLIGHT" if change.summer else "STANDARD"
            lines += [
                f"BEGIN:{kind}",
                f"DTSTART:{change.at:%Y%m%dT%H%M%S}",
                f"TZOFFSETFROM:{_offset(change.before)}",
                f"TZOFFSETTO:{_offset(change.after)}",
                f"TZNAME:{escape(change.name)}",
                *([f"RRULE:{rrule}"] if rrule else []),
                f"END:{kind}",
            ]
        lines.append("END:VTIMEZONE")
    return lines


def _recurring(changes: Sequence[ClockChange]) -> Iterator[tuple[ClockChange, str]]:
    """Yield changes of the clocks in their order, each with the rule by which it recurs for ever.

    The latest ones of a kind that obey one rule are one; those before them stand by themselves.
    """
    recurring: dict[ClockChange, str] = {}
    replaced: set[ClockChange] = set()
    for summer in (False, True):
        alike: list[ClockChange] = []
        for change in reversed(
            [other_change for other_change in changes[1:] if other_change.summer == summer]
        ):
            if alike and not _rule_of([change, *alike]):
                break
            alike.insert(0, change)
        if len(alike) >= YEARS - 1 and (rule := _rule_of(alike)):
            recurring[alike[0]] = rule
            replaced.update(alike[1:])
    for change in changes:
        if change not in replaced:
            yield change, recurring.get(change, "")


def _rule_of(changes: Sequence[ClockChange]) -> str:
    """Return the yearly rule that these changes obey; "" where there is none.

    One month, one weekday, one hour, the same offsets and name, and days within one week:
    ``FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU``.
    """
    first = changes[0]
    years = [change.at.year for change in changes]
    if years != list(range(years[0], years[0] + len(years))):
        return ""
    for change in changes:
        same = (change.at.month, change.at.weekday(), change.at.time()) == (
            first.at.month, first.at.weekday(), first.at.time()
        )  # fmt: skip
        if not same or replace(change, at=first.at) != first:
            return ""
    days = [change.at.day for change in changes]
    low, high = min(days), max(days)
    if high - low > 6:
        return ""
    weekday = WEEKDAYS[first.at.weekday()]
    length = monthrange(first.at.year, first.at.month)[1]
    begun = f"FREQ=YEARLY;BYMONTH={first.at.month}"
    if high > length - 7 and low > length - 7 and first.at.month != 2:
        return f"{begun};BYDAY=-1{weekday}"
    if (low - 1) // 7 == (high - 1) // 7:
        return f"{begun};BYDAY={(low - 1) // 7 + 1}{weekday}"
    # Seven days that are no week of the month: the Friday before the last Sunday of March.
    return f"{begun};BYMONTHDAY={','.join(map(str, range(low, low + 7)))};BYDAY={weekday}"


def escape(text: str) -> str:
    r"""Return text as a value of section 3.3.11.

    >>> escape("Tea; boards,\nand patience")
    'Tea\\; boards\\,\\nand patience'
    """
    for plain, escaped in (("\\", "\\\\"), (";", "\\;"), (",", "\\,")):
        text = text.replace(plain, escaped)
    return "\\n".join(text.splitlines())


def fold(line: str) -> list[str]:
    """Cut a line after at most 75 octets, never inside a character.

    >>> [len(part.encode()) for part in fold("x" * 100)]
    [75, 26]
    """
    parts, room, current = [], LINE, ""
    for character in line:
        size = len(character.encode())
        if size > room:
            parts.append(current)
            # The blank that goes on a line counts.
            current, room = " ", LINE - 1
        current += character
        room -= size
    return [*parts, current]


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _local(moment: datetime, zone: str) -> str:
    """A moment on the clocks of a zone, with what stands between the property and its value."""
    return f";TZID={zone}:{moment.astimezone(ZoneInfo(zone)):%Y%m%dT%H%M%S}"


def _offset(offset: timedelta) -> str:
    """How far a clock is from UTC.

    >>> _offset(timedelta(hours=-3, minutes=-30))
    '-0330'
    """
    minutes = round(offset.total_seconds() / 60)
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}{abs(minutes) % 60:02}"
