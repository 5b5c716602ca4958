"""A calendar file (RFC 5545): whole days and appointments, lines folded, text escaped."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

#: Section 3.1: a line has at most 75 octets; a folded one goes on after a blank.
LINE = 75
#: An appointment without an end: two hours, as an evening's game takes.
USUAL = timedelta(hours=2)


@dataclass(frozen=True, slots=True)
class Item:
    """One entry: whole days ``first`` to ``last`` inclusive, or from the moment ``begins``."""

    uid: str
    title: str
    first: date | None = None
    last: date | None = None
    begins: datetime | None = None
    place: str = ""
    path: str = ""
    text: str = ""


def write(name: str, items: Iterable[Item], *, owner: str, base: str, stamp: datetime) -> str:
    """Return the calendar as text; moments are written in UTC.

    *owner* makes the names of entries unique in the world and stays as long as the club does: a
    program that reads the calendar again knows them by it, wherever the site is served from;
    *base* the site's address without a slash at the end, *stamp* when the file was made.
    """
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//goclub//leagues//EN",
        f"X-WR-CALNAME:{escape(name)}",
    ]
    for item in items:
        lines += ["BEGIN:VEVENT", f"UID:{item.uid}@{owner}", f"DTSTAMP:{_utc(stamp)}"]
        if item.begins is not None:
            lines += [
                f"DTSTART:{_utc(item.begins)}",
                f"DTEND:{_utc(item.begins + USUAL)}",
            ]
        elif item.first is not None:
            last = item.last or item.first
            lines += [
                f"DTSTART;VALUE=DATE:{item.first:%Y%m%d}",
                # The end of whole days is the day after (section 3.6.1).
                f"DTEND;VALUE=DATE:{last + timedelta(days=1):%Y%m%d}",
            ]
        lines.append(f"SUMMARY:{escape(item.title)}")
        if item.place:
            lines.append(f"LOCATION:{escape(item.place)}")
        if item.text:
            lines.append(f"DESCRIPTION:{escape(item.text)}")
        if item.path:
            lines.append(f"URL:{base}{item.path}")
        lines.append("END:VEVENT")
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in fold(line))


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
