"""What one game makes of one player's European rating."""

from __future__ import annotations

from typing import Any

from ratings.drafts import Told
from ratings.egf.formula import FLOOR, bonus, con
from ratings.egf.games import RULE_OF, NotCounted
from ratings.egf.state import Rules, State
from ratings.system import Game, Inputs, Reason, Step

_NOT_COUNTED = {code: (code.value, (rule,)) for code, rule in RULE_OF.items()}
_CODES = {1.0: "win", 0.5: "jigo", 0.0: "loss"}
_EVEN, _HANDICAP_OF_ONE = ("EGF",), ("EGF", "H-egf-komi")


class _StateDraft:
    __slots__ = State.__slots__


class _Told(Told):
    """What a counted game tells of a player."""


def moved(
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


def unmoved(
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
