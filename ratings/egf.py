"""The European rating of 2021 (GoR), for comparison (RULEBOOK section 6): floats, unrounded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import exp, log, log1p
from typing import Any, Final

from ratings.checks import whole_number
from ratings.drafts import Told
from ratings.elo import real_number
from ratings.errors import Code, RuleError
from ratings.system import Game, Inputs, Outcome, Reason, Step, check_game

FLOOR: Final = -900.0
CEILING: Final = 3300.0
_ONE_DAN: Final = 2100
_FULL_BOARD = 19
#: H-egf-komi: without stones and with at most this komi (half points) Black has a handicap of one.
_KOMI2_OF_ONE_STONE = 1

#: Weakest first: 30k … 1k, 1d … 9d.
RANKS: Final = tuple([f"{n}k" for n in range(30, 0, -1)] + [f"{n}d" for n in range(1, 10)])


def rating_of_rank(rank: str) -> float:
    """Return the rating in the middle of a rank: 1d is 2100, 100 a rank.

    Raises RuleError E_RANK for what is not one of 30k … 9d.

    >>> rating_of_rank("1d"), rating_of_rank("20k")
    (2100.0, 100.0)
    """
    if rank not in RANKS:
        raise RuleError(Code.RANK, field="rank", value=rank, accepted="30k…9d")
    return float(_ONE_DAN + 100 * (RANKS.index(rank) - RANKS.index("1d")))


def rank_of(rating: float) -> str:
    """Return the rank whose bucket of 100 points around its middle holds *rating*.

    >>> rank_of(2050), rank_of(2149.9), rank_of(2049.9)
    ('1d', '1d', '1k')
    """
    place = RANKS.index("1d") + int((rating - _ONE_DAN + 50) // 100)
    return RANKS[min(max(place, 0), len(RANKS) - 1)]


def con(rating: float) -> float:
    """Return the step factor of a rating below 3300."""
    return float(((CEILING - rating) / 200) ** 1.6)


def bonus(rating: float) -> float:
    """Return what every game adds against deflation."""
    return log1p(exp((2300 - rating) / 80)) / 5


def expected(own: float, opponent: float, advantage: float = 0.0) -> float:
    """Return the chance, 0 … 1, of *own* against *opponent*.

    ``advantage`` handicap for the own side in stones, negative where the opponent takes them;
    Black's rating is raised by 100·(stones − ½), in here only.  Raises RuleError E_RANGE on
    ``rating`` (3300 or more, the advantage included) and ``handicap`` (more than 9), E_TYPE.

    >>> round(expected(1000, 1300), 6), round(expected(1000, 1300, 1), 6)
    (0.273223, 0.304813)
    """
    if not -9 <= advantage <= 9:
        raise RuleError(Code.RANGE, field="handicap", value=advantage, accepted="0…9")
    raised_own = check_rating(check_rating(own) + _raise(advantage))
    raised_other = check_rating(check_rating(opponent) + _raise(-advantage))
    return 1 / (1 + exp(_gap(raised_own, raised_other)))


def _raise(advantage: float) -> float:
    """What a handicap adds to the rating of who takes it."""
    return 100 * (advantage - 0.5) if advantage > 0 else 0.0


def _gap(own: float, opponent: float) -> float:
    """β of the opponent less one's own; turned round it is the negative, to the last bit."""
    return 7 * log(CEILING - own) - 7 * log(CEILING - opponent)


def check_rating(value: object) -> float:
    """Return *value* if it is a number below 3300, where the logarithm ends."""
    rating = real_number(value, field="rating")
    if rating >= CEILING:
        raise RuleError(Code.RANGE, field="rating", value=value, accepted="−900…3299.9")
    return rating


def new_rating(
    own: float, opponent: float, result: float, advantage: float = 0.0, weight: float = 1.0
) -> float:
    """Return the rating after a game with *result* 1, ½ or 0; never below −900.

    ``weight`` of the event's class: A 1, B ¾, C ½, D ¼.

    >>> round(new_rating(1000, 1300, 1), 3)
    1039.434
    """
    if result not in (0, 0.5, 1):
        raise RuleError(Code.TYPE, field="result", value=result, accepted="0, ½, 1")
    change = con(own) * (result - expected(own, opponent, advantage)) + bonus(own)
    return max(FLOOR, own + weight * change)


@dataclass(frozen=True, slots=True)
class Rules:
    """House rule: ``weight`` of a club game, 0.25 … 1 (class D … A)."""

    weight: float = 0.25

    def __post_init__(self) -> None:
        real_number(self.weight, field="weight", low=0.25, high=1.0)


@dataclass(frozen=True, slots=True)
class State:
    """A player between two facts: the rating, unrounded, and the counted games by result."""

    rating: float
    games: int
    wins: int
    losses: int
    jigo: int

    def to_json(self) -> dict[str, Any]:
        """Return a dict of JSON types, keyed by the names of the fields."""
        return {
            "rating": self.rating,
            "games": self.games,
            "wins": self.wins,
            "losses": self.losses,
            "jigo": self.jigo,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> State:
        """Read what :meth:`to_json` wrote; raises RuleError on the damaged field."""
        names = ("games", "wins", "losses", "jigo")
        counts = (whole_number(data.get(name), field=name, low=0) for name in names)
        return cls(check_rating(data.get("rating")), *counts)


class _StateDraft:
    __slots__ = State.__slots__


class _Told(Told):
    """What a counted game tells of a player."""


class DecisionKind(StrEnum):
    """START when a member joins."""

    START = "start"


@dataclass(frozen=True, slots=True)
class Decision:
    """A first rating, −900 … below 3300."""

    kind: DecisionKind
    rating: float


class NotCounted(StrEnum):
    """Why a game moves no rating; reason codes, not errors; the first that holds.

    OFF_SCALE Black's stones would raise his rating to 3300 or more, where the formula ends.
    """

    NO_RESULT = "no_result"
    GUEST = "guest"
    FREE_BOARD = "free_board"
    FREE_FLAG = "free_flag"
    OFF_SCALE = "off_scale"


_RULE = {
    NotCounted.NO_RESULT: "S1-9",
    NotCounted.GUEST: "H-guest",
    NotCounted.FREE_BOARD: "H-egf-feed",
    NotCounted.FREE_FLAG: "H-egf-feed",
    NotCounted.OFF_SCALE: "EGF",
}
_NOT_COUNTED = {code: (code.value, (rule,)) for code, rule in _RULE.items()}
_CODES = {1.0: "win", 0.5: "jigo", 0.0: "loss"}
# Black's result.
_RESULTS = {Outcome.BLACK: 1.0, Outcome.WHITE: 0.0, Outcome.JIGO: 0.5, Outcome.NO_RESULT: 0.5}
_EVEN, _HANDICAP_OF_ONE = ("EGF",), ("EGF", "H-egf-komi")
# By name: reaching a member through its class costs more than the comparison it serves.
_NO_RESULT = Outcome.NO_RESULT


def why_not_counted(game: Game) -> NotCounted | None:
    """Return the first reason why *game* moves no rating, None when it counts (H)."""
    if game.outcome is _NO_RESULT:
        return NotCounted.NO_RESULT
    if game.black_guest or game.white_guest:
        return NotCounted.GUEST
    if game.board != _FULL_BOARD:
        return NotCounted.FREE_BOARD
    if game.black_free or game.white_free:
        return NotCounted.FREE_FLAG
    return None


def stones_of(game: Game) -> int:
    """Return the handicap as the formula takes it, 0 … 9 (H-egf-komi)."""
    if game.handicap:
        return game.handicap
    return 1 if game.komi2 <= _KOMI2_OF_ONE_STONE else 0


class EgfSystem:
    """The European rating behind the common interface."""

    name: Final = "egf"
    depends_on_opponent: Final = True

    def step(
        self, game: Game, black: State | None, white: State | None, rules: Rules
    ) -> tuple[Step[State] | None, Step[State] | None]:
        """Rate one game from both ratings before it: (Black's step, White's), None for a guest.

        Raises what :func:`~ratings.system.check_game` raises.
        """
        plain = check_game(game)
        stones = stones_of(game)
        result = _RESULTS[game.outcome]  # type: ignore[index]  # check_game saw an outcome
        why = None if plain else why_not_counted(game)
        if why is None and black is not None and white is not None:
            raised = black.rating + _raise(stones)
            if raised < CEILING:
                gap = _gap(raised, white.rating)
                one, two = 1 / (1 + exp(gap)), 1 / (1 + exp(-gap))
                return (
                    _moved(game, "B", black, white, result, one, stones, rules),
                    _moved(game, "W", white, black, 1.0 - result, two, -stones, rules),
                )
            why = NotCounted.OFF_SCALE
        why = why or NotCounted.GUEST
        return (
            _unmoved(game, "B", black, white, result, stones, rules, why),
            _unmoved(game, "W", white, black, 1.0 - result, -stones, rules, why),
        )

    def decide(self, state: State | None, decision: Decision, rules: Rules) -> Step[State] | None:
        """Start at a rating; None for a member who has already started."""
        del rules
        if state is not None:
            return None
        rating = max(FLOOR, check_rating(decision.rating))
        inputs: Inputs = {"rating_before": None, "rating_after": rating}
        reason = Reason("egf", decision.kind.value, ("EGF",), inputs)
        return Step(State(rating, 0, 0, 0, 0), rating, reason)


def _moved(
    game: Game,
    colour: str,
    own: State,
    other: State,
    result: float,
    chance: float,
    stones: int,
    rules: Rules,
) -> Step[State]:
    """The step of a counted game; the formula of :func:`new_rating`, its parts told."""
    before = own.rating
    factor, extra = con(before), bonus(before)
    rating = before + rules.weight * (factor * (result - chance) + extra)
    after: Any = _StateDraft()
    after.rating = rating = rating if rating > FLOOR else FLOOR
    after.games = own.games + 1
    after.wins = own.wins + (result == 1)
    after.losses = own.losses + (result == 0)
    after.jigo = own.jigo + (result == 0.5)
    after.__class__ = State
    told: Any = _Told()
    told.result = result
    told.colour = colour
    told.rating_before = before
    told.opponent = other.rating
    told.handicap = stones
    told.komi2 = game.komi2
    told.weight = rules.weight
    told.not_counted = None
    told.expected = chance
    told.con = factor
    told.bonus = extra
    told.rating_after = rating
    cited = _EVEN if game.handicap or not stones else _HANDICAP_OF_ONE
    return Step(after, rating - before, Reason("egf", _CODES[result], cited, told.__dict__))


def _unmoved(
    game: Game,
    colour: str,
    own: State | None,
    other: State | None,
    result: float,
    stones: int,
    rules: Rules,
    why: NotCounted,
) -> Step[State] | None:
    """The step of a game that does not count, None for a guest."""
    if own is None:
        return None
    value, cited = _NOT_COUNTED[why]
    inputs: Inputs = {
        "result": result,
        "colour": colour,
        "rating_before": own.rating,
        "opponent": None if other is None else other.rating,
        "handicap": stones,
        "komi2": game.komi2,
        "weight": rules.weight,
        "not_counted": value,
        "rating_after": own.rating,
    }
    return Step(own, 0.0, Reason("egf", value, cited, inputs))


#: The one instance; it holds nothing.
SYSTEM: Final = EgfSystem()
