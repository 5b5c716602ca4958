"""What one game makes of one player's European rating."""

from __future__ import annotations

from msgspec import Struct

from ratings.egf.formula import FLOOR, bonus, con
from ratings.egf.games import RULE_OF, EgfNotCounted
from ratings.egf.state import EgfRules, EgfState
from ratings.system import Ending, Inputs, RatedGame, Reason, Step

_NOT_COUNTED = {code: (code.value, (rule,)) for code, rule in RULE_OF.items()}
_CODES = {1.0: "win", 0.5: "jigo", 0.0: "loss"}
_EVEN, _HANDICAP_OF_ONE = ("EGF",), ("EGF", "H-egf-komi")


class EgfStepInputs(Struct, frozen=True, gc=False):
    """What a game tells of a player; :meth:`inputs` writes it out, which few steps are asked for.

    ``result`` 1, ½ or 0 as he sees it; ``handicap`` in stones, negative where he gives them;
    ``expected`` his chance, None where ``not_counted`` says why the game moved nothing.
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
    """The step of a counted game; the formula of :func:`new_rating`, its parts told."""
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
