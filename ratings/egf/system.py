"""The European system behind the common interface of :mod:`ratings.system`."""

from __future__ import annotations

from math import exp
from typing import Final

from ratings.egf import decisions
from ratings.egf.formula import CEILING, gap, raised_by
from ratings.egf.games import EgfNotCounted, stones_of, why_not_counted
from ratings.egf.state import EgfRules, EgfState
from ratings.egf.steps import moved, unmoved
from ratings.system import Outcome, RatedGame, Step, check_game

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
        self, state: EgfState | None, decision: decisions.EgfDecision, rules: EgfRules
    ) -> Step[EgfState] | None:
        """Start at a rating, see :func:`decisions.decide`; the house rules play no part."""
        del rules
        return decisions.decide(state, decision)


#: The one instance; it holds nothing.
SYSTEM: Final = EgfSystem()
