"""What the PAA system keeps of a player, and the house rules in force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from msgspec import Struct
from msgspec.structs import asdict

from ratings.accepted import AcceptedChoice, AcceptedRange
from ratings.checks import flag, whole_number
from ratings.errors import Code, RuleError
from ratings.ranks import check_points, check_rank

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

    Raises RuleError E_MISSING, E_TYPE, E_RANGE; E_INCONSISTENT ``window_below_min_games`` for a
    window that could never hold enough games, so that no rank would ever change.

    >>> PaaRules(jigo=1).jigo, PaaRules().min_games
    (<JigoRate.LEFT_OUT: 1>, 10)
    """

    min_games: int = 10
    window: int = 0
    free_both: bool = True
    jigo: JigoRate = JigoRate.HALF
    time_losses: TimeLosses = TimeLosses.OFF_RECORD

    def __post_init__(self) -> None:
        whole_number(self.min_games, field="min_games", low=1, high=RECENT)
        whole_number(self.window, field="window", low=0, high=RECENT)
        flag(self.free_both, field="free_both")
        for field, kind in (("jigo", JigoRate), ("time_losses", TimeLosses)):
            number = whole_number(getattr(self, field), field=field, low=0, high=len(kind) - 1)
            object.__setattr__(self, field, kind(number))
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

    The rules make one of every player in every game; it is :meth:`checked` where it comes from
    outside.
    """

    points: int
    rank: int
    games: int
    wins: int
    losses: int
    jigo: int
    recent: str
    certified: bool

    def checked(self) -> PaaState:
        """Return this state; raises RuleError where a number cannot be.

        E_MISSING, E_TYPE, E_RANGE, E_RANK on the field.
        """
        check_points(self.points)
        check_rank(self.rank)
        for name in ("games", "wins", "losses", "jigo"):
            whole_number(getattr(self, name), field=name, low=0)
        return self

    @property
    def counted(self) -> int:
        """Counted games since the last rank change."""
        return self.wins + self.losses + self.jigo

    def to_json(self) -> dict[str, object]:
        """Return a dict of JSON types, keyed by the names of the fields."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> PaaState:
        """Read what :meth:`to_json` wrote.

        Raises RuleError on the damaged field: E_MISSING, E_TYPE, E_RANGE, E_RANK, and
        E_INCONSISTENT where games or recent results do not bear out the counters.
        """
        state = cls(
            points=check_points(data.get("points")),
            rank=check_rank(data.get("rank")),
            games=whole_number(data.get("games"), field="games", low=0),
            wins=whole_number(data.get("wins"), field="wins", low=0),
            losses=whole_number(data.get("losses"), field="losses", low=0),
            jigo=whole_number(data.get("jigo"), field="jigo", low=0),
            recent=_results(data.get("recent")),
            certified=flag(data.get("certified"), field="certified"),
        )
        _check_counters(state)
        return state


def _results(value: object) -> str:
    if not isinstance(value, str) or value.strip("WLJ"):
        raise RuleError(Code.TYPE, field="recent", value=value, accepted="letters W L J")
    if len(value) > RECENT:
        raise RuleError(Code.RANGE, field="recent", value=value, accepted=f"0…{RECENT} letters")
    return value


def _check_counters(state: PaaState) -> None:
    if state.games < max(state.counted, len(state.recent)):
        raise RuleError(Code.INCONSISTENT, field="games", value=state.games)
    since = state.recent[-state.counted :] if state.counted else ""
    counted = (since.count("W"), since.count("L"), since.count("J"))
    kept = (state.wins, state.losses, state.jigo)
    # Once the change lies further back than recent reaches, recent can only hold fewer of each.
    complete = state.counted <= RECENT
    if (counted != kept) if complete else any(f > k for f, k in zip(counted, kept, strict=True)):
        raise RuleError(Code.INCONSISTENT, field="recent", value=state.recent)
