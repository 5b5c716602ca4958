"""A member's record: by colour, handicap, month and opponent.  Plain counting, no rule of strength.

One query reads the member's confirmed games; everything else is counted from it.
"""

from __future__ import annotations

from calendar import Calendar
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

from django.db.models import Q

from goclub.games.models import Game
from goclub.members.models import Member

K = TypeVar("K", bound=Hashable)


@dataclass(slots=True)
class ResultTally:
    """Won, lost and drawn games; games without a result are left out."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def games(self) -> int:
        return self.won + self.lost + self.drawn

    @property
    def share(self) -> int:
        """Won games in percent, a jigo as half a win, rounded; 0 without games."""
        return round(100 * (self.won + self.drawn / 2) / self.games) if self.games else 0

    def add(self, result: str) -> None:
        if result == "W":
            self.won += 1
        elif result == "L":
            self.lost += 1
        else:
            self.drawn += 1


@dataclass(frozen=True, slots=True)
class PlayerGame:
    """A game as its player sees it: result W, L or J; stones given (+) or taken (−)."""

    on: date
    colour: str
    result: str
    handicap: int
    opponent: int


@dataclass(frozen=True, slots=True)
class PlayingRecord:
    """Everything a member's page counts."""

    total: ResultTally
    colours: dict[str, ResultTally]
    handicaps: list[tuple[int, ResultTally]]
    months: list[tuple[date, ResultTally]]
    opponents: list[tuple[Member, ResultTally]] = field(default_factory=list)


def games_of(member: Member, against: Member | None = None) -> list[PlayerGame]:
    """A member's decided or drawn confirmed games, oldest first."""
    players = Q(black=member) | Q(white=member)
    if against is not None:
        players &= Q(black=against) | Q(white=against)
    games = Game.objects.filter(players).confirmed().exclude(winner=Game.Winner.NO_RESULT)
    rows = games.order_by("played_on", "confirmed_at", "pk").values_list(
        "played_on", "black_id", "white_id", "winner", "handicap"
    )
    return [_seen_by(member.pk, *row) for row in rows]


def _seen_by(pk: int, on: date, black: int, white: int, winner: str, handicap: int) -> PlayerGame:
    colour = "B" if black == pk else "W"
    result = "J" if winner == "J" else "W" if winner == colour else "L"
    if colour == "B":
        return PlayerGame(on, colour, result, -handicap, white)
    return PlayerGame(on, colour, result, handicap, black)


def record_of(
    games: Sequence[PlayerGame], *, months: int = 12, opponents: int = 12
) -> PlayingRecord:
    """Count a member's games; the newest *months* with games, the most frequent *opponents*."""
    by_opponent = _tallies((game.opponent, game.result) for game in games)
    frequent = sorted(by_opponent.items(), key=lambda pair: (-pair[1].games, pair[0]))[:opponents]
    names = Member.objects.in_bulk([pk for pk, _tally in frequent])
    by_month = _tallies((game.on.replace(day=1), game.result) for game in games)
    total = ResultTally()
    for game in games:
        total.add(game.result)
    colours = _tallies((game.colour, game.result) for game in games)
    return PlayingRecord(
        total=total,
        colours={colour: colours.get(colour, ResultTally()) for colour in ("B", "W")},
        handicaps=sorted(_tallies((game.handicap, game.result) for game in games).items()),
        months=sorted(by_month.items(), reverse=True)[:months],
        opponents=[(names[pk], tally) for pk, tally in frequent],
    )


@dataclass(frozen=True, slots=True)
class DayOfGames:
    """A day of a month's sheet with its games; ``inside`` whether it is of the month."""

    on: date
    inside: bool
    games: tuple[PlayerGame, ...]

    @property
    def tally(self) -> ResultTally:
        """How its games went."""
        tally = ResultTally()
        for game in self.games:
            tally.add(game.result)
        return tally


@dataclass(frozen=True, slots=True)
class MonthOfGames:
    """A month with its games by weeks from Monday; *before* and *after* the next with games."""

    first: date
    weeks: list[list[DayOfGames]]
    before: date | None
    after: date | None


def month_of_games(games: Sequence[PlayerGame], asked: date | None = None) -> MonthOfGames | None:
    """The month that is *asked* for, where it lies between the first and the last game's.

    Otherwise the latest in which the member played; None where no game was played.
    """
    if not games:
        return None
    by_day: dict[date, list[PlayerGame]] = defaultdict(list)
    for game in games:
        by_day[game.on].append(game)
    months = sorted({day.replace(day=1) for day in by_day})
    first = months[-1]
    if asked is not None and months[0] <= asked.replace(day=1) <= first:
        first = asked.replace(day=1)
    weeks = [
        [DayOfGames(day, day.month == first.month, tuple(by_day.get(day, ()))) for day in week]
        for week in Calendar().monthdatescalendar(first.year, first.month)
    ]
    before = [month for month in months if month < first]
    after = [month for month in months if month > first]
    return MonthOfGames(first, weeks, before[-1] if before else None, after[0] if after else None)


def _tallies(results: Iterable[tuple[K, str]]) -> dict[K, ResultTally]:
    tallies: dict[K, ResultTally] = defaultdict(ResultTally)
    for key, result in results:
        tallies[key].add(result)
    return dict(tallies)
