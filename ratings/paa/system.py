"""PAA points: decisions (S1-3 … S1-6), games (S1-7 … S1-13), the system itself.

A club's whole history passes through here when the ledger is rebuilt, so :func:`moved` is written
for speed: tables instead of calls, structs instead of dataclasses and dicts.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ratings.accepted import AcceptedRange, AcceptedWords
from ratings.errors import Code, RuleError
from ratings.paa.rules import (
    FREE_FROM_STONES,
    RECENT,
    RULE_OF,
    VOID,
    JigoRate,
    PaaNotCounted,
    PaaRankCode,
    PaaRules,
    PaaState,
    counts_in_window,
    judge,
    may_end_on_time,
    rate_parts,
    why_not_counted,
)
from ratings.ranks import (
    LADDER,
    LOWEST,
    MAX_POINTS,
    MIN_POINTS,
    band_of,
    band_range,
    check_points,
    check_rank,
    starting_points,
)
from ratings.system import Ending, Inputs, Outcome, RatedGame, Reason, Step, check_game

#: S1-6: "about 10 games" before points become official.
ENOUGH_GAMES = 10


class PaaDecisionKind(StrEnum):
    """DECLARED by the member at the start; SET and CERTIFIED by the office."""

    DECLARED = "declared"
    SET = "set"
    CERTIFIED = "certified"


@dataclass(frozen=True, slots=True)
class PaaDecision:
    """A decision about one member; ``points`` and ``rank`` (ladder index) None when not given."""

    kind: PaaDecisionKind
    points: int | None = None
    rank: int | None = None


def declare(*, rank: int | None = None, points: int | None = None) -> PaaDecision:
    """Return a member's declaration of strength, refused at once if it cannot be applied.

    A rank starts in the middle of its band (S1-3), points are taken as they are (S1-5), neither
    means strength unknown and starts at 0, as does 9 kyu and weaker (S1-4).

    Raises RuleError E_INCONSISTENT (``points`` outside the band of ``rank``), E_UNDEFINED (rank
    above 8 dan without points), and what the checks of points and rank raise.

    >>> declare(rank=8)
    PaaDecision(kind=<PaaDecisionKind.DECLARED: 'declared'>, points=None, rank=8)
    """
    decision = PaaDecision(PaaDecisionKind.DECLARED, points=points, rank=rank)
    _declared(decision)
    return decision


def decide(before: PaaState | None, decision: PaaDecision) -> Step[PaaState]:
    """Return the step that *decision* makes of a member; *before* None for a newcomer.

    Declared (S1-3 … S1-5): newcomers only.  Set (S1-4): points, whose band becomes the rank held
    unless a rank is given too, which the office may force outside the band (S1-13); a rank alone
    leaves a member's points, and gives a newcomer its starting value.  Certified (S1-6): like set,
    but points may be left out, and the points become official.  The window of the win rate starts
    anew when, and only when, the rank held changes.  ``delta`` counts from 0 for a newcomer, so
    the deltas of a member always sum to the member's points.

    Raises RuleError E_MISSING (nothing to set), E_STATE (declared again), and what
    :func:`declare` raises.
    """
    if decision.kind is PaaDecisionKind.DECLARED:
        if before is not None:  # declaring again would let a member set their own points (S1-4)
            raise RuleError(Code.STATE, "kind", decision.kind, reason="paa.already_declared")
        points, rank, cited = _declared(decision)
    else:
        points, rank, cited = _set(before, decision)
    start = PaaState(points, rank, 0, 0, 0, 0, "", False) if before is None else before
    after = with_rank(replace(start, points=points), rank)
    if decision.kind is PaaDecisionKind.CERTIFIED:
        after = replace(after, certified=True)
    reason = Reason("paa", decision.kind.value, cited, _inputs(before, after, decision))
    return Step(after, points - (MIN_POINTS if before is None else before.points), reason)


def _declared(decision: PaaDecision) -> tuple[int, int, tuple[str, ...]]:
    """(points, rank, rules) of a declaration: S1-3, S1-4, S1-5."""
    points, rank = decision.points, decision.rank
    if points is not None:
        band = band_of(check_points(points))
        if rank is not None and check_rank(rank) != band:
            low, high = band_range(rank)
            raise RuleError(
                Code.INCONSISTENT,
                "points",
                points,
                AcceptedRange(MIN_POINTS if low is None else low, high),
                reason="paa.not_in_band",
            )
        return points, band, ("S1-5",)
    if rank is None or check_rank(rank) == LOWEST:
        return MIN_POINTS, LOWEST, ("S1-4",)
    return starting_points(rank), rank, ("S1-3",)


def _set(before: PaaState | None, decision: PaaDecision) -> tuple[int, int, tuple[str, ...]]:
    """(points, rank, rules) of a decision by the office: S1-4, S1-6, S1-13."""
    points, rank = decision.points, decision.rank
    certified = decision.kind is PaaDecisionKind.CERTIFIED
    cited: tuple[str, ...] = ("S1-6",) if certified else ("S1-4",)
    if rank is not None:
        check_rank(rank)
        cited += ("S1-13",)
    if points is not None:
        check_points(points)
        return points, band_of(points) if rank is None else rank, cited
    if rank is not None:
        return starting_points(rank) if before is None else before.points, rank, cited
    if before is not None and certified:
        return before.points, before.rank, cited
    raise RuleError(Code.MISSING, "points", accepted=AcceptedWords("points, a rank, or both"))


def _inputs(before: PaaState | None, after: PaaState, decision: PaaDecision) -> Inputs:
    band = band_of(after.points)
    declared = decision.kind is PaaDecisionKind.DECLARED
    return {
        "by_office": not declared,
        "asked_points": decision.points,
        "asked_rank": None if decision.rank is None else LADDER[decision.rank],
        "points_before": None if before is None else before.points,
        "points_after": after.points,
        "band_after": LADDER[band],
        "rank_before": None if before is None else LADDER[before.rank],
        "rank_after": LADDER[after.rank],
        "rank_forced": after.rank != band and decision.rank is not None,
        "window_reset": before is not None and before.rank != after.rank,
        "games": after.games,
        "early": decision.kind is PaaDecisionKind.CERTIFIED and after.games < ENOUGH_GAMES,
        "unknown_strength": declared and decision.points is None and decision.rank is None,
    }


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

    ``result`` for the player; ``counts`` the wins, losses and jigo in the window, this game among
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

    ``result`` W, L or J as the player sees it; a draw because time was called (S4-15) counts as a
    jigo (H). Nothing of the opponent goes in, so that a change in one history never affects the
    other.
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


_TIME = Ending.TIME
# A drawn game, and one without a result, as either player sees it.
_LETTERS: dict[Outcome | None, str] = {Outcome.JIGO: "J", Outcome.NO_RESULT: "N"}
_BLACK, _WHITE = Outcome.BLACK, Outcome.WHITE


class PaaSystem:
    """PAA points; a player's points and rank follow from their own results alone."""

    name: Final = "paa"
    depends_on_opponent: Final = False

    def step(
        self, game: RatedGame, black: PaaState | None, white: PaaState | None, rules: PaaRules
    ) -> tuple[Step[PaaState] | None, Step[PaaState] | None]:
        """Rate one game: (Black's step, White's step), None for a guest (S1-7 … S1-13).

        A side without a state gets no step: a guest, or a member who is not followed.  Raises
        what :func:`~ratings.system.check_game` raises, and on field ``black`` or ``white``
        E_INCONSISTENT for a guest with points.  What :func:`~ratings.paa.rules.check_for_paa`
        refuses is here a game without a result: another house rule may have held when it was
        entered.
        """
        plain = check_game(game)
        if game.outcome is _BLACK:
            first, second = "W", "L"
        elif game.outcome is _WHITE:
            first, second = "L", "W"
        else:
            first = second = _LETTERS[game.outcome]
        not_counted = None
        if not plain or game.handicap >= FREE_FROM_STONES:
            not_counted = why_not_counted(game)
        on_time = game.ending is _TIME
        if on_time and not may_end_on_time(game, rules):
            not_counted = PaaNotCounted.TIME
        if not_counted is None:
            black_step = None if black is None else moved(game, "B", first, black, rules)
            white_step = None if white is None else moved(game, "W", second, white, rules)
            return (
                (_by(black_step, "S1-19"), _by(white_step, "S1-19"))
                if on_time
                else (black_step, white_step)
            )
        if not_counted is PaaNotCounted.FREE_FLAG and not rules.free_both:
            return (
                _freed(game, "B", first, black, rules, free=game.black_free),
                _freed(game, "W", second, white, rules, free=game.white_free),
            )
        _check_side("black", black, guest=game.black_guest)
        _check_side("white", white, guest=game.white_guest)
        return (
            None if black is None else unmoved(game, "B", first, black, rules, not_counted),
            None if white is None else unmoved(game, "W", second, white, rules, not_counted),
        )

    def decide(
        self, state: PaaState | None, decision: PaaDecision, rules: PaaRules
    ) -> Step[PaaState]:
        """Apply a declaration or a decision of the office, see :func:`decisions.decide`.

        The house rules in force play no part: they govern changes by games only.
        """
        del rules
        return decide(state, decision)


def _freed(
    game: RatedGame, colour: str, result: str, own: PaaState | None, rules: PaaRules, *, free: bool
) -> Step[PaaState] | None:
    """The step of one side where only who wished it is off the record (S1-10)."""
    if own is None:
        return None
    if free:
        return unmoved(game, colour, result, own, rules, PaaNotCounted.FREE_FLAG)
    return _by(moved(game, colour, result, own, rules), "S1-10")


def _by(step: Step[PaaState] | None, rule: str) -> Step[PaaState] | None:
    """The step, which came about by a house rule of the club's."""
    if step is None:
        return None
    return replace(step, reason=replace(step.reason, rules=(*step.reason.rules, rule)))


def _check_side(side: str, state: PaaState | None, *, guest: bool) -> None:
    # Only a game that does not count can have a guest.
    if state is not None and guest:
        raise RuleError(Code.INCONSISTENT, side, reason="ratings.guest_with_points")


#: The one instance; it holds nothing.
SYSTEM: Final = PaaSystem()
