"""Which games move an Elo rating: a house rule, for S4 knows neither handicap nor boards."""

from __future__ import annotations

from enum import StrEnum

from ratings.elo.state import Feed
from ratings.system import Outcome, RatedGame

_FULL_BOARD = 19
# By name: reaching a member through its class costs more than the comparison it serves.
_NO_RESULT, _LEAGUE = Outcome.NO_RESULT, Feed.LEAGUE


class NotCounted(StrEnum):
    """Why a game moves no rating; reason codes, not errors."""

    NO_RESULT = "no_result"
    GUEST = "guest"
    NOT_LEAGUE = "not_league"
    FREE_BOARD = "free_board"
    HANDICAP = "handicap"
    FREE_FLAG = "free_flag"


RULE_OF = {
    NotCounted.NO_RESULT: "H-elo-feed",
    NotCounted.GUEST: "H-guest",
    NotCounted.NOT_LEAGUE: "H-elo-feed",
    NotCounted.FREE_BOARD: "H-elo-feed",
    NotCounted.HANDICAP: "H-elo-feed",
    NotCounted.FREE_FLAG: "H-elo-feed",
}


def why_not_counted(game: RatedGame, feed: Feed) -> NotCounted | None:
    """Return the first reason why *game* moves no rating, None when it counts.

    In this order: no result, a guest on either side; then, outside the league, the feed takes
    league games only, a small board, handicap stones, off the record by the will of either side.
    A forfeit counts, as does a loss on time (S4-6).
    """
    if game.outcome is _NO_RESULT:
        return NotCounted.NO_RESULT
    if game.black_guest or game.white_guest:
        return NotCounted.GUEST
    if game.league:
        return None
    if feed is _LEAGUE:
        return NotCounted.NOT_LEAGUE
    if game.board != _FULL_BOARD:
        return NotCounted.FREE_BOARD
    if game.handicap:
        return NotCounted.HANDICAP
    if game.black_free or game.white_free:
        return NotCounted.FREE_FLAG
    return None
