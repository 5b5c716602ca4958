"""A season's end: the winner at the closing hour, kept for good; the champion of the year."""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from goclub.common.locks import lock_row
from goclub.common.notation import listed
from goclub.common.transactions import atomic_retried
from goclub.leagues.league.services.rights import league_day, need_reason, need_run
from goclub.leagues.models import League, LeagueEvent, Season, Snapshot
from goclub.leagues.season.services import rules as settings
from goclub.leagues.season.services.dated import dated_of
from goclub.leagues.season.services.rating import Progress, entrants_of, progress_of
from goclub.members.models import Member, User
from goclub.members.notices.services.telling import Told, tell_each
from ratings.errors import Code, RuleError
from tournaments.seasons import champions
from tournaments.seasons.calendar import Month
from tournaments.seasons.champions import Closing, SeasonRow, league_table
from tournaments.seasons.classification import ENOUGH_EVENTS, Classification, MonthCount


class FinalRow(TypedDict):
    """A row of a final table as the record keeps it; months as year, month, events."""

    member: int
    name: str
    second_name: str
    rating: float
    place: int
    shared: bool
    classified: bool
    classified_place: int | None
    classified_shared: bool
    events: int
    months: list[list[int]]


class ChampionRow(TypedDict):
    """A row of a year's table as the record keeps it."""

    member: int
    name: str
    second_name: str
    place: int
    shared: bool
    mean: float
    ratings: list[float]


def result_now(progress: Progress, season: Season, *, at: datetime) -> tuple[SeasonRow, ...]:
    """What the games say of a recorded season; it is over, whatever its hour says by now."""
    calendar = progress.rules.calendar
    closing = calendar.closing(calendar.season(season.name))
    entrants = entrants_of(progress, season, at=closing)
    return champions.close_season(calendar, season.name, entrants, now=max(at, closing)).rows


def final_rows(progress: Progress, season: Season, *, at: datetime) -> list[FinalRow]:
    """The final table as values; raises RuleError E_STATE before the closing hour (S4-23)."""
    calendar = progress.rules.calendar
    closing = calendar.closing(calendar.season(season.name))
    result = champions.close_season(
        calendar, season.name, entrants_of(progress, season, at=closing), now=at
    )
    members = Member.objects.in_bulk([int(row.player) for row in result.rows])
    return [_plain(row, members[int(row.player)]) for row in result.rows]


def _plain(row: SeasonRow, member: Member) -> FinalRow:
    return {
        "member": member.pk,
        "name": member.display_name,
        "second_name": member.second_name,
        "rating": row.rating,
        "place": row.place,
        "shared": row.shared,
        "classified": row.classification.classified,
        "classified_place": row.classified_place,
        "classified_shared": row.classified_shared,
        "events": row.classification.events,
        "months": [[*one.month, one.events] for one in row.classification.months],
    }


def still_played(progress: Progress, season: Season) -> list[LeagueEvent]:
    """Events that count for a season and are not closed: their games are not in its table yet."""
    mine = [one for one in progress.judged if one.counts and one.season == season.name]
    return [one.row for one in mine if one.row.event.is_open]


@atomic_retried
def close_season(*, season: Season, by: User | None, at: datetime, sure: bool = False) -> Snapshot:
    """Keep the final table for good; closing twice changes nothing.

    Raises RuleError E_STATE with reason ``not_closed`` before 22:00 of the last day (S4-23), with
    ``events_open`` while one of its counted events is still played, unless *sure*; the value names
    them.
    """
    need_run(by, season.league, on=league_day(season.league, at))
    lock_row(season.league)
    kept = season.snapshots.order_by("-version").first()
    if kept is not None:
        return kept
    progress = progress_of(season.league)
    rows = final_rows(progress, season, at=at)
    if not sure and (events := still_played(progress, season)):
        names = listed(str(one) for one in events)
        raise RuleError(Code.STATE, field="season", value=names, reason="season.events_open")
    kept = Snapshot.objects.create(season=season, version=1, table=rows, taken_at=at, taken_by=by)
    members = Member.objects.active().filter(pk__in=[row["member"] for row in rows])
    url, params = season.get_absolute_url(), {"season": str(season)}
    told = [Told(member, url, params) for member in members.select_related("user")]
    tell_each(kind="season.closed", at=at, hearers=told, by=by)
    return kept


def season_differs(season: Season, progress: Progress, *, at: datetime) -> bool:
    """Whether a later correction has moved the table away from the record."""
    kept = season.snapshots.order_by("-version").first()
    if kept is None:
        return False
    # A season that has its record is over, whatever its hour says by now.
    calendar = progress.rules.calendar
    closing = calendar.closing(calendar.season(season.name))
    return not _same(kept.table, final_rows(progress, season, at=max(at, closing)))


def differing_seasons(league: League, cycle: str, *, at: datetime) -> list[Season]:
    """The seasons of a year whose table is another one than their record says by now."""
    progress = progress_of(league)
    seasons = league.seasons.filter(cycle=cycle).order_by("first")
    return [one for one in seasons if season_differs(one, progress, at=at)]


def _same(one: list[FinalRow], other: list[FinalRow]) -> bool:
    def bare(rows: list[FinalRow]) -> list[tuple[dict[str, object], float]]:
        names = ("name", "second_name", "rating")
        return [
            ({k: v for k, v in row.items() if k not in names}, round(row["rating"], 6))
            for row in rows
        ]

    return bare(one) == bare(other)


@atomic_retried
def correct_season(*, season: Season, by: User | None, at: datetime, reason: str) -> Snapshot:
    """Add a version of the final table after a correction, with the reason; the old one stays."""
    need_run(by, season.league, on=league_day(season.league, at))
    lock_row(season.league)
    last = season.snapshots.order_by("-version").first()
    if last is None:
        raise RuleError(
            Code.STATE, field="season", value=season.name, reason="league.not_closed_yet"
        )
    reason = need_reason(reason)
    rows = final_rows(progress_of(season.league), season, at=at)
    if _same(last.table, rows):
        return last
    return Snapshot.objects.create(
        season=season,
        version=last.version + 1,
        table=rows,
        reason=reason,
        taken_at=at,
        taken_by=by,
    )


# --- The champion -----------------------------------------------------------------------------
def same_champions(one: list[ChampionRow], other: list[ChampionRow]) -> bool:
    """Whether two orders of a year say the same; a member's new name is no difference."""

    def bare(rows: list[ChampionRow]) -> list[tuple[object, ...]]:
        return [
            (row["member"], row["place"], row["shared"], [round(r, 6) for r in row["ratings"]])
            for row in rows
        ]

    return bare(one) == bare(other)


def champions_of(league: League, cycle: str, *, at: datetime) -> list[ChampionRow]:
    """The order of a year: means of the closing ratings of those classified in all (S4-24).

    Taken from the records that hold.  Raises RuleError E_STATE while a season is open.
    """
    calendar = settings.calendar_of(league, dated_of(league), cycle)
    closings = []
    seasons = league.seasons.filter(cycle=cycle).order_by("first")
    for season in seasons.prefetch_related("snapshots"):
        kept = max(season.snapshots.all(), key=lambda one: one.version, default=None)
        if kept is not None:
            closings.append(closing_of(season, kept.table))
    rows = league_table(calendar, closings, now=at)
    members = Member.objects.in_bulk([int(row.player) for row in rows])
    return [
        {
            "member": int(row.player),
            "name": members[int(row.player)].display_name,
            "second_name": members[int(row.player)].second_name,
            "place": row.place,
            "shared": row.shared,
            "mean": row.mean,
            "ratings": list(row.ratings),
        }
        for row in rows
    ]


def closing_of(season: Season, table: list[FinalRow]) -> Closing:
    """A record as the rules read it; only who was classified, and the rating, matter here."""
    rows = []
    for row in table:
        months = tuple(
            MonthCount(Month(year, month), events, over=True)
            for year, month, events in row["months"]
        )
        every_month = row["classified"] and all(one.events for one in months)
        classification = Classification(
            every_month=every_month,
            enough=row["classified"] and (not every_month or row["events"] >= ENOUGH_EVENTS),
            months=months,
            events=row["events"],
            missing=None,
        )
        rows.append(
            SeasonRow(
                player=row["member"],
                rating=row["rating"],
                place=row["place"],
                shared=row["shared"],
                classified_place=row["classified_place"],
                classified_shared=row["classified_shared"],
                classification=classification,
            )
        )
    return Closing(season.name, tuple(rows))


@atomic_retried
def close_year(
    *,
    league: League,
    cycle: str,
    by: User | None,
    at: datetime,
    reason: str = "",
    sure: bool = False,
) -> Snapshot:
    """Keep the champions of a year for good; again only where a correction changed them.

    Raises RuleError E_STATE with reason ``not_closed`` before the last season has closed,
    ``season_open`` where one has no record, ``seasons_differ`` while one differs from its record,
    unless *sure* (the value names them), E_MISSING for a correction without a reason.
    """
    need_run(by, league, on=league_day(league, at))
    lock_row(league)
    rows = champions_of(league, cycle, at=at)
    if not sure and (seasons := differing_seasons(league, cycle, at=at)):
        names = listed(str(one) for one in seasons)
        raise RuleError(Code.STATE, field="cycle", value=names, reason="season.seasons_differ")
    last = league.champions.filter(cycle=cycle).order_by("-version").first()
    if last is not None and same_champions(last.table, rows):
        return last
    return Snapshot.objects.create(
        league=league,
        cycle=cycle,
        version=last.version + 1 if last else 1,
        table=rows,
        reason=need_reason(reason) if last else "",
        taken_at=at,
        taken_by=by,
    )
