"""The PAA system behind the common interface of :mod:`ratings.system`."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from ratings.errors import Code, RuleError
from ratings.paa import decisions
from ratings.paa.games import FREE_FROM_STONES, PaaNotCounted, may_end_on_time, why_not_counted
from ratings.paa.state import PaaRules, PaaState
from ratings.paa.steps import moved, unmoved
from ratings.system import Ending, Outcome, RatedGame, Step, check_game

_TIME = Ending.TIME
# A drawn game, and one without a result, as either player sees it.
_LETTERS: dict[Outcome | None, str] = {Outcome.JIGO: "J", Outcome.NO_RESULT: "N"}
_BLACK, _WHITE = Outcome.BLACK, Outcome.WHITE


class PaaSystem:
    """PAA points; a player's points and rank follow from his own results alone."""

    name: Final = "paa"
    depends_on_opponent: Final = False

    def step(
        self, game: RatedGame, black: PaaState | None, white: PaaState | None, rules: PaaRules
    ) -> tuple[Step[PaaState] | None, Step[PaaState] | None]:
        """Rate one game: (Black's step, White's step), None for a guest (S1-7 … S1-13).

        A side without a state gets no step: a guest, or a member who is not followed.  Raises
        what :func:`~ratings.system.check_game` raises, and on field ``black`` or ``white``
        E_INCONSISTENT for a guest with points.  What :func:`~ratings.paa.games.check_for_paa`
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
        self, state: PaaState | None, decision: decisions.PaaDecision, rules: PaaRules
    ) -> Step[PaaState]:
        """Apply a declaration or a decision of the office, see :func:`decisions.decide`.

        The house rules in force play no part: they govern changes by games only.
        """
        del rules
        return decisions.decide(state, decision)


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
        raise RuleError(Code.INCONSISTENT, field=side, reason="ratings.guest_with_points")


#: The one instance; it holds nothing.
SYSTEM: Final = PaaSystem()
