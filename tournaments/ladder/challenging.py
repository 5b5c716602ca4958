"""Whom one may challenge on a ladder, and by when (H-ladder-reach, -one, -rest, -time)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Final

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
