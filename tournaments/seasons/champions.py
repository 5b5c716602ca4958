"""The live table of a season, its winner at the closing hour, and the league's champion.

Ratings are floats under the players' ids, computed elsewhere (S4-1 … S4-8); only those at the
closing hour make a winner: :func:`rating_at` picks them from a history.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from ratings.errors import Code, RuleError
from tournaments.seasons.calendar import Calendar, SeasonDates, check_moment
from tournaments.seasons.classification import Classification, classify
from tournaments.seasons.order import PlayerId, check_rating, places, rating_key


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player with his rating and the days of the counted events in which he took part."""

    player: PlayerId
    rating: float
    events: tuple[date, ...] = ()


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One player's line of a season.

    ``place`` among all by rating; ``classified_place`` among the classified, None for the others;
    each with whether it is shared.
    """

    player: PlayerId
    rating: float
    place: int
    shared: bool
    classified_place: int | None
    classified_shared: bool
    classification: Classification

    @property
    def leads(self) -> bool:
        """Whether nobody classified stands above (S4-23)."""
        return self.classified_place == 1


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """One player's line of the league: the mean of his closing ratings, one for each season."""

    player: PlayerId
    place: int
    shared: bool
    mean: float
    ratings: tuple[float, ...]


def rating_at(
    history: Iterable[tuple[datetime, float]], moment: datetime, *, start: float = 1000.0
) -> float:
    """Return the rating at *moment* from (end of game, rating after it), in the order of play.

    A game that ended in the very second of *moment* is in it (S4-23); moments are cut to whole
    seconds.  *start* where nothing was played by then.

    Raises RuleError E_TYPE or E_MISSING (a moment without a zone, no number), E_STATE with reason
    ``order`` where the history goes back in time (S4-8).
    """
    limit = check_moment(moment, "moment")
    latest = check_rating(start, "start")
    last: datetime | None = None
    for ended, rating in history:
        when = check_moment(ended, "ended")
        if last is not None and when < last:
            raise RuleError(Code.STATE, field="ended", value=ended, reason="season.order")
        last = when
        value = check_rating(rating)
        if when <= limit:
            latest = value
    return latest


def season_table(
    season: SeasonDates, entrants: Iterable[Entrant], *, as_of: date | None = None
) -> tuple[SeasonRow, ...]:
    """Return the players of a season by rating, highest first, each with what is still missing.

    *as_of* as in :func:`~tournaments.seasons.classification.classify`; the ratings are taken as
    they are.  Equal ratings share a place and stay in the order given.

    Raises RuleError E_DUPLICATE (a player twice), E_TYPE, E_MISSING.  Source: S4-22, S4-23.
    """
    entrants = list(entrants)
    seen: set[PlayerId] = set()
    for entrant in entrants:
        if entrant.player in seen:
            raise RuleError(Code.DUPLICATE, field="entrants", value=entrant.player)
        seen.add(entrant.player)
        check_rating(entrant.rating)
    status = {entrant.player: classify(season, entrant.events, as_of=as_of) for entrant in entrants}
    classified = [entrant for entrant in entrants if status[entrant.player].classified]
    among = {
        entrant.player: (place, shared) for place, shared, entrant in places(classified, _by_rating)
    }
    rows = []
    for place, shared, entrant in places(entrants, _by_rating):
        classified_place, classified_shared = among.get(entrant.player, (None, False))
        rows.append(
            SeasonRow(
                player=entrant.player,
                rating=float(entrant.rating),
                place=place,
                shared=shared,
                classified_place=classified_place,
                classified_shared=classified_shared,
                classification=status[entrant.player],
            )
        )
    return tuple(rows)


def close_season(
    calendar: Calendar, name: str, entrants: Iterable[Entrant], *, now: datetime
) -> tuple[SeasonRow, ...]:
    """Return a season's final table; *entrants* with their closing ratings.

    Who leads has won: one, several who share it, or nobody.

    Raises RuleError E_STATE with reason ``not_closed`` before 22:00 of the last day, E_UNKNOWN for
    no such season, and what :func:`season_table` raises.  Source: S4-23.
    """
    season = calendar.season(name)
    _check_closed(calendar, season, now)
    return season_table(season, entrants)


def league_table(
    calendar: Calendar, closings: Mapping[str, Mapping[int, float]], *, now: datetime
) -> tuple[LeagueRow, ...]:
    """Return the league's final order: means of the closing ratings of those classified in all.

    *closings* the ratings of the classified by player, by the name of the season.  The champion is
    on place 1, shared where means are equal; empty where nobody was classified in every season.
    Means are over the seasons of the calendar, in their order.

    Raises RuleError E_STATE before the last season has closed (``not_closed``) and for a season
    without closing (``season_open``).  Source: S4-24.
    """
    if not calendar.seasons:
        raise RuleError(Code.STATE, field="closings", value=0, reason="season.season_open")
    for season in calendar.seasons:
        _check_closed(calendar, season, now)
        if season.name not in closings:
            raise RuleError(
                Code.STATE, field="closings", value=season.name, reason="season.season_open"
            )
    ordered = [closings[season.name] for season in calendar.seasons]
    in_all = [player for player in ordered[0] if all(player in ratings for ratings in ordered)]
    ratings = {player: tuple(closing[player] for closing in ordered) for player in in_all}
    means = [(player, math.fsum(ratings[player]) / len(ordered)) for player in in_all]
    return tuple(
        LeagueRow(player, place, shared, mean, ratings[player])
        for place, shared, (player, mean) in places(means, lambda entry: rating_key(entry[1]))
    )


def _by_rating(entrant: Entrant) -> float:
    return rating_key(entrant.rating)


def _check_closed(calendar: Calendar, season: SeasonDates, now: datetime) -> None:
    closing = calendar.closing(season)
    if check_moment(now, "now") < closing:
        raise RuleError(
            Code.STATE,
            field="now",
            value=now,
            reason="season.not_closed",
            params={"closing": closing, "zone": season.zone or calendar.zone},
        )
