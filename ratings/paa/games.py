"""Which games move points (S1-9 … S1-11, S1-19)."""

from __future__ import annotations

from enum import StrEnum

from ratings.accepted import AcceptedWords
from ratings.errors import Code, RuleError
from ratings.paa.state import PaaRules, TimeLosses
from ratings.system import FORFEITS, Ending, Outcome, RatedGame

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
    nowhere = rules.time_losses is TimeLosses.NOWHERE
    raise RuleError(
        Code.INCONSISTENT,
        field="ending",
        value=game.ending,
        accepted=AcceptedWords("points, resign, forfeit"),
        reason="paa.no_time_loss" if nowhere else "paa.time_loss",
    )
