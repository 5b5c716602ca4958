"""One game for one player: what counts (S1-7 … S1-11, S1-19) and what it makes of a state."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from ratings.errors import Code, RuleError
from ratings.paa.promotion import RankCode, counts_in_window, rank_after
from ratings.paa.state import RECENT, Rules, State
from ratings.ranks import LADDER, MAX_POINTS, MIN_POINTS, band_of
from ratings.system import Ending, Game, Inputs, Outcome, Reason, Step

_FULL_BOARD = 19
_FREE_FROM_STONES = 7


class NotCounted(StrEnum):
    """Why a game moves no points; reason codes, not errors."""

    NO_RESULT = "no_result"
    FORFEIT = "forfeit"
    GUEST = "guest"
    FREE_HANDICAP = "free_handicap"
    FREE_BOARD = "free_board"
    FREE_FLAG = "free_flag"


# S1-9 and S1-11 (with B8) leave even the number of games; the others add one game (S1-10).
_VOID = frozenset({NotCounted.NO_RESULT, NotCounted.FORFEIT})

_RULE = {
    NotCounted.NO_RESULT: "S1-9",
    NotCounted.FORFEIT: "S1-11",
    NotCounted.GUEST: "H-guest",
    NotCounted.FREE_HANDICAP: "S1-10",
    NotCounted.FREE_BOARD: "S1-10",
    NotCounted.FREE_FLAG: "S1-10",
}
_CODE = {"W": "win", "L": "loss", "J": "jigo"}
_POINTS = {"W": 1, "L": -1, "J": 0}


def why_not_counted(game: Game) -> NotCounted | None:
    """Return the first reason why *game* moves no points, None when it counts.

    In this order: no result (S1-9), forfeit (S1-11), a guest on either side (H: nobody can gain
    from or lose to one without points), 7 or more handicap stones, 9×9 or 13×13, off the record
    by the will of either player (S1-10).
    """
    if game.outcome is Outcome.NO_RESULT:
        return NotCounted.NO_RESULT
    if game.ending is Ending.FORFEIT:
        return NotCounted.FORFEIT
    if game.black_guest or game.white_guest:
        return NotCounted.GUEST
    if game.handicap >= _FREE_FROM_STONES:
        return NotCounted.FREE_HANDICAP
    if game.board != _FULL_BOARD:
        return NotCounted.FREE_BOARD
    if game.black_free or game.white_free:
        return NotCounted.FREE_FLAG
    return None


def check_for_paa(game: Game) -> None:
    """Refuse a loss on time in a game that would move points (S1-19).

    Time limits are for guidance only; in games that do not count players may agree otherwise.
    Raises RuleError E_INCONSISTENT, field ``ending``, reason ``time_loss``.
    """
    if game.ending is Ending.TIME and why_not_counted(game) is None:
        raise RuleError(
            Code.INCONSISTENT,
            field="ending",
            value=game.ending,
            accepted="points, resign, forfeit",
            reason="time_loss",
        )


def result_of(game: Game, colour: str) -> str:
    """Return W, L, J or N (no result) as the side of ``colour`` ("B" or "W") sees the game."""
    if game.outcome is Outcome.JIGO:
        return "J"
    if game.outcome is Outcome.NO_RESULT:
        return "N"
    return "W" if game.outcome == colour else "L"


def step_for(game: Game, colour: str, before: State, rules: Rules) -> Step[State]:
    """Return what a checked *game* makes of the player of ``colour``, "B" or "W" (S1-7 … S1-13).

    Nothing of the opponent goes in, so that a change in his history never touches this one.
    """
    not_counted = why_not_counted(game)
    result = result_of(game, colour)
    if not_counted is None:
        after, changes = _counted(before, result, rules)
        code = _CODE[result]
        cited = ["S1-8" if result == "J" else "S1-7", "S1-12", "S1-13"]
        if changes["floored"] or changes["capped"]:
            cited.append("S1-1")
    else:
        played = 0 if not_counted in _VOID else 1
        after = replace(before, games=before.games + played)
        changes = _window(before, rules)
        code, cited = not_counted.value, [_RULE[not_counted]]
    inputs: Inputs = {
        "result": result,
        "colour": colour,
        "points_before": before.points,
        "points_after": after.points,
        "band_before": LADDER[band_of(before.points)],
        "band_after": LADDER[band_of(after.points)],
        "rank_before": LADDER[before.rank],
        "rank_after": LADDER[after.rank],
        "min_games": rules.min_games,
        "window": rules.window,
        "games": after.games,
        "board": game.board,
        "handicap": game.handicap,
        "komi2": game.komi2,
        "not_counted": None if not_counted is None else not_counted.value,
        **changes,
    }
    reason = Reason("paa", code, tuple(cited), inputs)
    return Step(after, after.points - before.points, reason)


def _counted(before: State, result: str, rules: Rules) -> tuple[State, Inputs]:
    """The state after a counted game, and the inputs that only such a game has."""
    wanted = before.points + _POINTS[result]
    points = min(max(wanted, MIN_POINTS), MAX_POINTS)
    played = replace(
        before,
        points=points,
        games=before.games + 1,
        wins=before.wins + (result == "W"),
        losses=before.losses + (result == "L"),
        jigo=before.jigo + (result == "J"),
        recent=(before.recent + result)[-RECENT:],
    )
    counts = counts_in_window(played, rules)
    rank, why = rank_after(points, before.rank, *counts, rules.min_games)
    inputs = _window(played, rules, why)
    inputs["floored"], inputs["capped"] = wanted < points, wanted > points
    return with_rank(played, rank), inputs


def _window(state: State, rules: Rules, why: RankCode | None = None) -> Inputs:
    """The counts and the rate on which the rank was judged; *why* None when it was not."""
    wins, losses, jigo = counts_in_window(state, rules)
    return {
        "wins": wins,
        "losses": losses,
        "jigo": jigo,
        "rate": rate_text(wins, losses, jigo),
        "rank_code": None if why is None else why.value,
        "floored": False,
        "capped": False,
    }


def rate_text(wins: int, losses: int, jigo: int) -> str | None:
    """Return the win rate as "wins/games", unreduced; None without games.

    With an odd number of jigo both numbers are doubled, so that they stay whole and
    ``Fraction(text)`` reads them.

    >>> rate_text(14, 6, 0), rate_text(12, 6, 2), rate_text(7, 2, 1)
    ('14/20', '13/20', '15/20')
    """
    games = wins + losses + jigo
    if not games:
        return None
    if jigo % 2:
        return f"{2 * wins + jigo}/{2 * games}"
    return f"{wins + jigo // 2}/{games}"


def with_rank(state: State, rank: int) -> State:
    """Return *state* holding *rank*; another rank begins a new window (S1-13)."""
    if rank == state.rank:
        return state
    return replace(state, rank=rank, wins=0, losses=0, jigo=0)
