"""The league's Elo (RULEBOOK 5.1, S4-1 … S4-8): floats, kept unrounded; the page rounds.

S4 was written for a game without handicap, so a house rule says which games of a Go club count:
see :class:`Feed`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite
from typing import Any, Final

from ratings.checks import whole_number
from ratings.drafts import Told
from ratings.errors import Code, RuleError
from ratings.system import Ending, Game, Inputs, Outcome, Reason, Step, check_game

_SCALE = 400.0
# Beyond this a power of ten leaves the floats; the chance is 0 or 1 to the last bit long before.
_LARGEST_POWER = 300.0
_FULL_BOARD = 19

# House bounds of the settings.
_START, _FACTOR, _BONUS = (0.0, 5000.0), (1.0, 200.0), (0.0, 1000.0)


def real_number(
    value: object, *, field: str, low: float | None = None, high: float | None = None
) -> float:
    """Return *value* as a float if it is a finite number in the closed range *low* … *high*.

    Raises RuleError E_MISSING for None and the empty text, E_TYPE for NaN, Infinity, a bool, text
    and whatever else is neither int nor float, E_RANGE outside the range.  Source: RULEBOOK
    section 0.

    >>> real_number(1000, field="rating")
    1000.0
    """
    if value is None or value == "":
        raise RuleError(Code.MISSING, field=field, value=value)
    if not isinstance(value, int | float) or isinstance(value, bool) or not isfinite(value):
        raise RuleError(Code.TYPE, field=field, value=value, accepted="a number")
    if (low is not None and value < low) or (high is not None and value > high):
        accepted = f"{'' if low is None else f'{low:g}'}…{'' if high is None else f'{high:g}'}"
        raise RuleError(Code.RANGE, field=field, value=value, accepted=accepted)
    return float(value)


# --- The formula -------------------------------------------------------------------------------
def expected(own: float, opponent: float) -> float:
    """Return the chance, 0 … 1, that a player rated *own* beats one rated *opponent* (S4-2).

    Raises RuleError E_MISSING or E_TYPE on ``own`` or ``opponent``.

    >>> round(expected(1200, 1000), 4)
    0.7597
    """
    return _expected(real_number(own, field="own"), real_number(opponent, field="opponent"))


def _expected(own: float, opponent: float) -> float:
    power = (opponent - own) / _SCALE
    return float(1.0 / (1.0 + 10.0 ** (power if power < _LARGEST_POWER else _LARGEST_POWER)))


def change(winner: float, loser: float, k: float = 25.0) -> float:
    """Return what the winner gains and the loser loses, 0 … *k* (S4-2, S4-3).

    There is no way to ask for a draw: it changes nothing (S4-4).  Raises RuleError E_MISSING,
    E_TYPE or E_RANGE on the argument's name.

    >>> round(change(1400, 1000), 4), round(change(1000, 1200), 4)
    (2.2727, 18.9937)
    """
    chance = _expected(real_number(winner, field="winner"), real_number(loser, field="loser"))
    return real_number(k, field="k", low=_FACTOR[0], high=_FACTOR[1]) * (1.0 - chance)


# --- House rules and state ---------------------------------------------------------------------
class Feed(StrEnum):
    """Which games count (H: S4 knows neither handicap nor small boards).

    LEAGUE: only games of events that count for a league, whatever the board and the handicap,
    which are the league's choice.  ALL: also even club games, 19×19 without stones, that neither
    side wants off the record.  A game with a guest never counts: he has no rating.
    """

    LEAGUE = "league"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Rules:
    """House rules in force on a day.

    ``feed`` which games count.  ``start`` the first rating, 0 … 5000, published 1000 (S4-1).
    ``k`` the factor, 1 … 200, published 25 (S4-2).  ``bonus`` for a national tournament, 0 … 1000;
    no amount is published, 0 stands for "not set" (S4-7).  Numbers are kept as floats.

    Raises RuleError E_MISSING, E_TYPE, E_RANGE on the field.
    """

    feed: Feed = Feed.ALL
    start: float = 1000.0
    k: float = 25.0
    bonus: float = 0.0

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "feed", Feed(self.feed))
        except ValueError:
            raise RuleError(
                Code.TYPE, field="feed", value=self.feed, accepted="league, all"
            ) from None
        for name, (low, high) in (("start", _START), ("k", _FACTOR), ("bonus", _BONUS)):
            number = real_number(getattr(self, name), field=name, low=low, high=high)
            object.__setattr__(self, name, number)


@dataclass(frozen=True, slots=True)
class State:
    """A player between two facts: the rating, unrounded, and the counted games by result."""

    rating: float
    games: int
    wins: int
    losses: int
    draws: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "rating", real_number(self.rating, field="rating"))
        for name in ("games", "wins", "losses", "draws"):
            whole_number(getattr(self, name), field=name, low=0)
        counted = self.wins + self.losses + self.draws
        if self.games != counted:
            raise RuleError(
                Code.INCONSISTENT, field="games", value=self.games, accepted=str(counted)
            )

    def to_json(self) -> dict[str, Any]:
        """Return a dict of JSON types, keyed by the names of the fields."""
        return {
            "rating": self.rating,
            "games": self.games,
            "wins": self.wins,
            "losses": self.losses,
            "draws": self.draws,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> State:
        """Read what :meth:`to_json` wrote; the rating comes back to the last bit.

        Raises RuleError on the damaged field: E_MISSING, E_TYPE, E_RANGE, and E_INCONSISTENT
        where the results do not add up to the games.
        """
        fields: dict[str, Any] = {
            name: data.get(name) for name in ("rating", "games", "wins", "losses", "draws")
        }
        return cls(**fields)


class _StateDraft:
    __slots__ = State.__slots__


class _Told(Told):
    """What a game tells of a player."""


# --- Games -------------------------------------------------------------------------------------
class NotCounted(StrEnum):
    """Why a game moves no rating; reason codes, not errors."""

    NO_RESULT = "no_result"
    GUEST = "guest"
    NOT_LEAGUE = "not_league"
    FREE_BOARD = "free_board"
    HANDICAP = "handicap"
    FREE_FLAG = "free_flag"


_RULE = {
    NotCounted.NO_RESULT: "S1-9",
    NotCounted.GUEST: "H-guest",
    NotCounted.NOT_LEAGUE: "H-elo-feed",
    NotCounted.FREE_BOARD: "H-elo-feed",
    NotCounted.HANDICAP: "H-elo-feed",
    NotCounted.FREE_FLAG: "H-elo-feed",
}
_NOT_COUNTED = {code: (code.value, (rule,)) for code, rule in _RULE.items()}
_PLAYED, _NOT_PLAYED_OUT = ("S4-2", "S4-8"), ("S4-2", "S4-6", "S4-8")
_CITED: dict[Any, tuple[str, ...]] = {
    Ending.POINTS: _PLAYED,
    Ending.RESIGNATION: _PLAYED,
    Ending.TIME: _NOT_PLAYED_OUT,
    Ending.FORFEIT: _NOT_PLAYED_OUT,
    Ending.UNKNOWN: _PLAYED,
}
# By name: reaching a member through its class costs more than the comparison it serves.
_BLACK, _WHITE, _NO_RESULT, _LEAGUE = Outcome.BLACK, Outcome.WHITE, Outcome.NO_RESULT, Feed.LEAGUE
_TEXT: dict[str, str] = {member: member.value for kind in (Feed, Ending) for member in kind}
# The result as Black and as White see it.
_LETTERS = {
    Outcome.BLACK: ("W", "L"),
    Outcome.WHITE: ("L", "W"),
    Outcome.JIGO: ("J", "J"),
    Outcome.NO_RESULT: ("N", "N"),
}


def why_not_counted(game: Game, feed: Feed) -> NotCounted | None:
    """Return the first reason why *game* moves no rating, None when it counts.

    In this order: no result, a guest on either side; then, outside the league, the feed takes
    league games only, a small board, handicap stones, off the record by the will of either side.
    A forfeit counts, as does a loss on time (S4-6).
    """
    if game.outcome is _NO_RESULT:
        return NotCounted.NO_RESULT
    if game.black_guest or game.white_guest:
        return NotCounted.GUEST
    if game.league:
        return None
    if feed is _LEAGUE:
        return NotCounted.NOT_LEAGUE
    if game.board != _FULL_BOARD:
        return NotCounted.FREE_BOARD
    if game.handicap:
        return NotCounted.HANDICAP
    if game.black_free or game.white_free:
        return NotCounted.FREE_FLAG
    return None


class DecisionKind(StrEnum):
    """START when a member joins (S4-1); BONUS by the office for a national tournament (S4-7)."""

    START = "start"
    BONUS = "bonus"


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision about one member; ``by_office`` the deciding person had the right of the office.

    A kind read from storage as plain text is taken too; any other raises RuleError E_TYPE.
    """

    kind: DecisionKind
    by_office: bool = False

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "kind", DecisionKind(self.kind))
        except ValueError:
            raise RuleError(
                Code.TYPE, field="kind", value=self.kind, accepted="start, bonus"
            ) from None


class EloSystem:
    """Elo behind the common interface: each side's change needs the other's rating."""

    name: Final = "elo"
    depends_on_opponent: Final = True

    def step(
        self, game: Game, black: State | None, white: State | None, rules: Rules
    ) -> tuple[Step[State] | None, Step[State] | None]:
        """Rate one game: (Black's step, White's step), None for a guest (S4-2 … S4-6, S4-8).

        Both changes come from the ratings before the game; one is the other's negative, to the
        last bit.

        Raises what :func:`~ratings.system.check_game` raises; on field ``black`` or ``white``
        E_INCONSISTENT for a guest with a rating and E_STATE ``no_points_yet`` for a member
        without; E_MISSING or E_TYPE on a state's ``rating``.
        """
        plain = check_game(game)
        not_counted = None
        if not (plain and game.league):
            not_counted = why_not_counted(game, rules.feed)
        if black is None or white is None or not_counted is not None:
            _check_side("black", black, guest=game.black_guest)
            _check_side("white", white, guest=game.white_guest)
            return (
                _unmoved(game, "B", black, white, rules, not_counted),
                _unmoved(game, "W", white, black, rules, not_counted),
            )
        one, two = black.rating, white.rating
        chance_one, chance_two = _expected(one, two), _expected(two, one)
        outcome = game.outcome
        if outcome is _BLACK:
            gain = rules.k * (1.0 - chance_one)
            return (
                _moved(game, "B", "W", black, two, chance_one, gain, rules),
                _moved(game, "W", "L", white, one, chance_two, -gain, rules),
            )
        if outcome is _WHITE:
            gain = rules.k * (1.0 - chance_two)
            return (
                _moved(game, "B", "L", black, two, chance_one, -gain, rules),
                _moved(game, "W", "W", white, one, chance_two, gain, rules),
            )
        return (
            _moved(game, "B", "J", black, two, chance_one, 0.0, rules),
            _moved(game, "W", "J", white, one, chance_two, 0.0, rules),
        )

    def decide(self, state: State | None, decision: Decision, rules: Rules) -> Step[State] | None:
        """Apply a start or a bonus; None for a member who has already started.

        Start: ``rules.start`` points (S4-1), ``delta`` counts from 0.  Bonus: ``rules.bonus`` more,
        also where that is 0, so that the ledger shows it as not set (S4-7).

        Raises RuleError E_FORBIDDEN (bonus without the office), E_STATE ``no_points_yet`` (bonus
        before the start).
        """
        if decision.kind is DecisionKind.START:
            if state is not None:
                return None
            after = State(rules.start, 0, 0, 0, 0)
            return Step(after, rules.start, _decided(None, after, decision, None))
        if decision.by_office is not True:
            raise RuleError(
                Code.FORBIDDEN, field="by_office", value=decision.by_office, accepted="the office"
            )
        if state is None:
            raise RuleError(Code.STATE, field="kind", value=decision.kind, reason="no_points_yet")
        after = State(
            state.rating + rules.bonus, state.games, state.wins, state.losses, state.draws
        )
        return Step(after, rules.bonus, _decided(state, after, decision, rules.bonus))


def _check_side(side: str, state: State | None, *, guest: bool) -> None:
    """Only a guest may come without a rating, and a guest has none."""
    if state is None and not guest:
        raise RuleError(Code.STATE, field=side, reason="no_points_yet")
    if state is not None and guest:
        raise RuleError(Code.INCONSISTENT, field=side, reason="guest_with_points")


def _moved(
    game: Game,
    colour: str,
    result: str,
    before: State,
    opponent: float,
    chance: float,
    delta: float,
    rules: Rules,
) -> Step[State]:
    """The step of a counted game."""
    after: Any = _StateDraft()
    after.rating = before.rating + delta
    after.games = before.games + 1
    after.wins, after.losses, after.draws = before.wins, before.losses, before.draws
    if result == "W":
        after.wins += 1
        code, cited = "win", _CITED[game.ending]
    elif result == "L":
        after.losses += 1
        code, cited = "loss", _CITED[game.ending]
    else:
        after.draws += 1
        code, cited = "draw", ("S4-4",)
    told: Any = _Told()
    told.result = result
    told.colour = colour
    told.rating_before = before.rating
    told.rating_after = after.rating
    told.opponent = opponent
    told.expected = chance
    told.k = rules.k
    told.games = after.games
    told.feed = _TEXT[rules.feed]
    told.league = game.league
    told.board = game.board
    told.handicap = game.handicap
    told.komi2 = game.komi2
    told.ending = _TEXT[game.ending]
    told.not_counted = None
    after.__class__ = State
    return Step(after, delta, Reason("elo", code, cited, told.__dict__))


def _unmoved(
    game: Game,
    colour: str,
    before: State | None,
    opponent: State | None,
    rules: Rules,
    not_counted: NotCounted | None,
) -> Step[State] | None:
    """The step of a game that does not count, None for a guest."""
    if before is None or not_counted is None:
        return None
    value, cited = _NOT_COUNTED[not_counted]
    first, second = _LETTERS[game.outcome]  # type: ignore[index]  # check_game saw an outcome
    told: Any = _Told()
    told.result = first if colour == "B" else second
    told.colour = colour
    told.rating_before = told.rating_after = before.rating
    told.opponent = None if opponent is None else opponent.rating
    told.expected = None
    told.k = rules.k
    told.games = before.games
    told.feed = _TEXT[rules.feed]
    told.league = game.league
    told.board = game.board
    told.handicap = game.handicap
    told.komi2 = game.komi2
    told.ending = _TEXT[game.ending]
    told.not_counted = value
    return Step(before, 0.0, Reason("elo", value, cited, told.__dict__))


def _decided(before: State | None, after: State, decision: Decision, bonus: float | None) -> Reason:
    inputs: Inputs = {
        "by_office": decision.by_office,
        "rating_before": None if before is None else before.rating,
        "rating_after": after.rating,
        "bonus": bonus,
        "games": after.games,
    }
    rule = "S4-1" if decision.kind is DecisionKind.START else "S4-7"
    return Reason("elo", decision.kind.value, (rule,), inputs)


#: The one instance; it holds nothing.
SYSTEM: Final = EloSystem()
