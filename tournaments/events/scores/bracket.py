"""The order of a knock-out: how far everybody came in the bracket, and who won a drawn match of
teams (house rules)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.brackets.play import PlayedBracket, play
from tournaments.events.field import GameResult, Player, TournamentGame, TournamentRound
from tournaments.events.scores.registry import criterion
from tournaments.events.scores.table import ScoreTable
from tournaments.events.settings import Settings


@criterion("BRACKET", ours=True)
def bracket(table: ScoreTable) -> list[int]:
    """How far a player came: twice the step of the bracket; 0 outside of it."""
    played = bracket_of(table.players, table.rounds, table.settings)
    levels = played.levels if played else {}
    return [levels.get(player.id, 0) for player in table.players]


def bracket_of(
    players: Sequence[Player], rounds: Sequence[TournamentRound], settings: Settings
) -> PlayedBracket | None:
    """Return the bracket after some rounds; None before the draw."""
    drawn = sorted((player for player in players if player.seed), key=lambda player: player.seed)
    if not drawn:
        return None
    gone = {player.id: _gone_from(player, settings.rounds) for player in drawn}
    games = [map(without_draw, tournament_round.games) for tournament_round in rounds]
    return play([player.id for player in drawn], settings.bracket, games, gone)


def without_draw(match: TournamentGame) -> TournamentGame:
    """Return a drawn match as won by the team that won at its first board that was no draw.

    With every board drawn, or no boards, it stays a draw.

    >>> drawn = TournamentGame(1, 7, 8, result=GameResult.EQUAL, boards=((1, 1), (0, 2), (2, 0)))
    >>> without_draw(drawn).winner
    8
    """
    for white2, black2 in match.boards:
        if match.result is GameResult.EQUAL and white2 != black2:
            won = GameResult.WHITE if white2 > black2 else GameResult.BLACK
            return replace(match, result=won)
    return match


def _gone_from(player: Player, rounds: int) -> int:
    """The round, from 1, from which somebody takes part no more."""
    missed = player.absent | player.unexcused
    number = rounds
    while number and number - 1 in missed:
        number -= 1
    return number + 1
