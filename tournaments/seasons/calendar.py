"""Seasons of a league: their days, the gaps between them, and the minute at which they close."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import NamedTuple
from zoneinfo import ZoneInfo

from ratings.accepted import AcceptedRange, AcceptedWords
from ratings.errors import Code, RuleError

DEFAULT_ZONE = "Europe/Warsaw"
#: S4-23.
CLOSES_AT = time(22)


def check_date(value: object, field: str) -> date:
    """Return *value* if it is a plain date.

    Raises RuleError E_MISSING for None and empty text, E_TYPE for text, numbers, and a datetime,
    whose day depends on the zone.  Source: RULEBOOK section 0 and 5.3.

    >>> check_date(date(2017, 1, 12), "first")
    datetime.date(2017, 1, 12)
    """
    if value is None or value == "":
        raise RuleError(Code.MISSING, field=field, value=value)
    if not isinstance(value, date) or isinstance(value, datetime):
        raise RuleError(Code.TYPE, field=field, value=value, accepted=AcceptedWords("a date"))
    return value


def check_moment(value: object, field: str) -> datetime:
    """Return *value* in UTC and to the whole second if it is a moment with a time zone.

    Moments are shown to the second and so are read to the second, cut off.

    Raises RuleError E_MISSING for None and empty text, E_TYPE for anything else without a zone.
    """
    if value is None or value == "":
        raise RuleError(Code.MISSING, field=field, value=value)
    if not isinstance(value, datetime) or value.utcoffset() is None:
        raise RuleError(Code.TYPE, field=field, value=value, accepted="a time with its zone")
    return value.astimezone(UTC).replace(microsecond=0)


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


@dataclass(frozen=True, slots=True)
class SeasonDates:
    """A named stretch of days, *first* and *last* among them (S4-21).

    Raises RuleError E_MISSING (empty name), E_TYPE (no dates), E_INCONSISTENT on ``last`` for a
    season that ends before it starts.

    ``zone`` and ``closes_at`` its own clocks and closing hour; None for those of its calendar.

    >>> date(2017, 4, 30) in SeasonDates("Iluzji", date(2017, 1, 12), date(2017, 4, 30))
    True
    """

    name: str
    first: date
    last: date
    zone: str | None = None
    closes_at: time | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise RuleError(Code.MISSING, field="name", value=self.name)
        check_date(self.first, "first")
        check_date(self.last, "last")
        if self.last < self.first:
            raise RuleError(
                Code.INCONSISTENT,
                field="last",
                value=self.last,
                accepted=AcceptedRange(self.first, None),
            )
        if self.zone is not None:
            _zone(self.zone)
        if self.closes_at is not None:
            _check_hour(self.closes_at)

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last

    @property
    def months(self) -> tuple[Month, ...]:
        """The calendar months that the season touches, first to last (S4-22)."""
        months = [Month.of(self.first)]
        while months[-1] != Month.of(self.last):
            months.append(months[-1].following())
        return tuple(months)


@dataclass(frozen=True, slots=True)
class Calendar:
    """The seasons of a league, in order of time, with the zone and the hour of their closing.

    Raises RuleError E_DUPLICATE (two seasons of one name), E_INCONSISTENT with reason ``overlap``
    (``value`` are the two names), E_TYPE (an unknown zone, an hour that is no plain time).
    """

    seasons: tuple[SeasonDates, ...]
    zone: str = DEFAULT_ZONE
    closes_at: time = CLOSES_AT

    def __post_init__(self) -> None:
        ordered = tuple(sorted(self.seasons, key=lambda season: season.first))
        object.__setattr__(self, "seasons", ordered)
        _check_names(ordered)
        for before, after in pairwise(ordered):
            if after.first <= before.last:
                raise RuleError(
                    Code.INCONSISTENT,
                    field="seasons",
                    value=(before.name, after.name),
                    accepted=AcceptedWords(
                        "a start from %(low)s on", low=before.last + timedelta(days=1)
                    ),
                    reason="season.overlap",
                )
        _check_hour(self.closes_at)
        _zone(self.zone)

    def season_of(self, day: date) -> SeasonDates | None:
        """Return the season in which *day* lies, None between seasons (S4-21)."""
        check_date(day, "day")
        return next((season for season in self.seasons if day in season), None)

    def season(self, name: str) -> SeasonDates:
        """Return the season of that name; raises RuleError E_UNKNOWN."""
        for season in self.seasons:
            if season.name == name:
                return season
        raise RuleError(Code.UNKNOWN, field="season", value=name)

    def day_of(self, moment: datetime) -> date:
        """Return the day on which *moment* falls in the league's zone; raises RuleError E_TYPE."""
        return check_moment(moment, "moment").astimezone(_zone(self.zone)).date()

    def closing(self, season: SeasonDates) -> datetime:
        """Return the last moment that counts, in UTC: 22:00 of the last day (S4-23).

        22:00 is meant on the league's clocks, whatever the offset of that day.  Where an hour of
        another setting comes twice on the day clocks go back, the second is meant; where it is
        skipped, the same hour by the old offset.
        """
        hour, zone = season.closes_at or self.closes_at, _zone(season.zone or self.zone)
        local = datetime.combine(season.last, hour, zone)
        return max(local.replace(fold=fold).astimezone(UTC) for fold in (0, 1))

    def in_time(self, season: SeasonDates, ended: datetime) -> bool:
        """Return whether a game that ended then still counts for the season's closing.

        The closing second belongs to the season: 22:00:00 counts, 22:00:01 does not (S4-23).
        Raises what :func:`check_moment` raises.
        """
        return check_moment(ended, "ended") <= self.closing(season)

    def redated(self, name: str, first: date, last: date, *, today: date) -> Calendar:
        """Return the calendar with other dates for one season.

        Raises RuleError E_STATE with reason ``began`` where the season began by *today*,
        E_INCONSISTENT on ``first`` for a start that *today* has passed, E_UNKNOWN for no season of
        that name, and what the new dates raise.
        """
        check_date(today, "today")
        old = self.season(name)
        new = replace(old, first=first, last=last)
        if new == old:
            return self
        if old.first <= today:
            raise RuleError(
                Code.STATE,
                field="first",
                value=first,
                accepted=AcceptedWords("dates of seasons that have not begun"),
                reason="league.began",
            )
        if new.first < today:
            raise RuleError(
                Code.INCONSISTENT, field="first", value=first, accepted=AcceptedRange(today, None)
            )
        seasons = tuple(new if season is old else season for season in self.seasons)
        return replace(self, seasons=seasons)


def _check_names(seasons: Iterable[SeasonDates]) -> None:
    names: set[str] = set()
    for season in seasons:
        if season.name in names:
            raise RuleError(Code.DUPLICATE, field="seasons", value=season.name)
        names.add(season.name)


def _check_hour(hour: object) -> None:
    if not isinstance(hour, time) or hour.tzinfo is not None:
        raise RuleError(Code.TYPE, field="closes_at", value=hour, accepted=AcceptedWords("a time"))


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    # KeyError: no such zone; ValueError: no relative path; OSError: a folder such as "Europe".
    except (KeyError, ValueError, OSError, TypeError):
        raise RuleError(
            Code.TYPE,
            field="zone",
            value=name,
            accepted=AcceptedWords("a zone such as %(zone)s", zone=DEFAULT_ZONE),
        ) from None
