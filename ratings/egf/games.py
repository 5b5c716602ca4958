"""Which games move a European rating, and with what handicap (house rules)."""

from __future__ import annotations

from enum import StrEnum

from ratings.system import FORFEITS, Outcome, RatedGame, is_even

_FULL_BOARD = 19
#: H-egf-komi: without stones and with at most this komi (half points) Black has a handicap of one.
_KOMI2_OF_ONE_STONE = 1
# By name: reaching a member through its class costs more than the comparison it serves.
_NO_RESULT = Outcome.NO_RESULT


class EgfNotCounted(StrEnum):
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
    EgfNotCounted.NO_RESULT: "H-egf-feed",
    EgfNotCounted.COMPUTER: "H-kind",
    EgfNotCounted.PAIR: "H-kind",
    EgfNotCounted.GUEST: "H-guest",
    EgfNotCounted.FREE_BOARD: "H-egf-feed",
    EgfNotCounted.FREE_FLAG: "H-egf-feed",
    EgfNotCounted.KOMI: "H-even",
    EgfNotCounted.OFF_SCALE: "EGF",
    EgfNotCounted.FORFEIT: "H-egf-feed",
}


def why_not_counted(game: RatedGame, *, forfeits: bool = True) -> EgfNotCounted | None:
    """Return the first reason why *game* moves no rating, None when it counts (H).

    A forfeit counts where *forfeits* says so.
    """
    if game.outcome is _NO_RESULT:
        return EgfNotCounted.NO_RESULT
    if game.computer:
        return EgfNotCounted.COMPUTER
    if game.pair:
        return EgfNotCounted.PAIR
    if game.black_guest or game.white_guest:
        return EgfNotCounted.GUEST
    if not forfeits and game.ending in FORFEITS:
        return EgfNotCounted.FORFEIT
    if game.board != _FULL_BOARD:
        return EgfNotCounted.FREE_BOARD
    if game.black_free or game.white_free:
        return EgfNotCounted.FREE_FLAG
    if has_odd_komi(game):
        return EgfNotCounted.KOMI
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
