"""How far a player is from the next rank: points, and even games, as the rules would have it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from ratings.igs.conditions import EVEN_KOMI2
from ratings.igs.ladder import BC, HIGHEST, LOWEST, code_of
from ratings.igs.state import BC_WINS, BLOCK, NEWCOMER_GAMES, NEWCOMER_WINS, IgsRules, IgsState
from ratings.igs.system import SYSTEM
from ratings.system import Ending, Outcome, RatedGame

# A certified player moves by 100 points in such a game; no table of a club is so wide that it
# takes more, and a page cannot wait for one that is.
_MOST_GAMES = 1_000
_EVEN_GAMES: Final = {
    won: RatedGame(
        board=19,
        handicap=0,
        komi2=EVEN_KOMI2,
        outcome=Outcome.BLACK if won else Outcome.WHITE,
        ending=Ending.RESIGNATION,
        margin2=None,
    )
    for won in (True, False)
}


@dataclass(frozen=True, slots=True)
class IgsForecast:
    """What lies ahead of a player; None where it does not apply.

    Certified: ``rank_above`` and ``points_to_promotion`` (0 when the next game that moves points
    brings it), ``wins_to_promotion`` even games won in a row that bring it; ``rank_below`` and
    ``points_above_demotion`` (one more lost brings it), ``losses_to_demotion`` likewise.  Games as
    None: more than a thousand.  BC: ``bc_wins_missing``.  Newcomers: ``games_to_adjustment``,
    ``games_to_certification``, ``wins`` so far and ``wins_missing`` to stay out of BC (S0-30).
    """

    kind: Literal["certified", "newcomer", "bc", "pro"]
    rank_above: str | None = None
    points_to_promotion: int | None = None
    wins_to_promotion: int | None = None
    rank_below: str | None = None
    points_above_demotion: int | None = None
    losses_to_demotion: int | None = None
    bc_wins_missing: int | None = None
    games_to_adjustment: int | None = None
    games_to_certification: int | None = None
    wins: int | None = None
    wins_missing: int | None = None


def forecast_of(state: IgsState, rules: IgsRules) -> IgsForecast:
    """Return what lies before a player under *rules* (S0-19, S0-20, S0-26 … S0-30).

    Games are even ones against a certified player of the same rank, net difference 0, at the
    player's own multiplier, which falls as the number of games grows.
    """
    if state.pro:
        return IgsForecast("pro")
    if state.rank == BC:
        return IgsForecast(
            "bc", bc_wins_missing=BC_WINS - state.bc_wins, rank_above=code_of(LOWEST)
        )
    if state.provisional:
        left = NEWCOMER_GAMES - state.games
        return IgsForecast(
            "newcomer",
            games_to_adjustment=BLOCK - state.games % BLOCK if left else 0,
            games_to_certification=left,
            wins=state.wins,
            wins_missing=max(NEWCOMER_WINS - state.wins, 0),
        )
    promote = rules.thresholds.promote[state.rank]
    top = state.rank == HIGHEST
    return IgsForecast(
        "certified",
        rank_above=None if top else code_of(state.rank + 1),
        points_to_promotion=None
        if promote is None
        else max(promote + rules.above - state.points, 0),
        wins_to_promotion=None if top else _games_until_change(state, rules, won=True),
        rank_below=code_of(state.rank - 1),
        points_above_demotion=max(state.points - rules.thresholds.demote[state.rank], 0),
        losses_to_demotion=_games_until_change(state, rules, won=False),
    )


def _games_until_change(state: IgsState, rules: IgsRules, *, won: bool) -> int | None:
    """Even games won (or lost) in a row until the rank goes up (or down), None when too many."""
    now = state
    for games in range(1, _MOST_GAMES + 1):
        step, _ = SYSTEM.step(_EVEN_GAMES[won], now, now, rules)
        assert step is not None  # Black is a member
        now = step.state
        if (now.rank > state.rank) if won else (now.rank < state.rank):
            return games
        if now.rank != state.rank:
            return None
    return None
