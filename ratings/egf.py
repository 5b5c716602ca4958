"""The European rating of 2021 (GoR), for comparison (RULEBOOK section 6): floats, unrounded."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import exp, log, log1p
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict

from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError
from ratings.system import (
    FORFEITS,
    Ending,
    Inputs,
    Outcome,
    RatedGame,
    Reason,
    Step,
    check_game,
    is_even,
)

FLOOR: Final = -900.0
CEILING: Final = 3300.0
_ONE_DAN: Final = 2100

#: Weakest first: 30k … 1k, 1d … 9d.
RANKS: Final = tuple([f"{n}k" for n in range(30, 0, -1)] + [f"{n}d" for n in range(1, 10)])
_PLACE_OF_1D: Final = RANKS.index("1d")


def rating_of_rank(rank: str) -> float:
    """Return the rating in the middle of a rank: 1d is 2100, 100 a rank.

    Raises RuleError E_RANK for what is not one of 30k … 9d.

    >>> rating_of_rank("1d"), rating_of_rank("20k")
    (2100.0, 100.0)
    """
    if rank not in RANKS:
        raise RuleError(Code.RANK, "rank", rank, AcceptedRange("30k", "9d"))
    return float(_ONE_DAN + 100 * (RANKS.index(rank) - _PLACE_OF_1D))


def rank_of(rating: float) -> str:
    """Return the rank whose bucket of 100 points around its middle holds *rating*.

    >>> rank_of(2050), rank_of(2149.9), rank_of(2049.9)
    ('1d', '1d', '1k')
    """
    place = _PLACE_OF_1D + int((rating - _ONE_DAN + 50) // 100)
    if 0 <= place < len(RANKS):
        return RANKS[place]
    return RANKS[0] if place < 0 else RANKS[-1]


def con(rating: float) -> float:
    """Return the step factor of a rating below 3300."""
    return float(((CEILING - rating) / 200) ** 1.6)


def bonus(rating: float) -> float:
    """Return what every game adds against deflation."""
    return log1p(exp((2300 - rating) / 80)) / 5


def raised_by(advantage: float) -> float:
    """What a handicap adds to the rating of who takes it."""
    return 100 * (advantage - 0.5) if advantage > 0 else 0.0


def gap(own: float, opponent: float) -> float:
    """β of the opponent less one's own; turned round it is the negative, to the last bit."""
    return 7 * log(CEILING - own) - 7 * log(CEILING - opponent)


@dataclass(frozen=True, slots=True)
class EgfRules:
    """House rules: ``weight`` of a club game, 0.25 … 1 (class D … A); ``forfeits`` whether a game
    won by forfeit moves the rating.
    """

    weight: float = 0.25
    forfeits: bool = True


class EgfState(Struct, frozen=True, gc=False):
    """A player between two facts: the rating, unrounded, and the counted games by result."""

    rating: float
    games: int
    wins: int
    losses: int
    jigo: int

    def to_json(self) -> dict[str, object]:
        """Return a dict of JSON types, keyed by the names of the fields."""
        return asdict(self)


_FULL_BOARD = 19
#: H-egf-komi: without stones and with at most this komi (half points) Black has a handicap of one.
_KOMI2_OF_ONE_STONE = 1
# By name: reaching a member through its class costs more than the comparison it serves.
_NO_RESULT = Outcome.NO_RESULT


class EgfNotCounted(StrEnum):
    """Why a game moves no rating; reason codes, not errors; the first that holds.

    OFF_SCALE Black's stones would raise the rating to 3300 or more, where the formula ends.
    """

    NO_RESULT = "no_result"
    COMPUTER = "computer"
    PAIR = "pair"
    GUEST = "guest"
    FREE_BOARD = "free_board"
    FREE_FLAG = "free_flag"
    KOMI = "komi"
    OFF_SCALE = "off_scale"
    FORFEIT = "forfeit"


RULE_OF = {
    EgfNotCounted.NO_RESULT: "H-egf-feed",
    EgfNotCounted.COMPUTER: "H-kind",
    EgfNotCounted.PAIR: "H-kind",
    EgfNotCounted.GUEST: "H-guest",
    EgfNotCounted.FREE_BOARD: "H-egf-feed",
    EgfNotCounted.FREE_FLAG: "H-egf-feed",
    EgfNotCounted.KOMI: "H-even",
    EgfNotCounted.OFF_SCALE: "EGF",
    EgfNotCounted.FORFEIT: "H-egf-feed",
}


def why_not_counted(game: RatedGame, *, forfeits: bool = True) -> EgfNotCounted | None:
    """Return the first reason why *game* moves no rating, None when it counts (H).

    A forfeit counts where *forfeits* says so.
    """
    if game.outcome is _NO_RESULT:
        return EgfNotCounted.NO_RESULT
    if game.computer:
        return EgfNotCounted.COMPUTER
    if game.pair:
        return EgfNotCounted.PAIR
    if game.black_guest or game.white_guest:
        return EgfNotCounted.GUEST
    if not forfeits and game.ending in FORFEITS:
        return EgfNotCounted.FORFEIT
    if game.board != _FULL_BOARD:
        return EgfNotCounted.FREE_BOARD
    if game.black_free or game.white_free:
        return EgfNotCounted.FREE_FLAG
    if has_odd_komi(game):
        return EgfNotCounted.KOMI
    return None


def has_odd_komi(game: RatedGame) -> bool:
    """Return whether a game without stones is neither even (H-even) nor a handicap of one.

    The formula knows nothing between: with 2½ or 12½ points of komi it would count as even.
    """
    return not game.handicap and game.komi2 > _KOMI2_OF_ONE_STONE and not is_even(game)


def stones_of(game: RatedGame) -> int:
    """Return the handicap as the formula takes it, 0 … 9 (H-egf-komi)."""
    if game.handicap:
        return game.handicap
    return 1 if game.komi2 <= _KOMI2_OF_ONE_STONE else 0


_NOT_COUNTED = {code: (code.value, (rule,)) for code, rule in RULE_OF.items()}
_CODES = {1.0: "win", 0.5: "jigo", 0.0: "loss"}
_EVEN, _HANDICAP_OF_ONE = ("EGF",), ("EGF", "H-egf-komi")


class EgfStepInputs(Struct, frozen=True, gc=False):
    """What a game tells of a player; :meth:`inputs` writes it out, which few steps are asked for.

    ``result`` 1, ½ or 0 for the player; ``handicap`` in stones, negative when given;
    ``expected`` the chance, None where ``not_counted`` says why the game changed nothing.
    """

    game: RatedGame
    colour: str
    result: float
    before: EgfState
    after: EgfState
    opponent: float | None
    handicap: int
    weight: float
    expected: float | None = None
    not_counted: str | None = None

    def inputs(self) -> Inputs:
        """The inputs of the reason, by name; the parts of the formula where it was used."""
        before = self.before.rating
        inputs: Inputs = {
            "result": self.result,
            "colour": self.colour,
            "rating_before": before,
            "opponent": self.opponent,
            "handicap": self.handicap,
            "komi2": self.game.komi2,
            "weight": self.weight,
            "not_counted": self.not_counted,
        }
        if self.expected is not None:
            inputs["expected"] = self.expected
            inputs["con"] = con(before)
            inputs["bonus"] = bonus(before)
        inputs["rating_after"] = self.after.rating
        return inputs


def moved(
    game: RatedGame,
    colour: str,
    own: EgfState,
    opponent: EgfState,
    result: float,
    chance: float,
    stones: int,
    rules: EgfRules,
) -> Step[EgfState]:
    """The step of a counted game."""
    before = own.rating
    rating = before + rules.weight * (con(before) * (result - chance) + bonus(before))
    rating = rating if rating > FLOOR else FLOOR
    after = EgfState(
        rating=rating,
        games=own.games + 1,
        wins=own.wins + (result == 1),
        losses=own.losses + (result == 0),
        jigo=own.jigo + (result == 0.5),
    )
    step_inputs = EgfStepInputs(
        game=game,
        colour=colour,
        result=result,
        before=own,
        after=after,
        opponent=opponent.rating,
        handicap=stones,
        weight=rules.weight,
        expected=chance,
    )
    cited = _EVEN if game.handicap or not stones else _HANDICAP_OF_ONE
    code = _CODES[result]
    if game.ending is Ending.CALLED:
        code, cited = "called", (*cited, "S4-15")
    return Step(after, rating - before, Reason("egf", code, cited, step_inputs))


def unmoved(
    game: RatedGame,
    colour: str,
    own: EgfState | None,
    opponent: EgfState | None,
    result: float,
    stones: int,
    rules: EgfRules,
    why: EgfNotCounted,
) -> Step[EgfState] | None:
    """The step of a game that does not count, None for a guest."""
    if own is None:
        return None
    value, cited = _NOT_COUNTED[why]
    step_inputs = EgfStepInputs(
        game=game,
        colour=colour,
        result=result,
        before=own,
        after=own,
        opponent=None if opponent is None else opponent.rating,
        handicap=stones,
        weight=rules.weight,
        not_counted=value,
    )
    return Step(own, 0.0, Reason("egf", value, cited, step_inputs))


@dataclass(frozen=True, slots=True)
class EgfDecision:
    """A member's first rating, −900 … below 3300."""

    rating: float


# Black's result.
_RESULTS: dict[Outcome | None, float] = {
    Outcome.BLACK: 1.0,
    Outcome.WHITE: 0.0,
    Outcome.JIGO: 0.5,
    Outcome.NO_RESULT: 0.5,
}


class EgfSystem:
    """The European rating behind the common interface."""

    name: Final = "egf"
    depends_on_opponent: Final = True

    def step(
        self, game: RatedGame, black: EgfState | None, white: EgfState | None, rules: EgfRules
    ) -> tuple[Step[EgfState] | None, Step[EgfState] | None]:
        """Rate one game from both ratings before it: (Black's step, White's), None for a guest.

        Raises what :func:`~ratings.system.check_game` raises.
        """
        plain = check_game(game)
        stones = stones_of(game)
        result = _RESULTS[game.outcome]
        why = None if plain and game.handicap else why_not_counted(game, forfeits=rules.forfeits)
        if why is None and black is not None and white is not None:
            raised = black.rating + raised_by(stones)
            if raised < CEILING:
                beta = gap(raised, white.rating)
                black_chance, white_chance = 1 / (1 + exp(beta)), 1 / (1 + exp(-beta))
                return (
                    moved(game, "B", black, white, result, black_chance, stones, rules),
                    moved(game, "W", white, black, 1.0 - result, white_chance, -stones, rules),
                )
            why = EgfNotCounted.OFF_SCALE
        why = why or EgfNotCounted.GUEST
        return (
            unmoved(game, "B", black, white, result, stones, rules, why),
            unmoved(game, "W", white, black, 1.0 - result, -stones, rules, why),
        )

    def decide(
        self, state: EgfState | None, decision: EgfDecision, _rules: EgfRules
    ) -> Step[EgfState] | None:
        """Start a member at a rating; None if they have already started."""
        if state is not None:
            return None
        rating = decision.rating
        inputs: Inputs = {"rating_before": None, "rating_after": rating}
        reason = Reason("egf", "start", ("EGF",), inputs)
        return Step(EgfState(rating, 0, 0, 0, 0), rating, reason)


#: The one instance; it holds nothing.
SYSTEM: Final = EgfSystem()
