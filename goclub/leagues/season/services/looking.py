"""A look at what other settings of a season league would change, before they are stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import zip_longest
from typing import Unpack

from goclub.leagues.models import League, LeagueEvent, Season
from goclub.leagues.season.services.dated import RuleChanges, dated_of, row_of
from goclub.leagues.season.services.rating import Progress, entrants_of, progress_of
from goclub.leagues.season.services.scores import event_rows
from goclub.members.models import Member


@dataclass(frozen=True, slots=True)
class Stands:
    """A player who would stand elsewhere in a season, with the ratings at its end or now."""

    member: Member
    before: float
    after: float

    @property
    def change(self) -> float:
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class SeasonLook:
    """A season that would be another one: its closing, and who would stand elsewhere in it."""

    season: Season
    closing: datetime
    closing_before: datetime
    stands: list[Stands]

    @property
    def moves(self) -> bool:
        """Whether it would close at another moment."""
        return self.closing != self.closing_before


@dataclass(frozen=True, slots=True)
class Look:
    """What settings would change: seasons, the order of events, lines of the league's Elo.

    ``until`` the day from which others are set already, None where they would hold for good.
    """

    seasons: list[SeasonLook]
    events: list[LeagueEvent]
    entries: int
    until: date | None


def look_at_rules(
    *, league: League, at: datetime, valid_from: date, **values: Unpack[RuleChanges]
) -> Look:
    """What these settings would change from that day on; nothing is stored.

    Raises what :func:`~goclub.leagues.season.services.dated.row_of` raises.
    """
    row = row_of(league, valid_from, **values)
    now = progress_of(league)
    then = progress_of(league, dated_of(league).changed(row))
    later = (row.valid_from for row in now.dated.rows if row.valid_from > valid_from)
    return Look(
        list(_seasons(now, then, at)),
        list(_events(now, then)),
        _entries(now, then),
        next(later, None),
    )


def _seasons(now: Progress, then: Progress, at: datetime) -> Iterator[SeasonLook]:
    members = Member.objects.in_bulk(list(now.attended))
    for season in now.league.seasons.order_by("first"):
        before, after = _closing(now, season), _closing(then, season)
        ratings_now = _ratings(now, season, min(at, before))
        ratings_then = _ratings(then, season, min(at, after))
        stands = [
            Stands(members[pk], ratings_now[pk], ratings_then[pk])
            for pk in sorted(ratings_now, key=lambda pk: -ratings_then[pk])
            if round(ratings_now[pk], 6) != round(ratings_then[pk], 6)
        ]
        if before != after or stands:
            yield SeasonLook(season, after, before, stands)


def _closing(progress: Progress, season: Season) -> datetime:
    calendar = progress.rules.calendar
    return calendar.closing(calendar.season(season.name))


def _ratings(progress: Progress, season: Season, at: datetime) -> dict[int, float]:
    return {int(entrant.player): entrant.rating for entrant in entrants_of(progress, season, at=at)}


def _events(now: Progress, then: Progress) -> Iterator[LeagueEvent]:
    for judged_event in now.counted():
        day = judged_event.row.event.begins_on
        played = now.played[judged_event.row.pk]
        before, after = (
            [(row.player, row.place, row.small2) for row, _who in event_rows(played, points)]
            for points in (now.dated.small_points(day), then.dated.small_points(day))
        )
        if before != after:
            yield judged_event.row


def _entries(now: Progress, then: Progress) -> int:
    """Lines of the league's Elo that would read otherwise."""
    return sum(
        entry_now != entry_then
        for member in now.attended
        for entry_now, entry_then in zip_longest(
            now.moves.get(member, []), then.moves.get(member, [])
        )
    )
