"""The order within an event: big points, then small points (S4-5, S4-6, S4-9, S4-16, 5.5)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Any, TypeVar

T = TypeVar("T")
PlayerId = int | str

WIN, BYE, DRAW = 3, 3, 1


class EventEnding(StrEnum):
    """How a game of an event ended.

    RESIGNATION is also the opponent's concession.  PENALTY lost by a sanction (S4-18),
    BOTH_PENALTY by both.  FORFEIT not played, the opponent did not come or was removed.  DRAW a
    jigo, CALLED a draw because the game was not over when time was called (S4-15).  OPEN paired,
    without a result so far.
    """

    POINTS = "points"
    RESIGNATION = "resign"
    TIME = "time"
    PENALTY = "penalty"
    BOTH_PENALTY = "both_penalty"
    FORFEIT = "forfeit"
    DRAW = "draw"
    CALLED = "called"
    BYE = "bye"
    OPEN = "open"


#: A draw, for whatever reason.
DRAWS = frozenset({EventEnding.DRAW, EventEnding.CALLED})


@dataclass(frozen=True, slots=True)
class EventGame:
    """One pairing of a round, counted from 1; a bye has no *b* and no winner.

    ``margin2`` the winner's margin after komi in half points, for a win by points only.
    """

    round: int
    a: PlayerId
    b: PlayerId | None
    winner: PlayerId | None = None
    ending: EventEnding = EventEnding.OPEN
    margin2: int | None = None

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """The players of the game, one for a bye."""
        return (self.a,) if self.b is None else (self.a, self.b)


@dataclass(frozen=True, slots=True)
class EventRow:
    """One player's line in an event.

    ``place`` None for a player who was removed (S4-18) and is listed below all, without a place.
    ``big`` points, ``small2`` half points won less lost; ``byes`` are not among the ``wins``.
    """

    place: int | None
    player: PlayerId
    big: int
    small2: int
    wins: int
    draws: int
    losses: int
    byes: int
    shared: bool


def event_table(
    players: Sequence[PlayerId],
    games: Iterable[EventGame],
    *,
    off_board2: int = 40,
    bye2: int = 0,
    removed: Collection[PlayerId] = (),
) -> tuple[EventRow, ...]:
    """Return the order of an event: big points, then small points, else a shared place (S4-16).

    A win and a bye earn 3 big points, a draw 1, a loss 0 (S4-9); who has no game in a round earns
    nothing.  Open games earn nobody anything.  *removed* players come last, without a place.

    Small points in half points where the board gives no margin (S4-16 H): *off_board2* for a win by
    resignation, on time, by penalty or forfeit, the loser loses as many; *bye2* for a bye, which
    nobody loses.
    """
    tallies = {player: _Tally(player) for player in players}
    for game in games:
        for player in game.players:
            tallies[player].add(game, off_board2, bye2)
    standing = [tally for tally in tallies.values() if tally.player not in removed]
    rows = [tally.row(place, shared) for place, shared, tally in places(standing, _Tally.key)]
    gone = sorted((tally for tally in tallies.values() if tally.player in removed), key=_Tally.key)
    rows += [tally.row(None, False) for tally in gone]
    return tuple(rows)


def places(items: Iterable[T], key: Callable[[T], Any]) -> Iterator[tuple[int, bool, T]]:
    """Yield (place, shared, item) by rising *key*; equals stay in the order they were given.

    Who is equal shares a place, and the next place is counted on from all above.

    >>> list(places(["ccc", "a", "b"], key=len))
    [(1, True, 'a'), (1, True, 'b'), (3, False, 'ccc')]
    """
    place = 1
    for _, group in groupby(sorted(items, key=key), key=key):
        equals = list(group)
        for item in equals:
            yield place, len(equals) > 1, item
        place += len(equals)


@dataclass(slots=True)
class _Tally:
    player: PlayerId
    wins: int = 0
    draws: int = 0
    losses: int = 0
    byes: int = 0
    small2: int = 0

    def add(self, game: EventGame, off_board2: int, bye2: int) -> None:
        margin2 = off_board2 if game.margin2 is None else game.margin2
        if game.ending is EventEnding.OPEN:
            return
        if game.ending is EventEnding.BYE:
            self.byes += 1
            self.small2 += bye2
        elif game.ending in DRAWS:
            self.draws += 1
        elif game.winner == self.player:
            self.wins += 1
            self.small2 += margin2
        else:
            self.losses += 1
            self.small2 -= margin2

    @property
    def big(self) -> int:
        return WIN * self.wins + BYE * self.byes + DRAW * self.draws

    def key(self) -> tuple[int, int]:
        return -self.big, -self.small2

    def row(self, place: int | None, shared: bool) -> EventRow:
        return EventRow(
            place=place,
            player=self.player,
            big=self.big,
            small2=self.small2,
            wins=self.wins,
            draws=self.draws,
            losses=self.losses,
            byes=self.byes,
            shared=shared,
        )
