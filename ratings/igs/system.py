"""The IGS system behind the common interface of :mod:`ratings.system`."""

from __future__ import annotations

from typing import Final

from ratings.errors import Code, RuleError
from ratings.igs import decisions
from ratings.igs.games import facts_of
from ratings.igs.state import SYSTEM_NAME, IgsRules, IgsState
from ratings.igs.steps import step_for
from ratings.system import RatedGame, Step, check_game


class IgsSystem:
    """IGS points; both players' ranks before the game decide what it moves (S0-22)."""

    name: Final = SYSTEM_NAME
    depends_on_opponent: Final = True

    def step(
        self, game: RatedGame, black: IgsState | None, white: IgsState | None, rules: IgsRules
    ) -> tuple[Step[IgsState] | None, Step[IgsState] | None]:
        """Rate one game: (Black's step, White's step), None for a guest (S0-6 … S0-30).

        Raises what :func:`~ratings.system.check_game` raises, and on field ``black`` or ``white``
        E_INCONSISTENT ``guest_with_points``, E_STATE ``no_points_yet`` for a member without a
        state.
        """
        plain = check_game(game)
        if not plain or black is None or white is None:  # nobody is a guest in a plain game
            _check_side("black", black, guest=game.black_guest)
            _check_side("white", white, guest=game.white_guest)
        facts = facts_of(game, black, white, rules.interpolate, plain=plain)
        return (
            None if black is None else step_for(facts, "B", black, white, rules),
            None if white is None else step_for(facts, "W", white, black, rules),
        )

    def decide(
        self, state: IgsState | None, decision: decisions.IgsDecision, rules: IgsRules
    ) -> Step[IgsState] | None:
        """Apply a declaration or a decision of the office, see :func:`decisions.decide`."""
        return decisions.decide(state, decision, rules)


def _check_side(side: str, state: IgsState | None, *, guest: bool) -> None:
    if guest and state is not None:
        raise RuleError(Code.INCONSISTENT, field=side, reason="ratings.guest_with_points")
    if not guest and state is None:
        raise RuleError(Code.STATE, field=side, reason="ratings.no_points_yet")


#: The one instance; it holds nothing.
SYSTEM: Final = IgsSystem()
