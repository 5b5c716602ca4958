"""Short builders shared by the tests of scores, places and files."""

from __future__ import annotations

import re
from typing import Any

from tournaments.events.field import GameResult, Player, Tournament, TournamentGame, TournamentRound
from tournaments.events.placement import StandingsRow, standings
from tournaments.events.settings import Settings
from tournaments.formats.opengotha_names import rank_of

_RESULTS = {
    "+": GameResult.WHITE,
    "-": GameResult.BLACK,
    "=": GameResult.EQUAL,
    "*": GameResult.BOTH_WIN,
    "x": GameResult.BOTH_LOSE,
    "?": GameResult.UNKNOWN,
}
_GAME = re.compile(
    r"(?P<white>\d+)\s?(?P<result>[-+=*x?])(?P<default>!?)\s?(?P<black>\d+)(/(?P<h>\d))?"
)


def tournament_round(text: str) -> TournamentRound:
    """Read "1+2/3 4=5 6-!7 bye8": 1 (White) beat 2 at 3 stones, jigo, 7 won by default."""
    games, bye = [], None
    for part in text.split():
        if part.startswith("bye"):
            bye = int(part[3:])
            continue
        match = _GAME.fullmatch(part)
        assert match is not None, part
        games.append(
            TournamentGame(
                table=len(games) + 1,
                white=int(match["white"]),
                black=int(match["black"]),
                handicap=int(match["h"] or 0),
                result=_RESULTS[match["result"]],
                by_default=bool(match["default"]),
            )
        )
    return TournamentRound(tuple(games), bye)


def player(number: int, rank: str = "1D", **changes: Any) -> Player:
    """A player called P1, P2, …; the letters of names A, B, … come from :func:`lettered`."""
    value = rank_of(rank)
    assert value is not None, rank
    return Player(
        **{"id": number, "name": f"P{number}", "first_name": "X", "rank": value, **changes}
    )


def lettered(*ranks: str) -> tuple[Player, ...]:
    """Players 1, 2, 3 … named A, B, C …"""
    return tuple(
        player(number, rank, name=chr(64 + number), first_name="")
        for number, rank in enumerate(ranks, 1)
    )


def tournament(players: tuple[Player, ...], *rounds: str, **settings: Any) -> Tournament:
    """A tournament of rounds in the short notation; as many planned as there are, at least 1."""
    settings.setdefault("rounds", max(len(rounds), 1))
    return Tournament(players, tuple(map(tournament_round, rounds)), Settings(**settings))


def figures(event: Tournament, name: str, after: int | None = None) -> list[float]:
    """One criterion for all players in the order of entry, in points; *after* counts from 1."""
    last = len(event.rounds) if after is None else after
    points = {row.player: row.points(name) for row in standings(event, last - 1)}
    return [points[entered.id] for entered in event.players]


def by_player(
    event: Tournament, after: int | None = None, **kwargs: Any
) -> dict[int, StandingsRow]:
    last = len(event.rounds) if after is None else after
    return {row.player: row for row in standings(event, last - 1, **kwargs)}
