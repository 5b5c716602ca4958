"""What one game makes of one player's Elo (S4-2 … S4-6, S4-8)."""

from __future__ import annotations

from typing import Any

from ratings.drafts import Told
from ratings.elo.games import RULE_OF, NotCounted
from ratings.elo.state import Feed, Rules, State
from ratings.system import Ending, Game, Outcome, Reason, Step

_NOT_COUNTED = {code: (code.value, (rule,)) for code, rule in RULE_OF.items()}
_PLAYED, _NOT_PLAYED_OUT = ("S4-2", "S4-8"), ("S4-2", "S4-6", "S4-8")
_CITED: dict[Any, tuple[str, ...]] = {
    Ending.POINTS: _PLAYED,
    Ending.RESIGNATION: _PLAYED,
    Ending.TIME: _NOT_PLAYED_OUT,
    Ending.FORFEIT: _NOT_PLAYED_OUT,
    Ending.UNKNOWN: _PLAYED,
}
_TEXT: dict[str, str] = {member: member.value for kind in (Feed, Ending) for member in kind}
# The result as Black and as White see it.
_LETTERS = {
    Outcome.BLACK: ("W", "L"),
    Outcome.WHITE: ("L", "W"),
    Outcome.JIGO: ("J", "J"),
    Outcome.NO_RESULT: ("N", "N"),
}


class _StateDraft:
    __slots__ = State.__slots__


class _Told(Told):
    """What a game tells of a player."""


def moved(
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


def unmoved(
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
