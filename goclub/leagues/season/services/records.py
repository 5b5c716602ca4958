"""The records of a season league, which stand until a correction of them is recorded.

Every page and file reads the record of a closed season and of a year; what the games would say now
is a correction that waits.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from goclub.leagues.models import League, LeagueEvent, Season, Snapshot
from goclub.leagues.season.services.announcing import Judged, judge_event
from goclub.leagues.season.services.closing import (
    ChampionRow,
    FinalRow,
    champions_of,
    closing_of,
    result_now,
    same_champions,
)
from goclub.leagues.season.services.rating import (
    Progress,
    SeasonLine,
    lines_of,
    live_table,
    progress_of,
)
from goclub.leagues.season.services.titles import standing_seasons, standing_years
from goclub.members.models import Member
from ratings.errors import RuleError
from tournaments.seasons.champions import SeasonRow


@dataclass(frozen=True, slots=True)
class Changed:
    """One player's line as recorded and as it would be now; None where he stands in no table."""

    name: str
    before: SeasonRow | None
    after: SeasonRow | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A season's table: the live one, that of its closing hour, or as ``record`` keeps it.

    ``over`` its closing hour has passed, so that who leads has won; ``pending`` what a correction
    would change, empty where the record and the games agree.
    """

    lines: list[SeasonLine]
    closing: datetime
    over: bool
    record: Snapshot | None = None
    pending: tuple[Changed, ...] = ()


def latest_of(season: Season) -> Snapshot | None:
    """The record of a season that holds now; no question where the records are prefetched."""
    return max(season.snapshots.all(), key=lambda one: one.version, default=None)


def standing_of(progress: Progress, season: Season, *, at: datetime) -> Standing:
    """Where the players of a season stand, by its record as soon as there is one."""
    calendar = progress.rules.calendar
    closing = calendar.closing(calendar.season(season.name))
    record = latest_of(season)
    if record is None:
        return Standing(live_table(progress, season, at=at), closing, at >= closing)
    lines = lines_of(closing_of(season, record.table).rows)
    return Standing(lines, closing, True, record, pending_of(progress, season, record, at=at))


def pending_of(
    progress: Progress, season: Season, record: Snapshot, *, at: datetime
) -> tuple[Changed, ...]:
    """What parts the games from the record of a season."""
    kept: list[FinalRow] = record.table
    names = {row["member"]: row["name"] for row in kept}
    before = {int(row.player): row for row in closing_of(season, kept).rows}
    after = {int(row.player): row for row in result_now(progress, season, at=at)}
    touched = [
        member
        for member in [*before, *(one for one in after if one not in before)]
        if _figures(before.get(member)) != _figures(after.get(member))
    ]
    unnamed = [member for member in touched if member not in names]
    for member in Member.objects.in_bulk(unnamed).values() if unnamed else ():
        names[member.pk] = member.display_name
    return tuple(Changed(names[one], before.get(one), after.get(one)) for one in touched)


def _figures(row: SeasonRow | None) -> tuple[object, ...] | None:
    if row is None:
        return None
    status = row.classification
    months = [(*one.month, one.events) for one in status.months]
    return (round(row.rating, 6), row.place, row.shared, row.classified_place,
            row.classified_shared, status.classified, status.events, months)  # fmt: skip


def judge_recorded(
    row: LeagueEvent, *, at: datetime
) -> tuple[Judged, tuple[Season, Standing] | None]:
    """An event with its reasons, and its season with where it stands if a correction waits.

    The league is replayed only where the season is recorded, and then judged but once.
    """
    league, on = row.league, row.event.begins_on
    season = league.seasons.filter(first__lte=on, last__gte=on, snapshots__isnull=False).first()
    if season is None:
        return judge_event(row), None
    season.league = league
    progress = progress_of(league)
    judged = next(one for one in progress.judged if one.row.pk == row.pk)
    standing = standing_of(progress, season, at=at)
    return judged, (season, standing) if standing.pending else None


def seasons_waiting(league: League, *, at: datetime) -> list[Season]:
    """The recorded seasons of which a correction waits."""
    recorded = list(
        league.seasons.filter(snapshots__isnull=False).distinct().prefetch_related("snapshots")
    )
    progress = progress_of(league) if recorded else None
    return [one for one in recorded if progress and standing_of(progress, one, at=at).pending]


# --- The roll ---------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class SeasonWinners:
    """A recorded season with who won it; ``waits`` whether a correction of it waits."""

    record: Snapshot
    rows: list[FinalRow]
    waits: bool


@dataclass(frozen=True, slots=True)
class YearChampions:
    """A recorded year with its first places; ``waits`` whether it would be another order now."""

    record: Snapshot
    rows: list[ChampionRow]
    waits: bool

    @property
    def champions(self) -> list[ChampionRow]:
        return [row for row in self.rows if row["place"] == 1]


def winners_of_seasons(progress: Progress, *, at: datetime) -> list[SeasonWinners]:
    """The winners of the recorded seasons, the latest first."""
    found = []
    for record in reversed(standing_seasons(progress.league)):
        assert record.season is not None
        won = [row for row in record.table if row["classified_place"] == 1]
        waits = bool(pending_of(progress, record.season, record, at=at))
        found.append(SeasonWinners(record, won, waits))
    return found


def champions_of_years(
    league: League, *, at: datetime, places: int = 5, latest: int | None = None
) -> list[YearChampions]:
    """The first places of the recorded years, the latest first."""
    years = list(reversed(standing_years(league)))[:latest]
    recorded = Snapshot.objects.filter(season__league=league).values_list("season__cycle")
    newest = dict(recorded.annotate(Max("taken_at")))
    return [
        YearChampions(
            record,
            [row for row in record.table if row["place"] <= places],
            newest[record.cycle] >= record.taken_at and year_waits(record, at=at),
        )
        for record in years
    ]


def year_waits(record: Snapshot, *, at: datetime) -> bool:
    """Whether the records of a year's seasons would give another order than it was recorded."""
    assert record.league is not None
    try:
        now = champions_of(record.league, record.cycle, at=at)
    except RuleError:  # another season was added to the year, and is not closed
        return False
    return not same_champions(record.table, now)
