"""Tables of RULEBOOK section 1 and short builders, shared by the tests of the IGS rules."""

from __future__ import annotations

from typing import Any

from ratings.igs.ladder import BC, LADDER, UNGRADED, parse_rank
from ratings.igs.state import IgsRules, IgsState
from ratings.igs.system import SYSTEM
from ratings.igs.thresholds import DEFAULT
from ratings.system import Outcome, RatedGame, Step
from ratings.tests.builders import game

RULES = IgsRules()

# S0-14: difference doubled, stones, komi in half points (positive: Black gives), who gives.
STANDARD = [
    (0, 0, 13, "black"),
    (1, 0, 1, "weaker"),
    (2, 0, -11, "stronger"),
    (3, 2, 1, "weaker"),
    (4, 2, -11, "stronger"),
    (5, 3, 1, "weaker"),
    (6, 3, -11, "stronger"),
    (7, 4, 1, "weaker"),
    (8, 4, -11, "stronger"),
    (9, 5, 1, "weaker"),
    (10, 5, -11, "stronger"),
    (11, 6, 1, "weaker"),
    (12, 6, -11, "stronger"),
    (13, 7, 1, "weaker"),
    (14, 7, -11, "stronger"),
    (15, 8, 1, "weaker"),
    (16, 8, -11, "stronger"),
    (17, 9, 1, "weaker"),
    (18, 9, -11, "stronger"),
]

# S0-19: net difference doubled, points when the stronger wins, when the weaker wins, the chance
# of the stronger in hundredths.
POINTS = [
    (0, 100, 100, 50),
    (1, 92, 108, 54),
    (2, 84, 116, 58),
    (3, 78, 122, 61),
    (4, 72, 128, 64),
    (5, 68, 132, 66),
    (6, 64, 136, 68),
]

# S0-21: net doubled, ×1.5 (stronger wins, weaker wins), ×1.2 rounded.
MULTIPLIED = [
    (0, (150, 150), (120, 120)),
    (1, (138, 162), (110, 130)),
    (2, (126, 174), (101, 139)),
    (3, (117, 183), (94, 146)),
    (4, (108, 192), (86, 154)),
    (5, (102, 198), (82, 158)),
    (6, (96, 204), (77, 163)),
]

# S0-26: the eight published numbers.
EIGHT = [
    ("17k", "promote", 5_500),
    ("17k", "entry", 5_250),
    ("17k", "demote", 4_900),
    ("1k", "promote", 25_700),
    ("1k", "demote", 24_400),
    ("9d", "promote", 63_700),
    ("9d", "demote", 59_900),
    ("10d", "demote", 62_700),
]

BLACK, WHITE = Outcome.BLACK, Outcome.WHITE


def index(rank: str) -> int:
    return parse_rank(rank).index


def certified(
    rank: str = "1k", points: int | None = None, rated: int = 200, recent: str = "RR"
) -> IgsState:
    """A certified player; entry points and ×1 unless told."""
    place = LADDER.index(rank)
    return IgsState(
        place, DEFAULT.entry[place] if points is None else points, rated=rated, recent=recent
    )


def newcomer(rank: str = "1k", games: int = 0, wins: int = 0, block100: int = 0) -> IgsState:
    return IgsState(
        index(rank), provisional=True, rated=games, games=games, wins=wins, block100=block100
    )


def in_bc(wins: int = 0) -> IgsState:
    return IgsState(BC, bc_wins=wins)


def pro(grade: str | None = None) -> IgsState:
    return IgsState(UNGRADED if grade is None else index(grade), pro=True)


def even(**changes: Any) -> RatedGame:
    """An even 19×19 game (no stones, 6.5), won by Black unless told."""
    return game(**{"komi2": 13, **changes})


def play(
    played: RatedGame, black: IgsState | None, white: IgsState | None, rules: IgsRules = RULES
) -> tuple[Step[IgsState], Step[IgsState]]:
    """Both sides' steps of a game between two members."""
    first, second = SYSTEM.step(played, black, white, rules)
    assert first is not None
    assert second is not None
    return first, second


def play_all(
    own: IgsState, opponent: IgsState, score: str, rules: IgsRules = RULES
) -> list[Step[IgsState]]:
    """The steps of *own*, always Black, in even games against an opponent who never changes."""
    steps = []
    for letter in score:
        step, _ = play(even(outcome=BLACK if letter == "W" else WHITE), own, opponent, rules)
        steps.append(step)
        own = step.state
    return steps
