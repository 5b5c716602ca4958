"""What one game makes of one player's Elo (S4-2 … S4-6, S4-8)."""

from __future__ import annotations

from msgspec import Struct

from ratings.elo.games import RULE_OF, EloNotCounted
from ratings.elo.state import EloRules, EloState, Feed
from ratings.system import Ending, Inputs, Outcome, RatedGame, Reason, Step

_NOT_COUNTED = {code: (code.value, (rule,)) for code, rule in RULE_OF.items()}
_PLAYED, _NOT_PLAYED_OUT = ("S4-2", "S4-8"), ("S4-2", "S4-6", "S4-8")
_CITED: dict[Ending, tuple[str, ...]] = {
    Ending.POINTS: _PLAYED,
    Ending.RESIGNATION: _PLAYED,
    Ending.TIME: _NOT_PLAYED_OUT,
    Ending.FORFEIT: _NOT_PLAYED_OUT,
    Ending.LEFT: _NOT_PLAYED_OUT,
    Ending.UNKNOWN: _PLAYED,
}
_DRAWN, _CALLED = ("S4-4",), ("S4-4", "S4-15")
_ENDING_TEXT = {ending: ending.value for ending in Ending}
_FEED_TEXT = {feed: feed.value for feed in Feed}
# The result as Black and as White see it.
_LETTERS: dict[Outcome | None, tuple[str, str]] = {
    Outcome.BLACK: ("W", "L"),
    Outcome.WHITE: ("L", "W"),
    Outcome.JIGO: ("J", "J"),
    Outcome.NO_RESULT: ("N", "N"),
}


class EloStepInputs(Struct, frozen=True, gc=False):
    """What a game tells of a player; :meth:`inputs` writes it out, which few steps are asked for.

    ``result`` W L J N as he sees it; ``opponent`` the other's rating, None for a guest;
    ``expected`` his chance, None where ``not_counted`` says why the game moved nothing.
    """

    game: RatedGame
    colour: str
    result: str
    before: EloState
    after: EloState
    opponent: float | None
    rules: EloRules
    expected: float | None = None
    not_counted: str | None = None

    def inputs(self) -> Inputs:
        """The inputs of the reason, by name."""
        game = self.game
        return {
            "result": self.result,
            "colour": self.colour,
            "rating_before": self.before.rating,
            "rating_after": self.after.rating,
            "opponent": self.opponent,
            "expected": self.expected,
            "k": self.rules.k,
            "games": self.after.games,
            "feed": _FEED_TEXT[self.rules.feed],
            "league": game.league,
            "board": game.board,
            "handicap": game.handicap,
            "komi2": game.komi2,
            "ending": _ENDING_TEXT[game.ending],
            "not_counted": self.not_counted,
        }


def moved(
    game: RatedGame,
    colour: str,
    result: str,
    before: EloState,
    opponent: float,
    chance: float,
    delta: float,
    rules: EloRules,
) -> Step[EloState]:
    """The step of a counted game."""
    wins, losses, draws = before.wins, before.losses, before.draws
    if result == "W":
        wins += 1
        code, cited = "win", _CITED[game.ending]
    elif result == "L":
        losses += 1
        code, cited = "loss", _CITED[game.ending]
    else:
        draws += 1
        code, cited = "draw", _CALLED if game.ending is Ending.CALLED else _DRAWN
    after = EloState(
        rating=before.rating + delta,
        games=before.games + 1,
        wins=wins,
        losses=losses,
        draws=draws,
    )
    step_inputs = EloStepInputs(
        game=game,
        colour=colour,
        result=result,
        before=before,
        after=after,
        opponent=opponent,
        rules=rules,
        expected=chance,
    )
    return Step(after, delta, Reason("elo", code, cited, step_inputs))


def unmoved(
    game: RatedGame,
    colour: str,
    before: EloState | None,
    opponent: EloState | None,
    rules: EloRules,
    not_counted: EloNotCounted | None,
) -> Step[EloState] | None:
    """The step of a game that does not count, None for a guest."""
    if before is None or not_counted is None:
        return None
    value, cited = _NOT_COUNTED[not_counted]
    first, second = _LETTERS[game.outcome]
    step_inputs = EloStepInputs(
        game=game,
        colour=colour,
        result=first if colour == "B" else second,
        before=before,
        after=before,
        opponent=None if opponent is None else opponent.rating,
        rules=rules,
        not_counted=value,
    )
    return Step(before, 0.0, Reason("elo", value, cited, step_inputs))
