"""A ladder: members on rungs, who move by challenging those above (house rules H-ladder-…)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

# Whom one may challenge on a ladder, and by when (H-ladder-reach, -one, -rest, -time).


#: What a club may set, least and most: rungs, and days.
REACH: Final = (1, 99)
DAYS: Final = (1, 90)


@dataclass(frozen=True, slots=True)
class LadderRules:
    """What a club holds to on its ladder.

    ``reach``: so many rungs above may be challenged.  ``answer_days``: unanswered for so long, a
    challenge is lost by the challenged.  ``play_days``: the game is played within so many days of
    the challenge.  ``rest_days``: so long the same two do not meet again.
    """

    reach: int = 3
    answer_days: int = 7
    play_days: int = 21
    rest_days: int = 7

    @property
    def answer(self) -> timedelta:
        """The time to answer."""
        return timedelta(days=self.answer_days)

    @property
    def play(self) -> timedelta:
        """The time to play, from the challenge."""
        return timedelta(days=self.play_days)

    @property
    def rest(self) -> timedelta:
        """The time between two challenges of the same two."""
        return timedelta(days=self.rest_days)


class Bar(StrEnum):
    """Why a member cannot be challenged on the ladder."""

    NOT_ON = "not_on"
    BELOW = "below"
    TOO_HIGH = "too_high"
    CHALLENGING = "challenging"
    CHALLENGED = "challenged"
    RESTING = "resting"


def bar_between(
    order: Sequence[int],
    challenger: int,
    challenged: int,
    *,
    reach: int,
    challenging: Collection[int] = (),
    asked: Collection[int] = (),
    resting: Collection[frozenset[int]] = (),
) -> Bar | None:
    """What forbids this challenge; None where nothing does.

    *order* the players from the top; *challenging* those who have a ladder challenge of their own
    under way, *asked* those who have one to answer or to play, *resting* pairs that met lately.

    >>> order = [11, 12, 13, 14, 15]
    >>> bar_between(order, 15, 12, reach=3) is None
    True
    >>> str(bar_between(order, 15, 11, reach=3)), str(bar_between(order, 11, 15, reach=3))
    ('too_high', 'below')
    >>> str(bar_between(order, 15, 12, reach=3, asked={12}))
    'challenged'
    >>> str(bar_between(order, 15, 12, reach=3, resting={frozenset((12, 15))}))
    'resting'
    """
    if challenger not in order or challenged not in order:
        return Bar.NOT_ON
    distance = order.index(challenger) - order.index(challenged)
    if distance <= 0:
        return Bar.BELOW
    if distance > reach:
        return Bar.TOO_HIGH
    if challenger in challenging:
        return Bar.CHALLENGING
    if challenged in asked:
        return Bar.CHALLENGED
    if frozenset((challenger, challenged)) in resting:
        return Bar.RESTING
    return None


# The order of a ladder, replayed from the facts: who joined, who left, which challenges ended.


class How(StrEnum):
    """How a challenge was decided."""

    GAME = "game"
    DECLINED = "declined"
    UNANSWERED = "unanswered"
    CALLED_OFF = "called_off"


@dataclass(frozen=True, slots=True)
class Joined:
    """A player joins the ladder; ``player`` is their key."""

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
    for happening in sorted(happenings, key=_when):
        after = _after(order, happening)
        moves.append(LadderMove(happening, _moved(order, after)))
        order = after
    return Ladder(tuple(order), tuple(moves))


def _when(happening: Happening) -> tuple[datetime, int, int]:
    """At one moment one joins before one plays, and plays before one leaves."""
    if isinstance(happening, Decided):
        return happening.at, 1, happening.source
    return happening.at, 0 if isinstance(happening, Joined) else 2, happening.player


def _after(order: list[int], happening: Happening) -> list[int]:
    match happening:
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
