"""What the PAA system keeps of a player, and the house rules in force."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from msgspec import Struct
from msgspec.structs import asdict

from ratings.accepted import AcceptedChoice, AcceptedRange
from ratings.errors import Code, RuleError

#: How many results ``PaaState.recent`` keeps, and so the largest window (S1-13 H).
RECENT = 100


class JigoRate(IntEnum):
    """What a jigo is in the win rate (S1-8, S1-13 H); it is one of the counted games always.

    HALF half a win.  LEFT_OUT neither won nor played: the rate is of the games with a winner.
    NO_WIN played and not won.
    """

    HALF = 0
    LEFT_OUT = 1
    NO_WIN = 2


class TimeLosses(IntEnum):
    """Which games may be lost on time (S1-19 H): none, those that move no points, or all."""

    NOWHERE = 0
    OFF_RECORD = 1
    EVERYWHERE = 2


@dataclass(frozen=True, slots=True)
class PaaRules:
    """House rules of S1-8, S1-10, S1-13 and S1-19 in force on a day.

    ``min_games`` counted games before a rank may change, 1 … 100.  ``window`` how many of the last
    counted games since the rank change make the win rate, up to 100; 0 means all of them.
    ``free_both`` one player's wish keeps a game off the record of both (S1-10 H), not only off his.
    ``jigo`` what a jigo is in the win rate.  ``time_losses`` which games may be lost on time.

    Raises RuleError E_INCONSISTENT ``window_below_min_games`` for a window that could never hold
    enough games, so that no rank would ever change.
    """

    min_games: int = 10
    window: int = 0
    free_both: bool = True
    jigo: JigoRate = JigoRate.HALF
    time_losses: TimeLosses = TimeLosses.OFF_RECORD

    def __post_init__(self) -> None:
        if 0 < self.window < self.min_games:
            raise RuleError(
                Code.INCONSISTENT,
                field="window",
                value=self.window,
                accepted=AcceptedChoice(0, AcceptedRange(self.min_games, RECENT)),
                reason="paa.window_below_min_games",
            )


class PaaState(Struct, frozen=True, gc=False):
    """A player between two facts.

    ``points`` 0 … 999 (S1-1).  ``rank`` the ladder index held, which may differ from the band of
    the points (S1-12).  ``games`` played, free ones too (S1-7 … S1-10).  ``wins``, ``losses``,
    ``jigo`` counted games since the last rank change (S1-13).  ``recent`` the last 100 counted
    results, oldest first, letters W L J; a rank change does not shorten it.  ``certified``
    official points (S1-6).
    """

    points: int
    rank: int
    games: int
    wins: int
    losses: int
    jigo: int
    recent: str
    certified: bool

    @property
    def counted(self) -> int:
        """Counted games since the last rank change."""
        return self.wins + self.losses + self.jigo

    def to_json(self) -> dict[str, object]:
        """Return a dict of JSON types, keyed by the names of the fields."""
        return asdict(self)
