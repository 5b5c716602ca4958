"""From a self-declared rank to a certified one: S0-27 … S0-30, in hundredths, exactly."""

from __future__ import annotations

from dataclasses import dataclass

from ratings.igs.conditions import HALF24
from ratings.igs.ladder import BC, LEVELS2, LOWEST_LEVEL, NEWCOMER_HIGHEST_LEVEL, index_of_level
from ratings.igs.points import EXPECTED100
from ratings.igs.state import NEWCOMER_GAMES, NEWCOMER_WINS

_WIN100 = 100
#: S0-29: from this remainder of the last block on the certified rank carries a ``+``.
PLUS_FROM100 = 50
_LAST_ROW = len(EXPECTED100) - 1


def expected100(net24: int) -> int:
    """Return a side's chance of winning in hundredths (S0-29, S0-19's last column).

    *net24* the net difference in twenty-fourths of a rank as this side sees it, positive when he
    is the stronger; cut toward zero to half ranks, 3 ranks at most.

    >>> expected100(0), expected100(24), expected100(-24), expected100(-1000)
    (50, 58, 42, 32)
    """
    row = min(abs(net24) // HALF24, _LAST_ROW)
    return EXPECTED100[row] if net24 >= 0 else _WIN100 - EXPECTED100[row]


def surprise100(won: bool, expected: int) -> int:
    """Return result − p of a game in hundredths: what it adds to the sum of its block (S0-29)."""
    return (_WIN100 if won else 0) - expected


def shift_of(block100: int) -> tuple[int, int]:
    """Return (whole ranks, remainder in hundredths) of a block's sum, cut toward zero (S0-29).

    Both have the sign of the sum.

    >>> shift_of(250), shift_of(-150), shift_of(-50)
    ((2, 50), (-1, -50), (0, -50))
    """
    ranks, rest = divmod(abs(block100), _WIN100)
    return (ranks, rest) if block100 >= 0 else (-ranks, -rest)


@dataclass(frozen=True, slots=True)
class BlockEnd:
    """What a finished block of five makes of a newcomer.

    ``rank`` ladder index afterwards; BC when the 20 games brought fewer than 5 wins (S0-30).
    ``shift`` whole ranks by the formula (0 without it), before the bounds 17k and 9d.
    ``remainder100`` what the cut left.  ``certified`` the 20 games are complete and the rank holds
    (in BC too).  ``waiting`` they are complete and the office must set the rank.
    """

    rank: int
    shift: int
    remainder100: int
    certified: bool
    waiting: bool


def end_of_block(rank: int, block100: int, games: int, wins: int, formula: bool) -> BlockEnd:
    """Return what becomes of a newcomer after game 5, 10, 15 or 20 (S0-28 … S0-30).

    ``rank`` the index held, a whole rank; ``block100`` the sum of the block; ``games`` counted;
    ``wins`` in all games; ``formula`` whether S0-29 is switched on.  After game 20 the last shift
    is applied and a remainder of 0.5 or more adds ``+``; there is none at 9d.

    >>> end_of_block(32, 150, 20, 12, True).rank
    35
    """
    whole, remainder = shift_of(block100)
    shift = whole if formula else 0
    level = min(max(LEVELS2[rank] // 2 + shift, LOWEST_LEVEL), NEWCOMER_HIGHEST_LEVEL)
    index = index_of_level(level)
    if games < NEWCOMER_GAMES:
        return BlockEnd(index, shift, remainder, certified=False, waiting=False)
    if wins < NEWCOMER_WINS:
        return BlockEnd(BC, shift, remainder, certified=True, waiting=False)
    if not formula:
        return BlockEnd(index, shift, remainder, certified=False, waiting=True)
    plus = remainder >= PLUS_FROM100 and level < NEWCOMER_HIGHEST_LEVEL
    return BlockEnd(index + plus, shift, remainder, certified=True, waiting=False)
