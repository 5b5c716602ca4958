"""The order of an event of a league as criteria: big points, then small points (S4-9, S4-16).

Both are counted where the league itself counts them, in :mod:`tournaments.seasons.scoring`; an
event placed by them stands in the order of :func:`~tournaments.seasons.scoring.event_table`.
"""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.events.field import GameResult, TournamentGame
from tournaments.events.scores.registry import criterion
from tournaments.events.scores.table import ScoreTable
from tournaments.seasons.scoring import EventEnding, EventGame, EventRow, event_table

#: What places an event of a league, and nothing besides; equal players share a place.
LEAGUE_ORDER = ("POINTS", "SMALL")


@criterion("POINTS", ours=True)
def points(table: ScoreTable) -> list[int]:
    """Big points: 3 for a win and for a bye, 1 for a draw (S4-9)."""
    rows = _rows(table)
    return [2 * rows[player.id].big for player in table.players]


@criterion("SMALL", ours=True)
def small_points(table: ScoreTable) -> list[int]:
    """Small points: what was won by less what was lost by (S4-16)."""
    rows = _rows(table)
    return [rows[player.id].small2 for player in table.players]


def _rows(table: ScoreTable) -> dict[int | str, EventRow]:
    everybody = [player.id for player in table.players]
    rows = event_table(
        everybody,
        _games(table),
        off_board2=table.settings.off_board2,
        bye2=table.settings.small_bye2,
    )
    return {row.player: row for row in rows}


def _games(table: ScoreTable) -> Iterator[EventGame]:
    for number, tournament_round in enumerate(table.rounds, 1):
        for game in tournament_round.games:
            yield as_event_game(game, number)
        if tournament_round.bye is not None:
            yield EventGame(number, tournament_round.bye, None, None, EventEnding.BYE)


def as_event_game(game: TournamentGame, number: int) -> EventGame:
    """A game of a round, counted from 1, as the rules of a league read it.

    3:0, 1:1 and, where both lose, 0:0 are what they know (S4-9); a game without result, or with
    one that both won, earns nobody anything.
    """
    black, two = game.black, game.white
    if game.result is GameResult.EQUAL:
        return EventGame(
            number, black, two, None, EventEnding.CALLED if game.called else EventEnding.DRAW
        )
    if game.result is GameResult.BOTH_LOSE:
        return EventGame(number, black, two, None, EventEnding.BOTH_PENALTY)
    if not game.result.decisive:
        return EventGame(number, black, two)
    winner = black if game.result is GameResult.BLACK else two
    if game.by_default:
        return EventGame(number, black, two, winner, EventEnding.FORFEIT)
    if game.margin2:
        return EventGame(number, black, two, winner, EventEnding.POINTS, game.margin2)
    return EventGame(number, black, two, winner, EventEnding.RESIGNATION)
