"""What is missing for the next rank, and what would cost the present one (S1-12, S1-13)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ratings.paa.rules import DEMOTE_AT, PROMOTE_AT, PaaRules, PaaState, rate
from ratings.paa.system import SYSTEM
from ratings.ranks import LADDER, MAX_POINTS, MIN_POINTS, band_range
from ratings.system import Ending, Outcome, RatedGame

# Even from 0–100 at the far end of a band 1000 points suffice; more than that no rate needs.
_MOST_GAMES = 1_500
_GAMES = {
    won: RatedGame(19, 0, 11, Outcome.BLACK if won else Outcome.WHITE, Ending.RESIGNATION, None)
    for won in (True, False)
}


@dataclass(frozen=True, slots=True)
class RankBorder:
    """One border of a rank: ``rank`` beyond it, and what keeps a player on this side.

    ``points_missing`` until the points lie beyond the border, 0 when they do.  ``rate`` the win
    rate now (None without counted games) and ``rate_needed`` at least (at most, going down).
    ``counted`` games in the window of the last change and ``games_needed``.  ``games_in_a_row``
    the fewest wins (losses) in a row that change the rank; None when no number does.
    """

    rank: str
    points_missing: int
    rate: Fraction | None
    rate_needed: Fraction
    counted: int
    games_needed: int
    games_in_a_row: int | None


@dataclass(frozen=True, slots=True)
class PaaForecast:
    """Both borders of the rank held; None where the ladder ends."""

    promotion: RankBorder | None
    demotion: RankBorder | None


def forecast_of(state: PaaState, rules: PaaRules) -> PaaForecast:
    """Return what the next changes of rank need, by playing them through the rules themselves.

    >>> near = PaaState(119, 8, 23, 14, 9, 0, "WL" * 9 + "WWWWW", False)
    >>> side = forecast_of(near, PaaRules()).promotion
    >>> side.rank, side.points_missing, side.games_in_a_row
    ('1d', 2, 3)
    """
    return PaaForecast(_side(state, rules, up=True), _side(state, rules, up=False))


def _side(state: PaaState, rules: PaaRules, *, up: bool) -> RankBorder | None:
    low, high = band_range(state.rank)
    border = high if up else low
    if border is None:
        return None
    beyond = border + 1 - state.points if up else state.points - (border - 1)
    return RankBorder(
        rank=LADDER[state.rank + (1 if up else -1)],
        points_missing=max(beyond, 0),
        rate=rate(state, rules),
        rate_needed=PROMOTE_AT if up else DEMOTE_AT,
        counted=state.counted,
        games_needed=rules.min_games,
        games_in_a_row=_in_a_row(state, rules, won=up),
    )


def _in_a_row(state: PaaState, rules: PaaRules, *, won: bool) -> int | None:
    """Wins (or losses) in a row until the rank changes that way."""
    now = state
    for games in range(1, _MOST_GAMES + 1):
        step, _ = SYSTEM.step(_GAMES[won], now, None, rules)
        assert step is not None  # Black is the player
        now = step.state
        if now.rank != state.rank:
            return games if (now.rank > state.rank) == won else None
        if now.points in (MIN_POINTS, MAX_POINTS) and games > 2 * now.counted:
            return None
    return None
