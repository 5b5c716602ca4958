"""A moment of a league, on the league's clocks and by their name; the reader's beside them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format

from goclub.common import notation
from goclub.leagues.league.queries import clocks_of, moment_text
from goclub.leagues.league.services.rights import league_day
from goclub.leagues.models import League


@dataclass(frozen=True, slots=True)
class LeagueMoment:
    """A moment as a league says it; as text in the reader's language, with the clocks named.

    ``own`` the same on the reader's clock, empty where that shows the same hour.
    """

    at: datetime
    zone: str
    own: str = ""
    short: bool = True

    @property
    def clocks(self) -> str:
        """The league's clocks by their name, as one chooses them."""
        return clocks_of(self.zone)

    @property
    def figures(self) -> str:
        """Day and hour on the league's clocks."""
        return _figures(self.at, ZoneInfo(self.zone), self.short)

    def __str__(self) -> str:
        return moment_text(self.at, self.zone, short=self.short)


def league_moment(
    league: League, at: datetime, *, short: bool = True, own: bool = False
) -> LeagueMoment:
    """A moment on the league's clocks; with *own* also on those of who reads, where they differ."""
    zone = league.zone_at(at)
    mine = timezone.get_current_timezone()
    differs = at.astimezone(mine).utcoffset() != at.astimezone(ZoneInfo(zone)).utcoffset()
    return LeagueMoment(at, zone, _figures(at, mine, short) if own and differs else "", short)


def league_date(league: League, at: datetime, *, short: bool = True) -> str:
    """The day of a moment on the league's clocks."""
    return day_text(league_day(league, at), short=short)


def day_text(day: date, *, short: bool = True) -> str:
    return notation.short_day(day) if short else str(date_format(day, "DATE_FORMAT"))


def _figures(at: datetime, zone: tzinfo, short: bool) -> str:
    local = at.astimezone(zone)
    return str(date_format(local, "SHORT_DATETIME_FORMAT" if short else "DATETIME_FORMAT"))
