"""Which games move an Elo rating: a house rule, for S4 knows neither handicap nor boards."""

from __future__ import annotations

from enum import StrEnum

from ratings.elo.state import Feed
from ratings.system import FORFEITS, Outcome, RatedGame, is_even

_FULL_BOARD = 19
# By name: reaching a member through its class costs more than the comparison it serves.
_NO_RESULT, _LEAGUE = Outcome.NO_RESULT, Feed.LEAGUE


class NotCounted(StrEnum):
    """Why a game moves no rating; reason codes, not errors."""

    NO_RESULT = "no_result"
    COMPUTER = "computer"
    PAIR = "pair"
    GUEST = "guest"
    NOT_LEAGUE = "not_league"
    FREE_BOARD = "free_board"
    HANDICAP = "handicap"
    KOMI = "komi"
    FREE_FLAG = "free_flag"
    FORFEIT = "forfeit"


RULE_OF = {
    NotCounted.NO_RESULT: "H-elo-feed",
    NotCounted.COMPUTER: "H-kind",
    NotCounted.PAIR: "H-kind",
    NotCounted.GUEST: "H-guest",
    NotCounted.NOT_LEAGUE: "H-elo-feed",
    NotCounted.FREE_BOARD: "H-elo-feed",
    NotCounted.HANDICAP: "H-elo-feed",
    NotCounted.KOMI: "H-even",
    NotCounted.FREE_FLAG: "H-elo-feed",
    NotCounted.FORFEIT: "S4-6",
}


def why_not_counted(game: RatedGame, feed: Feed, *, forfeits: bool = True) -> NotCounted | None:
    """Return the first reason why *game* moves no rating, None when it counts.

    In this order: no result, a computer or pair go, a guest on either side; then, outside the
    league, the feed takes league games only, a small board, handicap stones, a komi that is not
    that of an even game (H-even), off the record by the will of either side.
    A loss on time counts, and a forfeit where *forfeits* says so (S4-6).
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
    if game.league:
        return None
    if feed is _LEAGUE:
        return NotCounted.NOT_LEAGUE
    if game.board != _FULL_BOARD:
        return NotCounted.FREE_BOARD
    if game.handicap:
        return NotCounted.HANDICAP
    if not is_even(game):
        return NotCounted.KOMI
    if game.black_free or game.white_free:
        return NotCounted.FREE_FLAG
    return None
