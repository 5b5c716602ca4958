"""Everybody against everybody, after Berger's tables.

>>> [(game.white, game.black) for game in round_robin([1, 2, 3, 4])[0].games]
[(1, 4), (2, 3)]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ratings.checks import whole_number
from ratings.errors import Code, RuleError
from tournaments.events.field import TournamentGame, TournamentRound

_FEWEST = 2


@dataclass(frozen=True, slots=True)
class ScheduledRound:
    """One round: ``games`` by table, the ``bye``, and players without an opponent."""

    games: tuple[TournamentGame, ...]
    bye: int | None
    without_opponent: tuple[int, ...] = ()

    def as_round(self) -> TournamentRound:
        """Return the round as a tournament keeps it."""
        return TournamentRound(self.games, self.bye)


def berger(size: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return Berger's table for 2, 4, 6 … players: per round the (White, Black) places from 0.

    The last place stays and alternates colours; the others turn by half a circle each round, so
    that their colours alternate too and differ by one game in the end.  Raises RuleError
    E_INCONSISTENT for an odd size, E_RANGE below 2.

    >>> berger(4)
    (((0, 3), (1, 2)), ((3, 2), (0, 1)), ((1, 3), (2, 0)))
    """
    whole_number(size, field="players", low=_FEWEST)
    if size % 2:
        raise RuleError(Code.INCONSISTENT, "players", size, reason="tournament.odd_places")
    circle, last = size - 1, size - 1
    rounds = []
    for number in range(circle):
        middle = number * (circle + 1) // 2 % circle
        pairs = [(middle, last) if number % 2 == 0 else (last, middle)]
        pairs += [
            ((middle + step) % circle, (middle - step) % circle)
            for step in range(1, (circle + 1) // 2)
        ]
        rounds.append(tuple(pairs))
    return tuple(rounds)


def round_robin(
    players: Sequence[int],
    *,
    cycles: int = 1,
    withdrawn: Mapping[int, int] | None = None,
) -> tuple[ScheduledRound, ...]:
    """Return all rounds for these ids, in the order of their seeds.

    An odd field has a bye each round.  ``cycles``: how often everybody meets everybody, colours
    exchanged every other time.  ``withdrawn``: the 0-based round from which somebody no longer
    plays; the schedule of the others stays, and who loses an opponent is named.

    Raises RuleError E_RANGE for fewer than 2 players or 1 cycle, E_DUPLICATE for one listed twice,
    E_UNKNOWN for a withdrawal of somebody who is not entered.
    """
    whole_number(len(players), field="players", low=_FEWEST)
    whole_number(cycles, field="cycles", low=1)
    gone = dict(withdrawn or {})
    if len(set(players)) != len(players):
        twice = next(player for player in players if list(players).count(player) > 1)
        raise RuleError(Code.DUPLICATE, "players", twice)
    for player, first in gone.items():
        if player not in players:
            raise RuleError(Code.UNKNOWN, "withdrawn", player)
        whole_number(first, field="withdrawn", low=0)
    places: list[int | None] = [*players, None] if len(players) % 2 else list(players)
    table = berger(len(places))
    rounds = []
    for number in range(len(table) * cycles):
        seats = [(places[white], places[black]) for white, black in table[number % len(table)]]
        if number // len(table) % 2:
            seats = [(black, white) for white, black in seats]
        absent = {player for player, first in gone.items() if number >= first}
        rounds.append(_round(seats, absent))
    return tuple(rounds)


def _round(seats: list[tuple[int | None, int | None]], absent: set[int]) -> ScheduledRound:
    games: list[TournamentGame] = []
    bye: int | None = None
    alone: list[int] = []
    for white, black in seats:
        here = [player for player in (white, black) if player is not None and player not in absent]
        if white is None or black is None:
            bye = here[0] if here else None
        elif len(here) == 1:
            alone.append(here[0])
        elif here:
            games.append(TournamentGame(len(games) + 1, white, black))
    return ScheduledRound(tuple(games), bye, tuple(alone))
