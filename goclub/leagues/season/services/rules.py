"""A season league as the rules read it: its calendar, its people, its formats."""

from __future__ import annotations

from datetime import date, datetime
from typing import TypedDict, Unpack

from django.utils import timezone

from goclub.common.locks import lock_row
from goclub.common.transactions import atomic_retried
from goclub.leagues.league.services.rights import league_day, need_run
from goclub.leagues.models import (
    Event,
    EventFormat,
    League,
    LeagueEvent,
    LeaguePerson,
    Season,
    SeasonRules,
)
from goclub.leagues.season.services.dated import Dated, RuleChanges, dated_of, forget, row_of
from goclub.leagues.tournament.services.closing import settle_winners_of
from goclub.members.models import User
from ratings.errors import Code, RuleError
from tournaments.seasons import calendar as seasons_calendar
from tournaments.seasons import league as seasons_league
from tournaments.seasons.calendar import Calendar
from tournaments.seasons.formats import CLOCK, STANDARD, THEMED, Format, Per, TimeUp
from tournaments.seasons.scoring import SmallPoints

#: S4-14 as 5.5 reads it; a league may add its own.
STANDARD_FORMATS = (
    ("standard", "Standard", STANDARD),
    ("clock", "Clock", CLOCK),
    ("themed", "Themed", THEMED),
)


def rules_of(
    league: League, *, on: date | None = None, dated: Dated | None = None
) -> seasons_league.LeagueSettings:
    """The league as the rules read it, its people those of the day *on* (None: of any day).

    Its settings are those of that day, or of today; what a season or an event goes by is asked of
    *dated*.  Four queries.
    """
    dated = dated or dated_of(league)
    rules = dated.on(on or league_day(league, timezone.now()))
    people = list(LeaguePerson.objects.filter(league=league))
    serving = [person for person in people if on is None or person.serves_on(on)]
    return seasons_league.LeagueSettings(
        name=league.name,
        calendar=calendar_of(league, dated),
        organisers=frozenset(p.member_id for p in serving if p.role == "organiser"),
        judges=frozenset(p.member_id for p in serving if p.role == "judge"),
        formats=tuple(format_of(row) for row in league.formats.order_by("pk")) or (STANDARD,),
        small_points=SmallPoints(rules.off_board2, rules.bye2),
        bonus=rules.bonus,
        carry_over=rules.carry_over,
        prize_places=rules.prize_places,
    )


def calendar_of(league: League, dated: Dated, cycle: str = "") -> Calendar:
    """The seasons of a league, or of one of its years, each with its clocks and closing hour."""
    rows = league.seasons.order_by("first")
    if cycle:
        rows = rows.filter(cycle=cycle)
    return Calendar(tuple(_season(row, dated) for row in rows), zone=league.zone)


def _season(row: Season, dated: Dated) -> seasons_calendar.SeasonDates:
    rules = dated.season(row)
    return seasons_calendar.SeasonDates(row.name, row.first, row.last, rules.zone, rules.closes_at)


def closing_moment(season: Season) -> datetime:
    """When a season closes: at the hour of the settings of its last day (S4-23)."""
    calendar = calendar_of(season.league, dated_of(season.league))
    return calendar.closing(calendar.season(season.name))


def closings_of(league: League) -> list[tuple[Season, datetime]]:
    """The seasons of a league with when each closes, in their order (S4-23)."""
    calendar = calendar_of(league, dated_of(league))
    rows = league.seasons.order_by("first")
    return [(row, calendar.closing(calendar.season(row.name))) for row in rows]


def closing_within(event: Event) -> datetime | None:
    """When a season closes on a day of its league's event; there it matters when games ended."""
    row = event.for_league and (
        LeagueEvent.objects.filter(event=event).select_related("league").first()
    )
    if not row:
        return None
    calendar = calendar_of(row.league, dated_of(row.league))
    days = (event.begins_on, event.ends_on)
    ending = (season for season in calendar.seasons if days[0] <= season.last <= days[1])
    return next((calendar.closing(season) for season in ending), None)


def format_of(row: EventFormat) -> Format:
    return Format(
        row.key,
        row.low,
        row.high,
        row.default,
        Per(row.per),
        TimeUp(row.time_up),
        row.themed,
    )


def add_standard_formats(league: League) -> None:
    """Standard, Clock and Themed, where the league has no formats yet."""
    if league.formats.exists():
        return
    for key, name, standard in STANDARD_FORMATS:
        EventFormat.objects.create(
            league=league,
            key=key,
            name=name,
            low=standard.low,
            high=standard.high,
            default=standard.default,
            per=standard.per.value,
            time_up=standard.time_up.value,
            themed=standard.themed,
        )


@atomic_retried
def change_rules(
    *,
    league: League,
    by: User | None,
    at: datetime,
    valid_from: date | None = None,
    reason: str = "",
    **values: Unpack[RuleChanges],
) -> SeasonRules:
    """Let other settings hold from a day on, today's unless another is named.

    The same day again corrects it; what held before stays on record.  Raises what :func:`row_of`
    raises.
    """
    today = league_day(league, at)
    need_run(by, league, on=today)
    lock_row(league)
    forget(league)
    row = row_of(league, valid_from or today, **values)
    row.set_by, row.reason = by, reason.strip()
    row.save()
    forget(league)
    settle_winners_of(league)
    return row


class FormatColumns(TypedDict):
    """A format as its row has it."""

    name: str
    key: str
    low: int
    high: int
    default: int | None
    per: str
    time_up: str
    themed: bool


@atomic_retried
def add_format(
    *, league: League, by: User | None, at: datetime, **values: Unpack[FormatColumns]
) -> EventFormat:
    """Add a format with its own limits; raises RuleError E_DUPLICATE, E_RANGE, E_INCONSISTENT."""
    need_run(by, league, on=league_day(league, at))
    row = EventFormat(league=league, **values)
    format_of(row)
    if league.formats.filter(key=row.key).exists():
        raise RuleError(Code.DUPLICATE, field="key", value=row.key)
    row.save()
    return row


# --- Seasons ----------------------------------------------------------------------------------
@atomic_retried
def add_season(
    *, league: League, by: User | None, at: datetime, name: str, first: date, last: date,
    cycle: str = "",
) -> Season:  # fmt: skip
    """Add a season; raises RuleError E_INCONSISTENT where it overlaps another or ends too early."""
    need_run(by, league, on=league_day(league, at))
    league = _lock(league)
    before = calendar_of(league, dated_of(league))
    added = seasons_calendar.SeasonDates(name.strip(), first, last)
    Calendar((*before.seasons, added), zone=league.zone)
    return Season.objects.create(
        league=league, name=name.strip(), first=first, last=last, cycle=cycle or str(first.year)
    )


@atomic_retried
def change_season(
    *, season: Season, by: User | None, at: datetime, first: date, last: date
) -> Season:
    """Give a season other dates before it begins.

    Raises RuleError E_STATE with reason ``began`` once it has, E_INCONSISTENT where it would
    overlap another, begin in the past or end before it begins.
    """
    today = league_day(season.league, at)
    need_run(by, season.league, on=today)
    league = _lock(season.league)
    season = Season.objects.select_related("league").get(pk=season.pk)
    calendar = calendar_of(league, dated_of(league))
    calendar.redated(season.name, first, last, today=today)
    season.first, season.last = first, last
    season.save()
    return season


@atomic_retried
def remove_season(*, season: Season, by: User | None, at: datetime) -> None:
    """Take a season out before it begins; raises RuleError E_STATE ``began``."""
    today = league_day(season.league, at)
    need_run(by, season.league, on=today)
    if season.first <= today:
        raise RuleError(Code.STATE, field="season", value=season.name, reason="league.began")
    season.delete()


def _lock(league: League) -> League:
    if league.kind != League.Kind.SEASON:
        raise RuleError(Code.STATE, field="league", value=league.name, reason="season.not_seasonal")
    return lock_row(league)
