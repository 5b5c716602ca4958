"""The order of a ladder, replayed from the facts: who joined, who left, which challenges ended.

The rules are the house's own (H-ladder-stays, -win, -off, -order); nothing of the order is stored.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class How(StrEnum):
    """How a challenge was decided."""

    GAME = "game"
    DECLINED = "declined"
    UNANSWERED = "unanswered"
    CALLED_OFF = "called_off"


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody comes onto the ladder; ``player`` is his key."""

    at: datetime
    player: int


@dataclass(frozen=True, slots=True)
class LadderLeft:
    """Somebody leaves the ladder."""

    at: datetime
    player: int


@dataclass(frozen=True, slots=True)
class Decided:
    """A challenge that was decided; ``source`` is its key.

    ``winner`` is None where nobody won, as in a jigo.
    """

    at: datetime
    source: int
    challenger: int
    challenged: int
    winner: int | None
    how: How = How.GAME


Happening = Joined | LadderLeft | Decided


@dataclass(frozen=True, slots=True)
class LadderMove:
    """What one happening did to the rungs, counted from 1 at the top.

    ``rungs`` has, for each player who moved, the rung before and after; None before joining and
    after leaving.  Empty where nobody moved.
    """

    happening: Happening
    rungs: dict[int, tuple[int | None, int | None]]


@dataclass(frozen=True, slots=True)
class Ladder:
    """Players from the top, and every move that led there, the earliest first."""

    order: tuple[int, ...]
    moves: tuple[LadderMove, ...]

    def rung_of(self, player: int) -> int | None:
        """The rung of a player, from 1 at the top; None for who is not on the ladder."""
        return self.order.index(player) + 1 if player in self.order else None


def replay(happenings: Iterable[Happening]) -> Ladder:
    """The ladder after all of this, in the order of time.

    >>> from datetime import datetime, timedelta
    >>> day = lambda n: datetime(2026, 11, 1) + timedelta(days=n)
    >>> three = [Joined(day(player), player) for player in (1, 2, 3)]
    >>> replay(three).order
    (1, 2, 3)
    >>> won = replay([*three, Decided(day(9), 7, challenger=3, challenged=1, winner=3)])
    >>> won.order, won.moves[-1].rungs
    ((3, 1, 2), {3: (3, 1), 1: (1, 2), 2: (2, 3)})
    >>> replay([*three, Decided(day(9), 7, challenger=3, challenged=1, winner=1)]).order
    (1, 2, 3)
    >>> replay([*three, LadderLeft(day(9), 1)]).order
    (2, 3)
    """
    order: list[int] = []
    moves = []
    for one in sorted(happenings, key=_when):
        after = _after(order, one)
        moves.append(LadderMove(one, _moved(order, after)))
        order = after
    return Ladder(tuple(order), tuple(moves))


def _when(one: Happening) -> tuple[datetime, int, int]:
    """At one moment one joins before one plays, and plays before one leaves."""
    if isinstance(one, Decided):
        return one.at, 1, one.source
    return one.at, 0 if isinstance(one, Joined) else 2, one.player


def _after(order: list[int], one: Happening) -> list[int]:
    match one:
        case Joined(player=player):
            return order if player in order else [*order, player]
        case LadderLeft(player=player):
            return [key for key in order if key != player]
        case Decided(challenger=challenger, challenged=challenged, winner=winner):
            there = challenger in order and challenged in order
            if not there or winner != challenger:
                return order
            rung = order.index(challenged)
            if order.index(challenger) < rung:
                return order
            rest = [key for key in order if key != challenger]
            return [*rest[:rung], challenger, *rest[rung:]]


def _moved(before: list[int], after: list[int]) -> dict[int, tuple[int | None, int | None]]:
    old = {player: rung for rung, player in enumerate(before, start=1)}
    new = {player: rung for rung, player in enumerate(after, start=1)}
    both = [*after, *(player for player in before if player not in new)]
    return {
        player: (old.get(player), new.get(player))
        for player in both
        if old.get(player) != new.get(player)
    }
