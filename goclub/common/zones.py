"""Names of time zones, and when their clocks change."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo


def is_zone(name: str) -> bool:
    """Whether this names a time zone.

    >>> is_zone("Asia/Bangkok"), is_zone("Bangkok"), is_zone("")
    (True, False, False)
    """
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True


@dataclass(frozen=True, slots=True)
class ClockChange:
    """The clocks of a zone change: when, as they show it before; what they are apart from UTC."""

    at: datetime
    before: timedelta
    after: timedelta
    name: str
    summer: bool


@lru_cache(maxsize=64)
def clock_changes(name: str, first: int, last: int) -> tuple[ClockChange, ...]:
    """What the clocks of a zone do from the beginning of one year to the end of another.

    The first stands for what they show at the beginning, so that there is always one.

    >>> [f"{one.at} {one.name}" for one in clock_changes("Europe/Warsaw", 2026, 2026)]
    ['2026-01-01 00:00:00 CET', '2026-03-29 02:00:00 CEST', '2026-10-25 03:00:00 CET']
    """
    zone = ZoneInfo(name)
    moment = datetime(first, 1, 1, tzinfo=zone).astimezone(UTC)
    end = datetime(last + 1, 1, 1, tzinfo=zone).astimezone(UTC)
    changes = [_change(moment, zone, _offset(moment, zone))]
    while moment < end:
        following = moment + timedelta(days=1)
        if _offset(following, zone) != _offset(moment, zone):
            changes.append(_change(_found(moment, following, zone), zone, _offset(moment, zone)))
        moment = following
    return tuple(changes)


def _found(low: datetime, high: datetime, zone: ZoneInfo) -> datetime:
    """The first minute between two moments at which the clocks are other than at the first."""
    before = _offset(low, zone)
    while high - low > timedelta(minutes=1):
        middle = low + timedelta(minutes=(high - low) // timedelta(minutes=2))
        low, high = (middle, high) if _offset(middle, zone) == before else (low, middle)
    return high


def _change(moment: datetime, zone: ZoneInfo, before: timedelta) -> ClockChange:
    here = moment.astimezone(zone)
    return ClockChange(
        at=(moment + before).replace(tzinfo=None),
        before=before,
        after=_offset(moment, zone),
        name=here.tzname() or "",
        summer=bool(here.dst()),
    )


def _offset(moment: datetime, zone: ZoneInfo) -> timedelta:
    return moment.astimezone(zone).utcoffset() or timedelta()
