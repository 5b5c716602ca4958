"""When the rank held follows the points: S1-12 and S1-13."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from ratings.paa.state import JigoRate, PaaRules, PaaState

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
