"""Who is classified in a season, its live table, its winner, and the league's champion.

Ratings are floats under the players' ids, computed elsewhere (S4-1 … S4-8); only those at the
closing hour make a winner: :func:`rating_at` picks them from a history.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from tournaments.seasons.calendar import Month, SeasonDays, months_of
from tournaments.seasons.scoring import PlayerId, places

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
    """Return a player's classification in *season* from the days of their counted events (S4-22).

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
        MonthCount(
            month, held[month], over=as_of is None or as_of > min(month.last_day(), season.last)
        )
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


# --- The table --------------------------------------------------------------------------------
#: S4-1.
START_RATING = 1000.0


class Entrant(NamedTuple):
    """A player with their rating and the days of the counted events they played in."""

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


class LeagueRow(NamedTuple):
    """One player's line of the league: the mean of their closing ratings, one for each season."""

    player: PlayerId
    place: int
    shared: bool
    mean: float
    ratings: tuple[float, ...]


def rating_at(history: Iterable[tuple[datetime, float]], moment: datetime) -> float:
    """Return the rating at *moment* from (end of game, rating after it), in the order of play.

    A game that ended in the very second of *moment* is in it (S4-23); moments are cut to whole
    seconds.  The rating of a beginner where nothing was played by then (S4-1).
    """
    limit = moment.replace(microsecond=0)
    latest = START_RATING
    for ended, rating in history:
        if ended.replace(microsecond=0) <= limit:
            latest = rating
    return latest


def season_table(
    season: SeasonDays, entrants: Sequence[Entrant], *, as_of: date | None = None
) -> tuple[SeasonRow, ...]:
    """Return the players of a season by rating, highest first, each with what is still missing.

    *as_of* as in :func:`~tournaments.seasons.champions.classify`; the ratings are taken as
    they are.  Equal ratings share a place and stay in the order given.  With the ratings of the
    closing hour, who leads has won: one, several who share it, or nobody.  Source: S4-22, S4-23.
    """
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
                rating=entrant.rating,
                place=place,
                shared=shared,
                classified_place=classified_place,
                classified_shared=classified_shared,
                classification=status[entrant.player],
            )
        )
    return tuple(rows)


def league_table(closings: Sequence[Mapping[int, float]]) -> tuple[LeagueRow, ...]:
    """Return the league's final order: means of the closing ratings of those classified in all.

    *closings* the ratings of the classified by player, season after season.  The champion is on
    place 1, shared where means are equal; empty where nobody was classified in every season.
    Source: S4-24.
    """
    in_all = [player for player in closings[0] if all(player in ratings for ratings in closings)]
    ratings = {player: tuple(closing[player] for closing in closings) for player in in_all}
    means = [(player, math.fsum(ratings[player]) / len(closings)) for player in in_all]
    return tuple(
        LeagueRow(player, place, shared, mean, ratings[player])
        for place, shared, (player, mean) in places(means, lambda entry: _rating_key(entry[1]))
    )


def _by_rating(entrant: Entrant) -> float:
    return _rating_key(entrant.rating)


def _rating_key(value: float) -> float:
    """The key by which ratings are put in order, highest first.

    To the millionth: sums of the same changes in another order differ far below that, and must
    share a place (S4-23).
    """
    return -round(value, 6)
