"""Which games move an Elo rating: a house rule, for S4 knows neither handicap nor boards."""

from __future__ import annotations

from enum import StrEnum

from ratings.elo.state import Feed
from ratings.system import FORFEITS, Outcome, RatedGame, is_even

_FULL_BOARD = 19
# By name: reaching a member through its class costs more than the comparison it serves.
_NO_RESULT, _LEAGUE = Outcome.NO_RESULT, Feed.LEAGUE


class EloNotCounted(StrEnum):
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
    EloNotCounted.NO_RESULT: "H-elo-feed",
    EloNotCounted.COMPUTER: "H-kind",
    EloNotCounted.PAIR: "H-kind",
    EloNotCounted.GUEST: "H-guest",
    EloNotCounted.NOT_LEAGUE: "H-elo-feed",
    EloNotCounted.FREE_BOARD: "H-elo-feed",
    EloNotCounted.HANDICAP: "H-elo-feed",
    EloNotCounted.KOMI: "H-even",
    EloNotCounted.FREE_FLAG: "H-elo-feed",
    EloNotCounted.FORFEIT: "S4-6",
}


def why_not_counted(game: RatedGame, feed: Feed, *, forfeits: bool = True) -> EloNotCounted | None:
    """Return the first reason why *game* moves no rating, None when it counts.

    In this order: no result, a computer or pair go, a guest on either side; then, outside the
    league, the feed takes league games only, a small board, handicap stones, a komi that is not
    that of an even game (H-even), off the record by the will of either side.
    A loss on time counts, and a forfeit where *forfeits* says so (S4-6).
    """
    if game.outcome is _NO_RESULT:
        return EloNotCounted.NO_RESULT
    if game.computer:
        return EloNotCounted.COMPUTER
    if game.pair:
        return EloNotCounted.PAIR
    if game.black_guest or game.white_guest:
        return EloNotCounted.GUEST
    if not forfeits and game.ending in FORFEITS:
        return EloNotCounted.FORFEIT
    if game.league:
        return None
    if feed is _LEAGUE:
        return EloNotCounted.NOT_LEAGUE
    if game.board != _FULL_BOARD:
        return EloNotCounted.FREE_BOARD
    if game.handicap:
        return EloNotCounted.HANDICAP
    if not is_even(game):
        return EloNotCounted.KOMI
    if game.black_free or game.white_free:
        return EloNotCounted.FREE_FLAG
    return None
