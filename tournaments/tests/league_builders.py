"""What the tests of the leagues share: the worked league of RULEBOOK 2.6, and refusals."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

import pytest

from ratings.errors import Code, RuleError
from tournaments.official.facts import Ending, Game, Player

# RULEBOOK 2.6, "Own worked league"; margins in half points.
FOUR = [Player("K", 120), Player("L", 140), Player("M", 110), Player("N", 130)]
FOUR_GAMES = [
    Game("K", "L", "K", Ending.RESIGNATION),
    Game("K", "M", "K", Ending.POINTS, 7),
    Game("K", "N", "N", Ending.POINTS, 51),
    Game("L", "M", "L", Ending.POINTS, 1),
    Game("L", "N", "L", Ending.POINTS, 21),
    Game("M", "N", "N", Ending.FORFEIT),
]


def won(winner: str, loser: str, margin2: int | None = None, on: date | None = None) -> Game:
    """A win by *margin2* half points, by resignation without it."""
    ending = Ending.RESIGNATION if margin2 is None else Ending.POINTS
    return Game(winner, loser, winner, ending, margin2, on)


def jigo(a: str, b: str, on: date | None = None) -> Game:
    return Game(a, b, None, Ending.JIGO, None, on)


def players(**points: int) -> list[Player]:
    return [Player(name, number) for name, number in points.items()]


@contextmanager
def refused(
    code: Code, field: str, reason: str | None = None, accepted: str | None = None
) -> Iterator[pytest.ExceptionInfo[RuleError]]:
    """The block must raise a RuleError with exactly this code, field and what else is given."""
    with pytest.raises(RuleError) as caught:
        yield caught
    assert (caught.value.code, caught.value.field) == (code, field)
    if reason is not None:
        assert caught.value.reason == reason
    if accepted is not None:
        assert caught.value.accepted == accepted
