"""The PAA system behind the common interface of :mod:`ratings.system`."""

from __future__ import annotations

from typing import Final

from ratings.errors import Code, RuleError
from ratings.paa import decisions
from ratings.paa.games import check_for_paa, step_for
from ratings.paa.state import Rules, State
from ratings.system import Game, Step, check_game


class PaaSystem:
    """PAA points; a player's points and rank follow from his own results alone."""

    name: Final = "paa"
    depends_on_opponent: Final = False

    def step(
        self, game: Game, black: State | None, white: State | None, rules: Rules
    ) -> tuple[Step[State] | None, Step[State] | None]:
        """Rate one game: (Black's step, White's step), None for a guest (S1-7 … S1-13).

        A side without a state gets no step: a guest, or a member who is not followed.  Raises
        what :func:`~ratings.system.check_game` and :func:`check_for_paa` raise, and on field
        ``black`` or ``white`` E_INCONSISTENT for a guest with points.
        """
        check_game(game)
        check_for_paa(game)
        _check_side("black", black, guest=game.black_guest)
        _check_side("white", white, guest=game.white_guest)
        return (
            None if black is None else step_for(game, "B", black, rules),
            None if white is None else step_for(game, "W", white, rules),
        )

    def decide(
        self, state: State | None, decision: decisions.Decision, rules: Rules
    ) -> Step[State]:
        """Apply a declaration or a decision of the office, see :func:`decisions.decide`.

        The house rules in force play no part: they govern changes by games only.
        """
        del rules
        return decisions.decide(state, decision)


def _check_side(side: str, state: State | None, *, guest: bool) -> None:
    if state is not None and guest:
        raise RuleError(Code.INCONSISTENT, field=side, reason="guest_with_points")


#: The one instance; it holds nothing.
SYSTEM: Final = PaaSystem()
