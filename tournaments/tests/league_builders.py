"""What the tests of the leagues share: the worked league of RULEBOOK 2.6, and refusals."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

import pytest

from ratings.errors import Code, RuleError
from tournaments.official.facts import Ending, LeagueGame, Player

# RULEBOOK 2.6, "Own worked league"; margins in half points.
FOUR = [Player("K", 120), Player("L", 140), Player("M", 110), Player("N", 130)]
FOUR_GAMES = [
    LeagueGame("K", "L", "K", Ending.RESIGNATION),
    LeagueGame("K", "M", "K", Ending.POINTS, 7),
    LeagueGame("K", "N", "N", Ending.POINTS, 51),
    LeagueGame("L", "M", "L", Ending.POINTS, 1),
    LeagueGame("L", "N", "L", Ending.POINTS, 21),
    LeagueGame("M", "N", "N", Ending.FORFEIT),
]


def won(winner: str, loser: str, margin2: int | None = None, on: date | None = None) -> LeagueGame:
    """A win by *margin2* half points, by resignation without it."""
    ending = Ending.RESIGNATION if margin2 is None else Ending.POINTS
    return LeagueGame(winner, loser, winner, ending, margin2, on)


def jigo(a: str, b: str, on: date | None = None) -> LeagueGame:
    return LeagueGame(a, b, None, Ending.JIGO, None, on)


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
