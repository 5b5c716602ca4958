"""Who is classified in a season, and what is still missing (S4-22)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from tournaments.seasons.calendar import Month, SeasonDays, months_of

#: S4-22: so many events classify whatever their months.
ENOUGH_EVENTS = 5


@dataclass(frozen=True, slots=True)
class MonthCount:
    """Counted events of a player in one month; ``over`` no day of it is left in the season."""

    month: Month
    events: int
    over: bool


@dataclass(frozen=True, slots=True)
class Missing:
    """The ways that are left to be classified; either is enough.

    ``months`` in each of which one event is missing; None where that way is closed, because an
    empty month is over.  ``anywhere`` so many more events in any days that are left; None once the
    season is over.
    """

    months: tuple[Month, ...] | None
    anywhere: int | None

    @property
    def possible(self) -> bool:
        """Whether the player can still be classified."""
        return self.months is not None or self.anywhere is not None


@dataclass(frozen=True, slots=True)
class Classification:
    """A player's standing towards S4-22 in one season.

    ``every_month`` and ``enough`` the two ways that classify; ``months`` one count for every month
    touched; ``events`` their sum; ``missing`` None for the classified.
    """

    every_month: bool
    enough: bool
    months: tuple[MonthCount, ...]
    events: int
    missing: Missing | None

    @property
    def classified(self) -> bool:
        """Whether either way has been gone."""
        return self.every_month or self.enough


def classify(
    season: SeasonDays, events: Iterable[date], *, as_of: date | None = None
) -> Classification:
    """Return a player's classification in *season* from the days of his counted events (S4-22).

    Days outside the season do not matter, two events on one day are two.  *as_of* the day from
    which one looks: later events are left out, and that day itself can still see an event; None
    looks back on the whole season.
    """
    days = [
        day
        for day in events
        if season.first <= day <= season.last and (as_of is None or day <= as_of)
    ]
    held = Counter(Month.of(day) for day in days)
    months = tuple(
        MonthCount(month, held[month], over=as_of is None or as_of > _last(season, month))
        for month in months_of(season)
    )
    empty = [month for month in months if not month.events]
    missing = None
    if empty and len(days) < ENOUGH_EVENTS:
        closed = any(month.over for month in empty)
        missing = Missing(
            months=None if closed else tuple(month.month for month in empty),
            anywhere=None if months[-1].over else ENOUGH_EVENTS - len(days),
        )
    return Classification(
        every_month=not empty,
        enough=len(days) >= ENOUGH_EVENTS,
        months=months,
        events=len(days),
        missing=missing,
    )


def _last(season: SeasonDays, month: Month) -> date:
    return min(month.last_day(), season.last)
