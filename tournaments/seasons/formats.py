"""Formats of events and the number of their rounds: S4-13, S4-14, S4-15 and S4-19 on a Go board."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ratings.accepted import AcceptedRange, AcceptedWords
from ratings.checks import flag, whole_number
from ratings.errors import Code, RuleError

_MOST_MINUTES = 600
FEWEST_ROUNDS = 3
# S4-13: (up to so many players, most rounds); more players have eight.
_MOST_ROUNDS = ((4, 3), (8, 4), (16, 5), (32, 6))
_ROUNDS_BEYOND = 8


class Per(StrEnum):
    """What the minutes are for: the whole round or each player."""

    ROUND = "round"
    SIDE = "side"


class TimeUp(StrEnum):
    """What happens when time is up.

    CALLED: play on as :func:`moves_after_call` says, then 1:1 (S4-15).  LOSS: the flag is down and
    the game lost (S4-14).
    """

    CALLED = "called"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Format:
    """How the games of an event are played; formats are data, a league may add its own (5.5).

    ``low`` … ``high`` minutes that an organiser may set, ``default`` where he sets none (None: he
    must).  ``themed`` a theme has to be written.

    Raises RuleError E_MISSING (key), E_RANGE (minutes outside 1 … 600), E_INCONSISTENT (high below
    low; default outside), E_TYPE.
    """

    key: str
    low: int
    high: int
    default: int | None = None
    per: Per = Per.ROUND
    time_up: TimeUp = TimeUp.CALLED
    themed: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.key, str) or not self.key.strip():
            raise RuleError(Code.MISSING, field="key", value=self.key)
        whole_number(self.low, field="low", low=1, high=_MOST_MINUTES)
        whole_number(self.high, field="high", low=1, high=_MOST_MINUTES)
        if self.high < self.low:
            raise RuleError(
                Code.INCONSISTENT,
                field="high",
                value=self.high,
                accepted=AcceptedRange(self.low, None),
            )
        if self.default is not None:
            whole_number(self.default, field="default")
            if not self.low <= self.default <= self.high:
                raise RuleError(
                    Code.INCONSISTENT, field="default", value=self.default, accepted=self.limits
                )
        for name, kind in (("per", Per), ("time_up", TimeUp)):
            value = getattr(self, name)
            if not isinstance(value, kind):
                raise RuleError(Code.TYPE, field=name, value=value, accepted=", ".join(kind))
        flag(self.themed, field="themed")

    @property
    def limits(self) -> AcceptedRange:
        """Both ends of the minutes, as in ``40…60``."""
        return AcceptedRange(self.low, self.high)

    def minutes(self, asked: int | None) -> int:
        """Return the minutes of an event whose organiser asked for so many, None for the usual.

        Raises RuleError E_RANGE outside the limits (S4-14), E_MISSING where there is no usual
        figure, E_TYPE.

        >>> STANDARD.minutes(None), CLOCK.minutes(20)
        (50, 20)
        """
        chosen = self.default if asked is None else asked
        return whole_number(chosen, field="minutes", low=self.low, high=self.high)


#: S4-14.  Themed keeps the rules of Standard and adds one constraint.
STANDARD = Format("standard", 40, 60, 50)
CLOCK = Format("clock", 15, 30, None, Per.SIDE, TimeUp.LOSS)
THEMED = Format("themed", 40, 60, 50, themed=True)


def round_bounds(players: int) -> tuple[int, int]:
    """Return the fewest and the most rounds for so many players, both inclusive (S4-13).

    Raises RuleError E_RANGE (negative), E_TYPE, E_MISSING.

    >>> [round_bounds(players) for players in (4, 5, 33)]
    [(3, 3), (3, 4), (3, 8)]
    """
    whole_number(players, field="players", low=0)
    for up_to, most in _MOST_ROUNDS:
        if players <= up_to:
            return FEWEST_ROUNDS, most
    return FEWEST_ROUNDS, _ROUNDS_BEYOND


def moves_after_call(to_move: str) -> tuple[str, ...]:
    """Return the colours of the moves still played once time is called (S4-15).

    *to_move* "B" or "W".  He completes his move, then two more each; a game that is then neither
    over nor agreed is a draw.  Raises RuleError E_TYPE for any other colour.

    >>> moves_after_call("W")
    ('W', 'B', 'W', 'B', 'W')
    """
    if to_move not in ("B", "W"):
        raise RuleError(Code.TYPE, field="to_move", value=to_move, accepted=AcceptedWords("B, W"))
    opponent = "W" if to_move == "B" else "B"
    return (to_move, *(opponent, to_move) * 2)


def check_colour_by_toss(*, players_agree: bool, organiser_agrees: bool, started: bool) -> None:
    """Refuse the electronic toss for colours where not all agree, or once the game runs (S4-19).

    Raises RuleError E_STATE (``started``), E_FORBIDDEN (``players_agree``, ``organiser_agrees``).
    """
    if flag(started, field="started"):
        raise RuleError(
            Code.STATE,
            field="started",
            value=started,
            accepted=AcceptedWords("before the start"),
            reason="season.toss_after_start",
        )
    for name, agreed in (("players_agree", players_agree), ("organiser_agrees", organiser_agrees)):
        if not flag(agreed, field=name):
            raise RuleError(
                Code.FORBIDDEN,
                field=name,
                value=agreed,
                accepted=AcceptedWords("their consent"),
                reason="season.toss_without_consent",
            )
