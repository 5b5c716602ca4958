"""The cross table that result files have in common: one line a player, best first.

Shared by the files of the European (:mod:`.h9_write`) and the French federation (:mod:`.tou`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ratings.accepted import AcceptedWords
from ratings.errors import Code, RuleError
from tournaments.events.field import Player, Tournament, TournamentGame, TournamentRound
from tournaments.events.placement import StandingsRow, standings
from tournaments.events.scores.league import LEAGUE_ORDER


@dataclass(frozen=True, slots=True)
class CrossTableLine:
    """A player's line: ``number`` counts lines from 1 and is what opponents refer to."""

    number: int
    player: Player
    row: StandingsRow
    cells: tuple[PlayerRound, ...]


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """A round of one player.

    ``opponent``: his number, 0 for none; ``points2``: doubled points of the round, None while the
    result is not known; ``game``: None without one; ``white``: whether the player had White.
    """

    opponent: int
    points2: int | None
    game: TournamentGame | None = None
    white: bool = False

    @property
    def mark(self) -> Literal["+", "-", "=", "?"]:
        """The sign of the result."""
        if self.points2 is None:
            return "?"
        return "+" if self.points2 == 2 else "=" if self.points2 == 1 else "-"


def cross_table(tournament: Tournament) -> tuple[CrossTableLine, ...]:
    """Return the lines of everybody who appears in a game or a bye, after the last paired round.

    Raises what :func:`tournaments.events.placement.standings` raises; RuleError E_MISSING (field
    "rounds") where no round is paired.
    """
    if not any(
        tournament_round.games or tournament_round.bye is not None
        for tournament_round in tournament.rounds
    ):
        raise RuleError(Code.MISSING, field="rounds", accepted=AcceptedWords("a paired round"))
    table = standings(tournament, len(tournament.rounds) - 1)
    rows = [row for row in table if row.appears]
    numbers = {row.player: number for number, row in enumerate(rows, 1)}
    players = tournament.by_id()
    seats = [(tournament_round, tournament_round.seats()) for tournament_round in tournament.rounds]
    return tuple(
        CrossTableLine(
            number=numbers[row.player],
            player=players[row.player],
            row=row,
            cells=tuple(
                _cell(tournament, players[row.player], index, tournament_round, seated, numbers)
                for index, (tournament_round, seated) in enumerate(seats)
            ),
        )
        for row in rows
    )


def _cell(
    tournament: Tournament,
    player: Player,
    index: int,
    tournament_round: TournamentRound,
    seats: dict[int, TournamentGame],
    numbers: dict[int, int],
) -> PlayerRound:
    game = seats.get(player.id)
    if game is None:
        return PlayerRound(0, _free_points2(tournament, player, index, tournament_round))
    return PlayerRound(
        opponent=numbers[game.opponent(player.id)],
        points2=None if game.result == "unknown" else game.points2(player.id),
        game=game,
        white=game.white == player.id,
    )


def _free_points2(
    tournament: Tournament, player: Player, index: int, tournament_round: TournamentRound
) -> int:
    """Doubled points of a round without a game, in the main score (S2-11).

    The rules of a league give nothing for a round missed, and for a bye what a win gives (S4-9).
    """
    system = tournament.system
    if system.criteria[0] == LEAGUE_ORDER[0]:
        return 2 if tournament_round.bye == player.id else 0
    on_mms = system.main_score == "MMS"
    if tournament_round.bye == player.id:
        return system.mms_bye2 if on_mms else system.nbw_bye2
    if index in player.unexcused:
        return system.unexcused2
    if index in player.absent:
        return system.mms_absent2 if on_mms else system.nbw_absent2
    return 0
