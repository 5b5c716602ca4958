"""The Elo system behind the common interface of :mod:`ratings.system`."""

from __future__ import annotations

from typing import Final

from ratings.elo import decisions
from ratings.elo.formula import chance_of
from ratings.elo.games import why_not_counted
from ratings.elo.state import EloRules, EloState
from ratings.elo.steps import moved, unmoved
from ratings.errors import Code, RuleError
from ratings.system import Outcome, RatedGame, Step, check_game

# By name: reaching a member through its class costs more than the comparison it serves.
_BLACK, _WHITE = Outcome.BLACK, Outcome.WHITE


class EloSystem:
    """Elo behind the common interface: each side's change needs the other's rating."""

    name: Final = "elo"
    depends_on_opponent: Final = True

    def step(
        self, game: RatedGame, black: EloState | None, white: EloState | None, rules: EloRules
    ) -> tuple[Step[EloState] | None, Step[EloState] | None]:
        """Rate one game: (Black's step, White's step), None for a guest (S4-2 … S4-6, S4-8).

        Both changes come from the ratings before the game; one is the other's negative, to the
        last bit.

        Raises what :func:`~ratings.system.check_game` raises; on field ``black`` or ``white``
        E_INCONSISTENT for a guest with a rating and E_STATE ``no_points_yet`` for a member
        without.
        """
        plain = check_game(game)
        not_counted = None
        if not (plain and game.league):
            not_counted = why_not_counted(game, rules.feed, forfeits=rules.forfeits)
        if black is None or white is None or not_counted is not None:
            _check_side("black", black, guest=game.black_guest)
            _check_side("white", white, guest=game.white_guest)
            return (
                unmoved(game, "B", black, white, rules, not_counted),
                unmoved(game, "W", white, black, rules, not_counted),
            )
        black_rating, white_rating = black.rating, white.rating
        black_chance, white_chance = (
            chance_of(black_rating, white_rating),
            chance_of(white_rating, black_rating),
        )
        outcome = game.outcome
        if outcome is _BLACK:
            gain = rules.k * (1.0 - black_chance)
            return (
                moved(game, "B", "W", black, white_rating, black_chance, gain, rules),
                moved(game, "W", "L", white, black_rating, white_chance, -gain, rules),
            )
        if outcome is _WHITE:
            gain = rules.k * (1.0 - white_chance)
            return (
                moved(game, "B", "L", black, white_rating, black_chance, -gain, rules),
                moved(game, "W", "W", white, black_rating, white_chance, gain, rules),
            )
        return (
            moved(game, "B", "J", black, white_rating, black_chance, 0.0, rules),
            moved(game, "W", "J", white, black_rating, white_chance, 0.0, rules),
        )

    def decide(
        self, state: EloState | None, decision: decisions.EloDecision, rules: EloRules
    ) -> Step[EloState] | None:
        """Apply a start or a bonus, see :func:`decisions.decide`."""
        return decisions.decide(state, decision, rules)


def _check_side(side: str, state: EloState | None, *, guest: bool) -> None:
    """Only a guest may come without a rating, and a guest has none."""
    if state is None and not guest:
        raise RuleError(Code.STATE, field=side, reason="ratings.no_points_yet")
    if state is not None and guest:
        raise RuleError(Code.INCONSISTENT, field=side, reason="ratings.guest_with_points")


#: The one instance; it holds nothing.
SYSTEM: Final = EloSystem()
