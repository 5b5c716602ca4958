"""The cross table of the official league: who met whom, with which margin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from tournaments.official.facts import (
    LeagueEnding,
    LeagueGame,
    LeaguePlayer,
    LeagueRules,
    PlayerId,
)
from tournaments.official.standing import counted_margin2
from tournaments.official.withdrawals import settle


class CrossLetter(StrEnum):
    """A game as the player of the row sees it."""

    WIN = "W"
    LOSS = "L"
    JIGO = "J"


@dataclass(frozen=True, slots=True)
class CrossTableCell:
    """One game in the cross table, seen by the player of the row.

    ``margin2`` as it enters the sum, in half points, negative for a loss; ``actual2`` as it stood
    on the board with the same sign, None where it was not counted out.  ``moves_points`` False for
    forfeits, which stand in the order only (S1-24).
    """

    letter: CrossLetter
    margin2: int
    actual2: int | None
    ending: LeagueEnding
    moves_points: bool
    on: date | None


CrossTable = Mapping[PlayerId, Mapping[PlayerId, tuple[CrossTableCell, ...]]]


def crosstable(
    players: Sequence[LeaguePlayer],
    games: Iterable[LeagueGame],
    *,
    rules: LeagueRules,
) -> CrossTable:
    """Return the games that count as ``{row player: {column player: cells}}``, in order given.

    Pairs without a game are left out; every game is there twice, once from each side.  Raises
    what :func:`~tournaments.official.withdrawals.settle` raises.
    """
    settled = settle(players, games, rules=rules)
    cells: dict[PlayerId, dict[PlayerId, tuple[CrossTableCell, ...]]] = {
        player.id: {} for player in settled.players
    }
    for game in settled.games:
        for me, opponent in ((game.a, game.b), (game.b, game.a)):
            cells[me][opponent] = (*cells[me].get(opponent, ()), cell_of(game, me, rules))
    return cells


def cell_of(game: LeagueGame, me: PlayerId, rules: LeagueRules) -> CrossTableCell:
    """Return a game as one of its two players sees it."""
    won = game.winner == me
    sign = 1 if won else -1
    letter = CrossLetter.WIN if won else CrossLetter.LOSS
    return CrossTableCell(
        letter=CrossLetter.JIGO if game.ending is LeagueEnding.JIGO else letter,
        margin2=sign * counted_margin2(game, rules),
        actual2=None if game.margin2 is None else sign * game.margin2,
        ending=game.ending,
        moves_points=game.moves_points,
        on=game.on,
    )
