"""A season league reckoned a second time, in a few lines that know nothing of the site's rules."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta


@dataclass
class Told:
    """A game as it was told: the winner's name, "" for a draw, None where both lost."""

    round: int
    table: int
    pair: tuple[str, str]
    winner: str | None
    end: datetime
    margin: float = 20.0


@dataclass
class Cup:
    """An event as it was lived; ``removed`` who was sent away, ``counts`` for the league."""

    name: str
    day: date
    players: list[str]
    national: bool = False
    counts: bool = True
    games: list[Told] = field(default_factory=list)
    byes: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)

    def table(self) -> list[tuple[int | None, str, int, float]]:
        """Place, name, points (3, 1, 0), small points: the order of S4-9 and S4-16."""
        big: dict[str, int] = defaultdict(int)
        small: dict[str, float] = defaultdict(float)
        for name in self.byes:
            big[name] += 3
        for game in self.games:
            for name in game.pair:
                if game.winner == "":
                    big[name] += 1
                else:
                    big[name] += 3 * (game.winner == name)
                    small[name] += game.margin if game.winner == name else -game.margin
        figures = {name: (big[name], small[name]) for name in self.players}
        staying = [name for name in self.players if name not in self.removed]
        found = [
            (1 + sum(figures[other] > figures[name] for other in staying), name, *figures[name])
            for name in sorted(staying, key=lambda name: (*(-f for f in figures[name]), name))
        ]
        return [*found, *((None, name, *figures[name]) for name in self.removed)]


def elo(cups: list[Cup], bonus: dict[date, float], until: datetime) -> dict[str, float]:
    """Everybody's Elo at a moment: 1000 at first, 25 at stake, a draw moves nobody (S4-8).

    *bonus* what a national event brought, by the day from which on it was so (S4-7).
    """
    happened: list[tuple[datetime, int, int, Told | float, list[str]]] = []
    for number, cup in enumerate(cups):
        for game in cup.games:
            happened.append((game.end, number, game.round * 100 + game.table, game, []))
        points = [value for day, value in sorted(bonus.items()) if day <= cup.day]
        if cup.national and points:
            last = max(game.end for game in cup.games)
            happened.append((last, number, 10**6, points[-1], cup.players))
    rating: dict[str, float] = defaultdict(lambda: 1000.0)
    for end, _cup, _table, what, everybody in sorted(happened, key=lambda one: one[:3]):
        if end > until:
            continue
        if isinstance(what, float):
            for name in everybody:
                rating[name] += what
        elif what.winner:
            loser = what.pair[what.pair[0] == what.winner]
            gained = 25 / (1 + 10 ** ((rating[what.winner] - rating[loser]) / 400))
            rating[what.winner] += gained
            rating[loser] -= gained
    return rating


def classified(cups: list[Cup], name: str, first: date, last: date) -> bool:
    """Somebody with an event in every month of the season, or with five anywhere (S4-22)."""
    days = [cup.day for cup in cups if name in cup.players and first <= cup.day <= last]
    months, day = set(), first
    while day <= last:
        months.add((day.year, day.month))
        day += timedelta(days=1)
    return {(day.year, day.month) for day in days} == months or len(days) >= 5
