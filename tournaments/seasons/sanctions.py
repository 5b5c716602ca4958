"""Slow play and the like: a warning, then the game, then the event (S4-18).

Sanctions are facts in the order in which they were given; what they amount to follows from the
list, so that an appeal upheld later lowers all that came after it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from tournaments.seasons.scoring import EventEnding, EventGame, PlayerId


class Level(StrEnum):
    """What a player's first, second and third case lead to."""

    WARNING = "warning"
    GAME_LOST = "game_lost"
    REMOVED = "removed"


_LEVELS = tuple(Level)


class SanctionCase(Protocol):
    """One case in one event: the player and the round (from 1); a stored sanction is one.

    ``upheld`` whether an appeal against it was, None while it is undecided or there is none.
    """

    @property
    def player_id(self) -> PlayerId: ...
    @property
    def round(self) -> int: ...
    @property
    def upheld(self) -> bool | None: ...


@dataclass(frozen=True, slots=True)
class Judged:
    """A sanction with what it amounts to.

    ``case`` 1 … 3, its number among this player's; None, like ``level``, after an upheld appeal.
    """

    sanction: SanctionCase
    case: int | None
    level: Level | None


def judge_sanctions(sanctions: Iterable[SanctionCase]) -> tuple[Judged, ...]:
    """Return the sanctions of one event with their levels, in the order given (S4-18).

    Cases are counted for each player separately; an upheld appeal takes its case out of the count.

    Raises RuleError E_STATE with reason ``removed`` for a sanction against a player already
    removed, with reason ``order`` for one in an earlier round than the player's last.
    """
    count: dict[PlayerId, int] = {}
    latest: dict[PlayerId, int] = {}
    judged: list[Judged] = []
    for sanction in sanctions:
        player = sanction.player_id
        if sanction.round < latest.get(player, 1):
            raise RuleError(
                Code.STATE,
                "round",
                sanction.round,
                AcceptedRange(latest[player], None),
                reason="season.order",
            )
        latest[player] = sanction.round
        if sanction.upheld:
            judged.append(Judged(sanction, None, None))
            continue
        case = count[player] = count.get(player, 0) + 1
        if case > len(_LEVELS):
            raise RuleError(Code.STATE, "player", player, reason="season.removed")
        judged.append(Judged(sanction, case, _LEVELS[case - 1]))
    return tuple(judged)


def apply_sanctions(
    games: Iterable[EventGame], sanctions: Iterable[SanctionCase]
) -> tuple[EventGame, ...]:
    """Return the games as they count after the sanctions, for the table and for the rating.

    The second case loses the game of its round, the third that game too and forfeits those of
    later rounds; earlier games stand (H).  A penalty counts as an ordinary loss (E7).  A bye of a
    removed player, in that round or later, is taken from the list.

    Raises RuleError E_INCONSISTENT with reason ``no_game`` where a game is to be lost in a round
    in which the player has none, and what :func:`judge_sanctions` raises.
    """
    endings: dict[tuple[int, PlayerId], EventEnding] = {}
    gone: dict[PlayerId, int] = {}
    for judgement in judge_sanctions(sanctions):
        player, number = judgement.sanction.player_id, judgement.sanction.round
        if judgement.level in (Level.GAME_LOST, Level.REMOVED):
            endings[number, player] = EventEnding.PENALTY
        if judgement.level is Level.REMOVED:
            gone[player] = number
    games = list(games)
    playing = {
        (game.round, player) for game in games if game.b is not None for player in game.players
    }
    for number, player in endings:
        if (number, player) not in playing and gone.get(player) != number:
            raise RuleError(Code.INCONSISTENT, "round", number, reason="season.no_game")
    for game in games:
        for player in game.players:
            if game.round > gone.get(player, game.round):
                endings[game.round, player] = EventEnding.FORFEIT
    return tuple(
        _lost(game, endings)
        for game in games
        if game.b is not None or game.round < gone.get(game.a, game.round + 1)
    )


def _lost(game: EventGame, endings: dict[tuple[int, PlayerId], EventEnding]) -> EventGame:
    losers = [player for player in game.players if (game.round, player) in endings]
    if not losers:
        return game
    if len(losers) == 2:
        return replace(game, winner=None, ending=EventEnding.BOTH_PENALTY, margin2=None)
    [loser] = losers
    [winner] = (player for player in game.players if player != loser)
    return replace(game, winner=winner, ending=endings[game.round, loser], margin2=None)
