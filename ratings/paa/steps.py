"""What one game makes of one player's points and rank (S1-7 … S1-13).

A club's whole history passes through here when the ledger is rebuilt, so :func:`moved` is written
for speed: tables instead of calls, structs instead of dataclasses and dicts.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from ratings.paa.games import RULE_OF, VOID, PaaNotCounted
from ratings.paa.promotion import PaaRankCode, counts_in_window, judge, rate_parts
from ratings.paa.state import RECENT, JigoRate, PaaRules, PaaState
from ratings.ranks import LADDER, MAX_POINTS, MIN_POINTS, band_of
from ratings.system import Ending, Inputs, RatedGame, Reason, Step

# --- Tables ------------------------------------------------------------------------------------
# Of a result by its letter: the points it moves, the code, the rules.
_RESULTS = {
    "W": (1, "win", ("S1-7", "S1-12", "S1-13")),
    "L": (-1, "loss", ("S1-7", "S1-12", "S1-13")),
    "J": (0, "jigo", ("S1-8", "S1-12", "S1-13")),
}
# Where the points would leave their bounds.
_BOUND = ("S1-7", "S1-12", "S1-13", "S1-1")

_Row = tuple[int, int, int, str, tuple[str, ...]]


def _row(points: int, move: int, code: str, cited: tuple[str, ...]) -> _Row:
    wanted = points + move
    after = min(max(wanted, MIN_POINTS), MAX_POINTS)
    return after, after - points, band_of(after), code, cited if after == wanted else _BOUND


# By result, then by points before: points after, their change, the band's index, the code and the
# rules.
_ROWS = {
    letter: tuple(_row(points, *result) for points in range(MIN_POINTS, MAX_POINTS + 1))
    for letter, result in _RESULTS.items()
}
# By points: the band in letters.
_BANDS = tuple(LADDER[band_of(points)] for points in range(MIN_POINTS, MAX_POINTS + 1))
_HALF = JigoRate.HALF
_TIME_CALLED = Ending.CALLED
_CODE_TEXT = {code: code.value for code in PaaRankCode}
# Of a game that moves no points: the code, the rules, and whether it is still one more played.
_NOT_COUNTED = {code: (code.value, (rule,), code not in VOID) for code, rule in RULE_OF.items()}


class PaaStepInputs(Struct, frozen=True, gc=False):
    """What a game tells of a player; :meth:`inputs` writes it out, which few steps are asked for.

    ``result`` as he sees it; ``counts`` the wins, losses and jigo in the window, this game among
    them; ``rank_code`` what kept or changed the rank, ``not_counted`` why it moved nothing: one of
    the two is None.
    """

    game: RatedGame
    colour: str
    result: str
    before: PaaState
    after: PaaState
    rules: PaaRules
    counts: tuple[int, int, int]
    rank_code: str | None = None
    not_counted: str | None = None

    def inputs(self) -> Inputs:
        """The inputs of the reason, by name."""
        before, after, game = self.before, self.after, self.game
        wins, losses, jigo = self.counts
        # A counted win or loss that moved nothing met a bound of the points (S1-1).
        bound = self.not_counted is None and after.points == before.points
        jigo_as = self.rules.jigo
        inputs: Inputs = {
            "result": self.result,
            "colour": self.colour,
            "points_before": before.points,
            "points_after": after.points,
            "band_before": _BANDS[before.points],
            "band_after": _BANDS[after.points],
            "rank_before": LADDER[before.rank],
            "rank_after": LADDER[after.rank],
            "min_games": self.rules.min_games,
            "window": self.rules.window,
            "games": after.games,
            "board": game.board,
            "handicap": game.handicap,
            "komi2": game.komi2,
            "not_counted": self.not_counted,
            "wins": wins,
            "losses": losses,
            "jigo": jigo,
            "rate": rate_text(wins, losses, jigo, jigo_as),
            "rank_code": self.rank_code,
            "floored": bound and self.result == "L",
            "capped": bound and self.result == "W",
        }
        if jigo and jigo_as is not _HALF:
            return {"jigo_as": jigo_as.value} | inputs
        return inputs


# --- Steps -------------------------------------------------------------------------------------
def moved(
    game: RatedGame, colour: str, result: str, before: PaaState, rules: PaaRules
) -> Step[PaaState]:
    """Return what a counted *game* makes of the player of *colour* ("B", "W").

    ``result`` W, L or J as he sees it; a draw because time was called (S4-15) counts as a jigo (H).
    Nothing of the opponent goes in, so that a change in his history never touches this one.
    """
    points, delta, band, code, cited = _ROWS[result][before.points]
    rank = before.rank
    wins, losses, jigo = before.wins, before.losses, before.jigo
    if result == "W":
        wins += 1
    elif result == "L":
        losses += 1
    else:
        jigo += 1
        if game.ending is _TIME_CALLED:
            code, cited = "called", ("S4-15", *cited)
    recent = before.recent
    recent = (recent if len(recent) < RECENT else recent[1:]) + result
    since_wins, since_losses, since_jigo = wins, losses, jigo
    if rules.window and wins + losses + jigo > rules.window:
        last = recent[-rules.window :]
        wins, losses, jigo = last.count("W"), last.count("L"), last.count("J")
    if band == rank:
        held, kept = rank, "kept_band"
    else:
        held, why = judge(band, rank, wins, losses, jigo, rules.min_games, rules.jigo)
        kept = _CODE_TEXT[why]
        if held != rank:
            since_wins = since_losses = since_jigo = 0
    after = PaaState(
        points=points,
        rank=held,
        games=before.games + 1,
        wins=since_wins,
        losses=since_losses,
        jigo=since_jigo,
        recent=recent,
        certified=before.certified,
    )
    counts = (wins, losses, jigo)
    step_inputs = PaaStepInputs(game, colour, result, before, after, rules, counts, rank_code=kept)
    return Step(after, delta, Reason("paa", code, cited, step_inputs))


def unmoved(
    game: RatedGame,
    colour: str,
    result: str,
    before: PaaState,
    rules: PaaRules,
    not_counted: PaaNotCounted,
) -> Step[PaaState]:
    """Return the step of a game that moves no points; it may still be one more game played.

    ``result`` W, L, J, or N for no result.
    """
    value, cited, played = _NOT_COUNTED[not_counted]
    counts = counts_in_window(before, rules)
    after = replace(before, games=before.games + 1) if played else before
    step_inputs = PaaStepInputs(
        game, colour, result, before, after, rules, counts, not_counted=value
    )
    return Step(after, 0, Reason("paa", value, cited, step_inputs))


@lru_cache(maxsize=4096)
def rate_text(wins: int, losses: int, jigo: int, jigo_as: JigoRate = JigoRate.HALF) -> str | None:
    """Return the win rate as "wins/games", unreduced; None without games to divide by.

    Where half a win is left over both numbers are doubled, so that they stay whole and
    ``Fraction(text)`` reads them.

    >>> rate_text(14, 6, 0), rate_text(12, 6, 2), rate_text(7, 2, 1)
    ('14/20', '13/20', '15/20')
    """
    won2, games = rate_parts(wins, losses, jigo, jigo_as)
    if not games:
        return None
    return f"{won2}/{2 * games}" if won2 % 2 else f"{won2 // 2}/{games}"


def with_rank(state: PaaState, rank: int) -> PaaState:
    """Return *state* holding *rank*; another rank begins a new window (S1-13)."""
    if rank == state.rank:
        return state
    return replace(state, rank=rank, wins=0, losses=0, jigo=0)
