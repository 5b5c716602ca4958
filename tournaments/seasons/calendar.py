"""The days of a season, and the minute at which it closes (S4-21, S4-23)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple, Protocol, TypeVar
from zoneinfo import ZoneInfo


class SeasonDays(Protocol):
    """A stretch of days, *first* and *last* among them (S4-21); a stored season is one."""

    @property
    def first(self) -> date: ...
    @property
    def last(self) -> date: ...


S = TypeVar("S", bound=SeasonDays)


class Month(NamedTuple):
    """A calendar month."""

    year: int
    month: int

    @classmethod
    def of(cls, day: date) -> Month:
        """Return the month in which *day* lies."""
        return cls(day.year, day.month)

    def following(self) -> Month:
        """Return the month after this one."""
        return Month(self.year + self.month // 12, self.month % 12 + 1)

    def last_day(self) -> date:
        """Return the last day of the month."""
        return date(*self.following(), 1) - timedelta(days=1)


def months_of(season: SeasonDays) -> tuple[Month, ...]:
    """Return the calendar months that the season touches, first to last (S4-22)."""
    months = [Month.of(season.first)]
    while months[-1] != Month.of(season.last):
        months.append(months[-1].following())
    return tuple(months)


def season_of(seasons: Iterable[S], day: date) -> S | None:
    """Return the season in which *day* lies, None between seasons (S4-21)."""
    return next((season for season in seasons if season.first <= day <= season.last), None)


def closing(last: date, hour: time, zone: str) -> datetime:
    """Return the last moment that counts, in UTC: 22:00 of the last day (S4-23).

    The hour is meant on the league's clocks, whatever the offset of that day.  Where it comes twice
    on the day clocks go back, the second is meant; where it is skipped, the same hour by the old
    offset.
    """
    local = datetime.combine(last, hour, ZoneInfo(zone))
    return max(local.replace(fold=fold).astimezone(UTC) for fold in (0, 1))
