"""Short builders shared by the tests of this package; defaults describe a plain counted game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from ratings.errors import Code, RuleError
from ratings.paa.rules import PaaState
from ratings.ranks import parse_rank
from ratings.system import Ending, Outcome, RatedGame

BLACK_WINS = RatedGame(
    board=19,
    handicap=0,
    komi2=11,
    outcome=Outcome.BLACK,
    ending=Ending.RESIGNATION,
    margin2=None,
)


def game(**changes: Any) -> RatedGame:
    """A counted 19×19 game that Black wins by resignation, with *changes*."""
    return replace(BLACK_WINS, **changes)


def jigo(**changes: Any) -> RatedGame:
    """A counted jigo (whole komi, no ending, no margin)."""
    return game(**{"komi2": 12, "outcome": Outcome.JIGO, "ending": Ending.NONE, **changes})


def no_result(**changes: Any) -> RatedGame:
    return game(**{"outcome": Outcome.NO_RESULT, "ending": Ending.NONE, **changes})


def state(
    points: int = 115, rank: str = "1k", score: str = "", games: int | None = None
) -> PaaState:
    """A state whose counted results since the rank change are the letters of *score*."""
    return PaaState(
        points=points,
        rank=parse_rank(rank),
        games=len(score) if games is None else games,
        wins=score.count("W"),
        losses=score.count("L"),
        jigo=score.count("J"),
        recent=score[-100:],
        certified=False,
    )


@contextmanager
def refused(
    code: Code | None = None, field: str | None = None, reason: str | None = None, **facts: object
) -> Iterator[pytest.ExceptionInfo[RuleError]]:
    """The block must raise a RuleError of which all that is given is true."""
    expected = {"code": code, "field": field, "reason": reason}
    facts |= {name: value for name, value in expected.items() if value is not None}
    with pytest.raises(RuleError) as caught:
        yield caught
    assert {name: getattr(caught.value, name) for name in facts} == facts
