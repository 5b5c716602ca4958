"""What is kept of a player, which games count (S1-9 … S1-11), when a rank changes (S1-12)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import asdict

from ratings.accepted import AcceptedChoice, AcceptedRange
from ratings.errors import Code, RuleError
from ratings.system import FORFEITS, Ending, Outcome, RatedGame

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
    ``free_both`` one player's request makes a game unrated for both (S1-10 H), not for one only.
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
                "window",
                self.window,
                AcceptedChoice(0, AcceptedRange(self.min_games, RECENT)),
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


#: S1-12: a win rate of exactly 13/20 promotes, of exactly 7/20 demotes.
PROMOTE_AT = Fraction(13, 20)
DEMOTE_AT = Fraction(7, 20)


class PaaRankCode(StrEnum):
    """What became of the rank, and what kept it: its band, too few games, or the win rate."""

    PROMOTED = "promoted"
    DEMOTED = "demoted"
    KEPT_BAND = "kept_band"
    KEPT_FEW = "kept_few"
    KEPT_RATE = "kept_rate"


def counts_in_window(state: PaaState, rules: PaaRules) -> tuple[int, int, int]:
    """Return (wins, losses, jigo) of the counted games that make the win rate (S1-13).

    All since the last rank change, or only the last ``rules.window`` of them.
    """
    if not rules.window or state.counted <= rules.window:
        return state.wins, state.losses, state.jigo
    last = state.recent[-rules.window :]
    return last.count("W"), last.count("L"), last.count("J")


# By name: reaching a member through its class costs more than the comparison it serves.
_HALF, _LEFT_OUT = JigoRate.HALF, JigoRate.LEFT_OUT


def rate_parts(wins: int, losses: int, jigo: int, jigo_as: JigoRate) -> tuple[int, int]:
    """Return what the win rate divides (S1-8, S1-13): wins in halves, and games.

    >>> rate_parts(12, 6, 2, JigoRate.HALF), rate_parts(12, 6, 2, JigoRate.LEFT_OUT)
    ((26, 20), (24, 18))
    """
    if jigo_as is _HALF:
        return 2 * wins + jigo, wins + losses + jigo
    return 2 * wins, wins + losses + (0 if jigo_as is _LEFT_OUT else jigo)


def rate(state: PaaState, rules: PaaRules) -> Fraction | None:
    """Return the win rate over the window in force, None without counted games (S1-13)."""
    won2, games = rate_parts(*counts_in_window(state, rules), rules.jigo)
    return Fraction(won2, 2 * games) if games else None


_PROMOTED, _DEMOTED = PaaRankCode.PROMOTED, PaaRankCode.DEMOTED
_BAND, _FEW, _RATE = PaaRankCode.KEPT_BAND, PaaRankCode.KEPT_FEW, PaaRankCode.KEPT_RATE
_UP, _UP_OF = 2 * PROMOTE_AT.numerator, PROMOTE_AT.denominator
_DOWN, _DOWN_OF = 2 * DEMOTE_AT.numerator, DEMOTE_AT.denominator


def judge(
    band: int, rank: int, wins: int, losses: int, jigo: int, min_games: int, jigo_as: JigoRate
) -> tuple[int, PaaRankCode]:
    """Return the rank held after a counted game, and why (S1-12, S1-13).

    ``band`` that of the points after the game, ``rank`` held so far, both ladder indices; ``wins``,
    ``losses``, ``jigo`` in the window with this game, a jigo in the rate as ``jigo_as``.  Both
    points in another band and the win rate are needed; one rank per step, however far the points
    have gone.  The rate is compared crosswise in whole numbers: wins in halves / (2·games) against
    13/20 and 7/20.

    >>> judge(9, 8, 13, 7, 0, 10, JigoRate.HALF)
    (9, <PaaRankCode.PROMOTED: 'promoted'>)
    >>> judge(9, 8, 12, 8, 0, 10, JigoRate.HALF)
    (8, <PaaRankCode.KEPT_RATE: 'kept_rate'>)
    """
    if band == rank:
        return rank, _BAND
    if wins + losses + jigo < min_games:
        return rank, _FEW
    won2, games = rate_parts(wins, losses, jigo, jigo_as)
    if not games:
        return rank, _RATE
    if band > rank:
        if won2 * _UP_OF >= games * _UP:
            return rank + 1, _PROMOTED
    elif won2 * _DOWN_OF <= games * _DOWN:
        return rank - 1, _DEMOTED
    return rank, _RATE


_FULL_BOARD = 19
#: S1-10: from so many stones on a game is free.
FREE_FROM_STONES = 7
# By name: reaching a member through its class costs more than the comparison it serves.
_NO_RESULT, _TIME = Outcome.NO_RESULT, Ending.TIME


class PaaNotCounted(StrEnum):
    """Why a game moves no points; reason codes, not errors."""

    NO_RESULT = "no_result"
    FORFEIT = "forfeit"
    COMPUTER = "computer"
    PAIR = "pair"
    GUEST = "guest"
    FREE_HANDICAP = "free_handicap"
    FREE_BOARD = "free_board"
    FREE_FLAG = "free_flag"
    TIME = "time"


# S1-9 and S1-11 (with B8) leave even the number of games, and so does a game that was lost on time
# where nobody loses so: it has no result (S1-19).  The others add one game (S1-10).
VOID = frozenset({PaaNotCounted.NO_RESULT, PaaNotCounted.FORFEIT, PaaNotCounted.TIME})

RULE_OF = {
    PaaNotCounted.NO_RESULT: "S1-9",
    PaaNotCounted.FORFEIT: "S1-11",
    PaaNotCounted.COMPUTER: "H-kind",
    PaaNotCounted.PAIR: "H-kind",
    PaaNotCounted.GUEST: "H-guest",
    PaaNotCounted.FREE_HANDICAP: "S1-10",
    PaaNotCounted.FREE_BOARD: "S1-10",
    PaaNotCounted.FREE_FLAG: "S1-10",
    PaaNotCounted.TIME: "S1-19",
}


def why_not_counted(game: RatedGame) -> PaaNotCounted | None:
    """Return the first reason why *game* moves no points, None when it counts however it ended.

    In this order: no result (S1-9), forfeit (S1-11), a computer or pair go (H), a guest on either
    side (H: nobody can gain from or lose to one without points), 7 or more handicap stones, 9×9
    or 13×13, off the record by the will of either player (S1-10).
    """
    if game.outcome is _NO_RESULT:
        return PaaNotCounted.NO_RESULT
    if game.ending in FORFEITS:
        return PaaNotCounted.FORFEIT
    if game.computer:
        return PaaNotCounted.COMPUTER
    if game.pair:
        return PaaNotCounted.PAIR
    if game.black_guest or game.white_guest:
        return PaaNotCounted.GUEST
    if game.handicap >= FREE_FROM_STONES:
        return PaaNotCounted.FREE_HANDICAP
    if game.board != _FULL_BOARD:
        return PaaNotCounted.FREE_BOARD
    if game.black_free or game.white_free:
        return PaaNotCounted.FREE_FLAG
    return None


def may_end_on_time(game: RatedGame, rules: PaaRules) -> bool:
    """Return whether *game* can have been lost on time (S1-19).

    Time limits are for guidance only; in games that move nobody's points players may agree
    otherwise (H), and so may a club for all its games or for none.
    """
    if rules.time_losses is not TimeLosses.OFF_RECORD:
        return rules.time_losses is TimeLosses.EVERYWHERE
    why = why_not_counted(game)
    if why is PaaNotCounted.FREE_FLAG and not rules.free_both:
        return game.black_free and game.white_free
    return why is not None


def check_for_paa(game: RatedGame, rules: PaaRules) -> None:
    """Refuse a loss on time where nobody loses so (S1-19).

    Raises RuleError E_INCONSISTENT, field ``ending``, reason ``time_loss``; ``no_time_loss`` where
    no game may end so.
    """
    if game.ending is not _TIME or may_end_on_time(game, rules):
        return
    reason = "paa.no_time_loss" if rules.time_losses is TimeLosses.NOWHERE else "paa.time_loss"
    raise RuleError(Code.INCONSISTENT, "ending", game.ending, reason=reason)
