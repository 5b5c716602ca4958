"""Which games move points (S1-9 … S1-11, S1-19)."""

from __future__ import annotations

from enum import StrEnum

from ratings.errors import Code, RuleError
from ratings.system import Ending, Outcome, RatedGame

_FULL_BOARD = 19
#: S1-10: from so many stones on a game is free.
FREE_FROM_STONES = 7
# By name: reaching a member through its class costs more than the comparison it serves.
_NO_RESULT, _FORFEIT, _TIME = Outcome.NO_RESULT, Ending.FORFEIT, Ending.TIME


class NotCounted(StrEnum):
    """Why a game moves no points; reason codes, not errors."""

    NO_RESULT = "no_result"
    FORFEIT = "forfeit"
    COMPUTER = "computer"
    PAIR = "pair"
    GUEST = "guest"
    FREE_HANDICAP = "free_handicap"
    FREE_BOARD = "free_board"
    FREE_FLAG = "free_flag"


# S1-9 and S1-11 (with B8) leave even the number of games; the others add one game (S1-10).
VOID = frozenset({NotCounted.NO_RESULT, NotCounted.FORFEIT})

RULE_OF = {
    NotCounted.NO_RESULT: "S1-9",
    NotCounted.FORFEIT: "S1-11",
    NotCounted.COMPUTER: "H-kind",
    NotCounted.PAIR: "H-kind",
    NotCounted.GUEST: "H-guest",
    NotCounted.FREE_HANDICAP: "S1-10",
    NotCounted.FREE_BOARD: "S1-10",
    NotCounted.FREE_FLAG: "S1-10",
}


def why_not_counted(game: RatedGame) -> NotCounted | None:
    """Return the first reason why *game* moves no points, None when it counts.

    In this order: no result (S1-9), forfeit (S1-11), a computer or pair go (H), a guest on either
    side (H: nobody can gain from or lose to one without points), 7 or more handicap stones, 9×9
    or 13×13, off the record by the will of either player (S1-10).
    """
    if game.outcome is _NO_RESULT:
        return NotCounted.NO_RESULT
    if game.ending is _FORFEIT:
        return NotCounted.FORFEIT
    if game.computer:
        return NotCounted.COMPUTER
    if game.pair:
        return NotCounted.PAIR
    if game.black_guest or game.white_guest:
        return NotCounted.GUEST
    if game.handicap >= FREE_FROM_STONES:
        return NotCounted.FREE_HANDICAP
    if game.board != _FULL_BOARD:
        return NotCounted.FREE_BOARD
    if game.black_free or game.white_free:
        return NotCounted.FREE_FLAG
    return None


def check_for_paa(game: RatedGame) -> None:
    """Refuse a loss on time in a game that would move points (S1-19).

    Time limits are for guidance only; in games that do not count players may agree otherwise.
    Raises RuleError E_INCONSISTENT, field ``ending``, reason ``time_loss``.
    """
    if game.ending is _TIME and why_not_counted(game) is None:
        raise RuleError(
            Code.INCONSISTENT,
            field="ending",
            value=game.ending,
            accepted="points, resign, forfeit",
            reason="paa.time_loss",
        )
