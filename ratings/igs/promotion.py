"""When the rank follows the points: the border zones of S0-26, BC (S0-26b, S0-26c)."""

from __future__ import annotations

from enum import StrEnum

from ratings.igs.ladder import BC, LOWEST
from ratings.igs.thresholds import Thresholds


class IgsRankCode(StrEnum):
    """What became of a rank.

    By points: promoted, demoted, kept, BC (demoted below 17k).  ENTERED 17k from BC.  Of newcomers:
    ADJUSTED after a block, CERTIFIED, BC, WAITING for the office.
    """

    PROMOTED = "promoted"
    DEMOTED = "demoted"
    KEPT = "kept"
    BC = "bc"
    ENTERED = "entered"
    ADJUSTED = "adjusted"
    CERTIFIED = "certified"
    WAITING = "waiting"


# By name: reaching a member through its class costs more than all else.
_KEPT = IgsRankCode.KEPT


def judge(
    points: int, rank: int, thresholds: Thresholds, above: bool = False
) -> tuple[int, int, IgsRankCode]:
    """Return (rank, points, what happened) of a certified player whose points have moved.

    *points* after the game, *rank* the index 0 … 51 held before it.  From the promotion points on
    one rank up, below the demotion points one rank down, in between the same (S0-26, A5); points
    are carried over, and lost in BC (S0-26c).  *above* one rises with more points than the border,
    as the table's footnote has it; its heading says "least points", which is our reading.

    >>> from ratings.igs.thresholds import DEFAULT
    >>> judge(25_700, 32, DEFAULT)
    (33, 25700, <IgsRankCode.PROMOTED: 'promoted'>)
    >>> judge(4_850, 0, DEFAULT)
    (-1, 0, <IgsRankCode.BC: 'bc'>)
    """
    promote = thresholds.promote[rank]
    if promote is not None and points >= promote + above:
        return rank + 1, points, IgsRankCode.PROMOTED
    if points >= thresholds.demote[rank]:
        return rank, points, _KEPT
    if rank == LOWEST:
        return BC, 0, IgsRankCode.BC
    return rank - 1, points, IgsRankCode.DEMOTED
