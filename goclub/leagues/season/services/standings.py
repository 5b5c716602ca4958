"""The standings of a season and of a year of seasons: live, at the closing hour, as recorded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.leagues.league.services.rights import need_organiser
from goclub.leagues.league.services.standings import Standings
from goclub.leagues.models import League, LeagueEvent, Season, Snapshot
from goclub.leagues.season.services.announcing import JudgedEvent, judge_event
from goclub.leagues.season.services.rating import (
    Progress,
    SeasonLine,
    entrants_of,
    lines_of,
    live_table,
    progress_of,
)
from goclub.members.models import Member
from goclub.members.names import HasTwoSpellings
from goclub.members.requests import Act
from ratings.errors import RuleError
from tournaments.seasons.calendar import Month
from tournaments.seasons.champions import (
    ENOUGH_EVENTS,
    Classification,
    MonthCount,
    league_table,
    season_table,
)

#: So many places of a year stand in the archive.
PLACES_SHOWN = 5


@dataclass(frozen=True, slots=True)
class FinalRow(HasTwoSpellings):
    """A player's line in the record of a season; ``months`` as year, month, counted events."""

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

    @property
    def spellings(self) -> tuple[str, str]:
        return self.name, self.second_name

    @property
    def key(self) -> int:
        return self.member

    @property
    def player(self) -> int:
        """Return the player as the rules call them."""
        return self.member

    @property
    def figures(self) -> tuple[object, ...]:
        return (round(self.rating, 6), self.place, self.shared, self.classified,
                self.classified_place, self.classified_shared, self.events,
                self.months)  # fmt: skip

    @property
    def leads(self) -> bool:
        return self.classified_place == 1

    @property
    def classification(self) -> Classification:
        """Return the classification as it was at the close, when nothing was missing any more."""
        months = tuple(
            MonthCount(Month(year, month), events, over=True) for year, month, events in self.months
        )
        every_month = self.classified and all(month.events for month in months)
        enough = self.classified and (not every_month or self.events >= ENOUGH_EVENTS)
        return Classification(every_month, enough, months, self.events, missing=None)


@dataclass(frozen=True, slots=True)
class ChampionRow(HasTwoSpellings):
    """A player's line in the record of a year: the mean of the closing ratings (S4-24)."""

    member: int
    name: str
    second_name: str
    place: int
    shared: bool
    mean: float
    ratings: list[float]

    @property
    def spellings(self) -> tuple[str, str]:
        return self.name, self.second_name

    @property
    def key(self) -> int:
        return self.member

    @property
    def figures(self) -> tuple[object, ...]:
        return self.place, self.shared, [round(rating, 6) for rating in self.ratings]


class SeasonStandings(Standings):
    """The standings of a season as seen *at* a moment; *progress* where a page has it already."""

    notice = "season.closed"
    row_class = FinalRow

    def __init__(self, season: Season, *, at: datetime, progress: Progress | None = None) -> None:
        super().__init__(season.league, season.name, season=season)
        self.season, self.at = season, at
        if progress is not None:
            self.progress = progress

    @cached_property
    def progress(self) -> Progress:
        return progress_of(self.league)

    @cached_property
    def versions(self) -> list[Snapshot]:
        """Return every record; no query where the season's records are prefetched."""
        return sorted(self.season.snapshots.all(), key=lambda record: record.version)

    @property
    def is_over(self) -> bool:
        """Whether the closing hour has passed, so that the leader has won."""
        return self.record is not None or self.at >= self.season.closing

    def check_closing(self, act: Act) -> None:  # noqa: ARG002
        """Refuse a close before 22:00 of the last day (S4-23)."""
        check_over(self.season, self.at)

    @cached_property
    def live(self) -> list[FinalRow]:
        entrants = entrants_of(self.progress, self.season, at=self.season.closing)
        members = self.progress.members
        return [
            FinalRow(
                member.pk,
                member.display_name,
                member.second_name,
                row.rating,
                row.place,
                row.shared,
                row.classification.classified,
                row.classified_place,
                row.classified_shared,
                row.classification.events,
                [[*month.month, month.events] for month in row.classification.months],
            )
            for row in season_table(self.season, entrants)
            for member in [members[int(row.player)]]
        ]

    @cached_property
    def lines(self) -> list[SeasonLine]:
        """Return the players as the page shows them: by the record as soon as there is one."""
        if self.record is not None:
            return lines_of(self.recorded)
        return live_table(self.progress, self.season, at=self.at)

    @property
    def winners(self) -> list[FinalRow]:
        """Return who won by the record; several share the first place."""
        return [row for row in self.recorded if row.leads]

    def still_played(self) -> list[LeagueEvent]:
        """Return counted events that are not closed: their games are not in the table yet."""
        judged = [event for event in self.progress.judged if event.season == self.season]
        return [event.row for event in judged if event.counts and event.row.event.is_open]

    def players(self) -> QuerySet[Member]:
        members = [row.member for row in self.live]
        return Member.objects.filter(pk__in=members).select_related("user")


class YearStandings(Standings):
    """The order of a year, from the records of its seasons (S4-24)."""

    row_class = ChampionRow

    def __init__(self, league: League, cycle: str, *, at: datetime) -> None:
        super().__init__(league, cycle, league=league, cycle=cycle)
        self.cycle, self.at = cycle, at

    @cached_property
    def live(self) -> list[ChampionRow]:
        """Return the order by the records that apply; raises Refusal while a season is open."""
        seasons = list(self.league.seasons.filter(cycle=self.cycle).order_by("first"))
        records = Snapshot.objects.current().filter(season__in=seasons)
        tables = dict(records.values_list("season", "table"))
        for season in seasons:
            check_over(season, self.at)
        if not seasons or len(tables) < len(seasons):
            raise Refusal(
                _("Every season of the year must be closed first."),
                field="closings",
                reason="season_open",
            )
        rows = league_table(
            [
                {row["member"]: row["rating"] for row in tables[season.pk] if row["classified"]}
                for season in seasons
            ]
        )
        members = Member.objects.in_bulk([int(row.player) for row in rows])
        return [
            ChampionRow(
                member.pk,
                member.display_name,
                member.second_name,
                row.place,
                row.shared,
                row.mean,
                list(row.ratings),
            )
            for row in rows
            for member in [members[int(row.player)]]
        ]

    @cached_property
    def is_pending(self) -> bool:
        """Whether a season's record that came later gives another order."""
        newer = self.record and Snapshot.objects.filter(
            season__league=self.league,
            season__cycle=self.cycle,
            taken_at__gte=self.record.taken_at,
        )
        try:
            return bool(newer and newer.exists() and self.differs())
        except RuleError:  # another season was added to the year, and is not closed
            return False

    @property
    def champions(self) -> list[ChampionRow]:
        return [row for row in self.recorded if row.place == 1]

    @property
    def first_places(self) -> list[ChampionRow]:
        """Return the rows that the archive shows."""
        return [row for row in self.recorded if row.place <= PLACES_SHOWN]


def check_over(season: Season, at: datetime) -> None:
    """Refuse to name a winner before the closing hour (S4-23)."""
    if at < season.closing:
        raise Refusal(
            _("The season closes at %(closing)s (%(zone)s); there is no winner before then."),
            field="now",
            reason="not_closed",
            closing=season.closing,
            zone=season.rules.zone,
        )


# --- Recording --------------------------------------------------------------------------------
@atomic_retried
def close_season(act: Act, season: Season) -> Snapshot:
    """Store the final table of a season; closing twice changes nothing.

    Raises Refusal ``not_closed`` before 22:00 of the last day (S4-23).
    """
    need_organiser(act, season.league)
    lock_row(season.league)
    return SeasonStandings(season, at=act.at).close(act)


@atomic_retried
def correct_season(act: Act, season: Season, *, reason: str) -> Snapshot:
    """Add a version of the final table after a correction, with the reason; the old one stays."""
    need_organiser(act, season.league)
    lock_row(season.league)
    return SeasonStandings(season, at=act.at).correct(act, reason=reason)


@atomic_retried
def close_year(act: Act, league: League, *, cycle: str, reason: str = "") -> Snapshot:
    """Record the champions of a year; again, with a reason, where a correction changed them.

    Raises Refusal ``not_closed`` before the last season has closed, ``season_open`` where one has
    no record; E_MISSING for a correction without a reason.
    """
    need_organiser(act, league)
    lock_row(league)
    standings = YearStandings(league, cycle, at=act.at)
    return standings.correct(act, reason=reason) if standings.record else standings.close(act)


# --- Several seasons --------------------------------------------------------------------------
def season_standings(progress: Progress, *, at: datetime, **which: object) -> list[SeasonStandings]:
    """Return the standings of the seasons of a league, the latest first (two queries)."""
    seasons = progress.league.seasons.filter(**which).order_by("-first")
    return [
        SeasonStandings(season, at=at, progress=progress)
        for season in seasons.prefetch_related("snapshots")
    ]


def recorded_seasons(progress: Progress, *, at: datetime) -> list[SeasonStandings]:
    """Return the standings of the closed seasons, the latest first."""
    return [standings for standings in season_standings(progress, at=at) if standings.record]


def recorded_years(league: League, *, at: datetime) -> list[YearStandings]:
    """Return the standings of the recorded years, the latest first."""
    cycles = league.champions.order_by("-cycle").values_list("cycle", flat=True).distinct()
    return [YearStandings(league, cycle, at=at) for cycle in cycles]


def judge_recorded(row: LeagueEvent, *, at: datetime) -> tuple[JudgedEvent, SeasonStandings | None]:
    """Return an event with its reasons, and its season's standings if a correction waits.

    The league is replayed only where the season is recorded, and then judged but once.
    """
    league, on = row.league, row.event.begins_on
    season = league.seasons.filter(first__lte=on, last__gte=on, snapshots__isnull=False).first()
    if season is None:
        return judge_event(row), None
    standings = SeasonStandings(season, at=at)
    judged = next(event for event in standings.progress.judged if event.row.pk == row.pk)
    return judged, standings if standings.is_pending else None


def titles_of(league: League, member: int) -> list[Snapshot]:
    """Return the records in which a member is champion, years before seasons (S4-23, S4-24).

    Who shares the first place shares the title.
    """
    records = Snapshot.objects.current()
    years = records.filter(league=league).order_by("-cycle").select_related("league")
    seasons = records.filter(season__league=league).order_by("-season__first")
    places: Iterable[tuple[Snapshot, str]] = [
        *((record, "place") for record in years),
        *((record, "classified_place") for record in seasons.select_related("season__league")),
    ]
    return [
        record
        for record, place in places
        if any(row["member"] == member and row[place] == 1 for row in record.table)
    ]
