"""Which games move a European rating, and with what handicap (house rules)."""

from __future__ import annotations

from enum import StrEnum

from ratings.system import FORFEITS, Outcome, RatedGame, is_even

_FULL_BOARD = 19
#: H-egf-komi: without stones and with at most this komi (half points) Black has a handicap of one.
_KOMI2_OF_ONE_STONE = 1
# By name: reaching a member through its class costs more than the comparison it serves.
_NO_RESULT = Outcome.NO_RESULT


class NotCounted(StrEnum):
    """Why a game moves no rating; reason codes, not errors; the first that holds.

    OFF_SCALE Black's stones would raise his rating to 3300 or more, where the formula ends.
    """

    NO_RESULT = "no_result"
    COMPUTER = "computer"
    PAIR = "pair"
    GUEST = "guest"
    FREE_BOARD = "free_board"
    FREE_FLAG = "free_flag"
    KOMI = "komi"
    OFF_SCALE = "off_scale"
    FORFEIT = "forfeit"


RULE_OF = {
    NotCounted.NO_RESULT: "H-egf-feed",
    NotCounted.COMPUTER: "H-kind",
    NotCounted.PAIR: "H-kind",
    NotCounted.GUEST: "H-guest",
    NotCounted.FREE_BOARD: "H-egf-feed",
    NotCounted.FREE_FLAG: "H-egf-feed",
    NotCounted.KOMI: "H-even",
    NotCounted.OFF_SCALE: "EGF",
    NotCounted.FORFEIT: "H-egf-feed",
}


def why_not_counted(game: RatedGame, *, forfeits: bool = True) -> NotCounted | None:
    """Return the first reason why *game* moves no rating, None when it counts (H).

    A forfeit counts where *forfeits* says so.
    """
    if game.outcome is _NO_RESULT:
        return NotCounted.NO_RESULT
    if game.computer:
        return NotCounted.COMPUTER
    if game.pair:
        return NotCounted.PAIR
    if game.black_guest or game.white_guest:
        return NotCounted.GUEST
    if not forfeits and game.ending in FORFEITS:
        return NotCounted.FORFEIT
    if game.board != _FULL_BOARD:
        return NotCounted.FREE_BOARD
    if game.black_free or game.white_free:
        return NotCounted.FREE_FLAG
    if has_odd_komi(game):
        return NotCounted.KOMI
    return None


def has_odd_komi(game: RatedGame) -> bool:
    """Return whether a game without stones is neither even (H-even) nor a handicap of one.

    The formula knows nothing between: with 2½ or 12½ points of komi it would count as even.
    """
    return not game.handicap and game.komi2 > _KOMI2_OF_ONE_STONE and not is_even(game)


def stones_of(game: RatedGame) -> int:
    """Return the handicap as the formula takes it, 0 … 9 (H-egf-komi)."""
    if game.handicap:
        return game.handicap
    return 1 if game.komi2 <= _KOMI2_OF_ONE_STONE else 0
