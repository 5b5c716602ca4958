"""The rules of the toy system, as one in :mod:`ratings` would be written."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from ratings.system import Outcome, RatedGame, Reason, Step, check_game

START = 100
_CODES = {"W": "win", "L": "loss", "J": "jigo"}


@dataclass(frozen=True)
class Rules:
    """``win`` what a win brings."""

    win: int = 3


@dataclass(frozen=True)
class State:
    """Points and the number of games."""

    points: int
    games: int

    def to_json(self):
        return asdict(self)


class ToySystem:
    """Points are only ever gained; the opponent does not matter."""

    name = "toy"
    depends_on_opponent = False

    def step(self, game: RatedGame, black, white, rules):
        check_game(game)
        first = {Outcome.BLACK: "W", Outcome.WHITE: "L"}.get(game.outcome, "J")
        second = {"W": "L", "L": "W", "J": "J"}[first]
        return _step(game, black, first, rules), _step(game, white, second, rules)

    def decide(self, state, _decision, _rules):
        if state is not None:
            return None
        reason = Reason(self.name, "start", ("TOY-1",), {"points": START})
        return Step(State(START, 0), START, reason)


def _step(game, before, result, rules):
    if before is None:
        return None
    if game.board != 19:
        told = {"result": result, "not_counted": "small"}
        return Step(before, 0, Reason("toy", "small", ("TOY-3",), told))
    gain = {"W": rules.win, "J": 1, "L": 0}[result]
    told = {"result": result, "gain": gain, "not_counted": None}
    after = State(before.points + gain, before.games + 1)
    return Step(after, gain, Reason("toy", _CODES[result], ("TOY-2",), told))


ENGINE = ToySystem()
