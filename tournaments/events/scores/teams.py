"""Criteria of teams: match points, board points, and what is made of the opponents' points.

House rules, as no federation publishes one set: match points are the setting's for a match won,
drawn or lost; a team with the bye has those of a win and the setting's board points.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tournaments.events.field import GameResult
from tournaments.events.scores.formulas import defeated_sum
from tournaments.events.scores.registry import Score, criterion
from tournaments.events.scores.table import NOBODY, RoundPresence, ScoreTable
from tournaments.events.settings import MAX_BOARDS

_WIN2 = 2


@criterion("MP", ours=True, boards=2)
def match_points(table: ScoreTable) -> list[int]:
    """Match points; a bye counts as a match won, an absence by agreement as the settings say."""
    worth = dict(zip((2, 1, 0), table.settings.match_points, strict=True))
    free2 = {
        RoundPresence.BYE: _WIN2,
        RoundPresence.ABSENT: table.settings.nbw_absent2,
        RoundPresence.UNEXCUSED: table.settings.unexcused2,
    }
    total = [0] * table.size
    for round_number, tournament_round in enumerate(table.rounds):
        for game in tournament_round.games:
            if game.result is not GameResult.UNKNOWN:
                for team in (game.white, game.black):
                    total[table.index[team]] += 2 * worth[game.points2(team)]
        for place, presence in enumerate(table.presence[round_number]):
            if free2.get(presence):
                total[place] += 2 * worth[free2[presence]]
    return total


@criterion("BP", ours=True, boards=2)
def board_points(table: ScoreTable) -> list[int]:
    """Boards won, a jigo counting half."""
    total = [0] * table.size
    for team, points2 in _boards(table):
        total[team] += sum(points2)
    byes = [
        table.index[tournament_round.bye]
        for tournament_round in table.rounds
        if tournament_round.bye is not None
    ]
    for team in byes:
        total[team] += table.settings.bye_boards2
    return total


@criterion("SOSMP", ours=True, boards=2)
def sos_of_match_points(table: ScoreTable) -> list[int]:
    """Sum of the opponents' match points."""
    return table.total(_of_opponents(table, match_points(table)))


@criterion("SOSBP", ours=True, boards=2)
def sos_of_board_points(table: ScoreTable) -> list[int]:
    """Sum of the opponents' board points."""
    return table.total(_of_opponents(table, board_points(table)))


@criterion("SBMP", ours=True, boards=2)
def sonneborn_berger(table: ScoreTable) -> list[Score]:
    """Match points of the opponents beaten, and half of those drawn with (Sonneborn-Berger)."""
    return defeated_sum(table, _of_opponents(table, match_points(table)))


def _wins_at(boards: slice, table: ScoreTable) -> list[int]:
    """Return the doubled points of every team at these boards; a bye adds none."""
    total = [0] * table.size
    for team, points2 in _boards(table):
        total[team] += sum(points2[boards])
    return total


for _board in range(1, MAX_BOARDS + 1):
    criterion(f"B{_board}", ours=True, boards=max(_board, 2))(
        partial(_wins_at, slice(_board - 1, _board))
    )
# OpenGotha's wins at the upper boards; at the first one alone they are B1, at all of them BP.
for _board in range(2, MAX_BOARDS):
    criterion(f"BDW{_board}U", ours=True, boards=_board + 1)(partial(_wins_at, slice(_board)))


def _boards(table: ScoreTable) -> Iterator[tuple[int, list[int]]]:
    """Yield the place of each team of each match with its doubled points at every board."""
    for tournament_round in table.rounds:
        for game in tournament_round.games:
            yield table.index[game.white], [white2 for white2, _black2 in game.boards]
            yield table.index[game.black], [black2 for _white2, black2 in game.boards]


def _of_opponents(table: ScoreTable, scores: list[int]) -> list[list[int]]:
    """Return the opponents' scores round by round; 0 without one."""
    return [
        [0 if opponent == NOBODY else scores[opponent] for opponent in row]
        for row in table.opponents
    ]
