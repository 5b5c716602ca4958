"""A review by any engine that speaks GTP and estimates the score, such as GNU Go.

Estimates do not know whose turn it is.  So a move is compared with the one that the engine would
have played there: the score is estimated after each of the two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from goclub.go.board.basics import COLOUR_NAMES, opponent
from goclub.go.engines.game import (
    LARGEST,
    NO_POINT,
    WORTH,
    EngineGame,
    GameReview,
    MoveLoss,
    StoppedReview,
    Tell,
    largest,
    points_lost,
)
from goclub.go.engines.process import EngineError, EngineProcess
from goclub.go.records.layers import Move

_ANSWER: Final = re.compile(r"([=?])([0-9]{1,9})(?:[ \t](.*))?")
#: “B+12.5”, “W+3.0 (upper bound: …)”, “0”
_SCORE: Final = re.compile(r"(?:([BW])\+([0-9]{1,4}(?:\.[0-9]{1,4})?)|0)(?:\s.*)?")
_SCORE_COMMANDS: Final = ("estimate_score", "final_score")
_MOST_LINES: Final = 2000
#: Moves of a better line after its first.
_REPLIES: Final = 4


class GtpEngine:
    """Commands by number, each with its answer."""

    def __init__(self, process: EngineProcess) -> None:
        self._process = process
        self._number = 0
        self.commands = frozenset(self.ask("list_commands").split())

    def ask(self, *words: str) -> str:
        """The answer to a command.  Raises :class:`EngineError`."""
        self._number += 1
        self._process.send(f"{self._number} {' '.join(words)}")
        while not (first := self._process.line()):
            pass
        match = _ANSWER.fullmatch(first)
        if match is None or int(match[2]) != self._number:
            raise EngineError("nonsense", f"{first[:80]!r} after {words[0]}")
        lines = [match[3] or ""]
        while line := self._process.line():
            lines.append(line)
            if len(lines) > _MOST_LINES:
                raise EngineError("nonsense", f"too many lines after {words[0]}")
        if match[1] == "?":
            raise EngineError("refused", f"{' '.join(words)}: {lines[0][:80]}")
        return "\n".join(lines).strip()

    def play(self, game: EngineGame, move: Move) -> None:
        """Put a stone on the engine's board."""
        self.ask("play", COLOUR_NAMES[move[0]], game.name(move[1]))

    def lead_after(self, game: EngineGame, move: Move, score: str) -> float:
        """Play a move; by how many points Black leads then."""
        self.play(game, move)
        return self.lead(score)

    def lead(self, score: str) -> float:
        """By how many points Black leads."""
        text = self.ask(score)
        match = _SCORE.fullmatch(text.partition("\n")[0])
        if match is None:
            raise EngineError("nonsense", f"the score {text[:80]!r}")
        return float(match[2] or 0) * (-1 if match[1] == "W" else 1)

    def best(self, colour: int) -> str:
        """The move that the engine would play, which is not played."""
        if "reg_genmove" in self.commands:
            return self.ask("reg_genmove", COLOUR_NAMES[colour])
        name = self.ask("genmove", COLOUR_NAMES[colour])
        if name.lower() != "resign":
            self.ask("undo")
        return name

    def replies(self, colour: int) -> list[str]:
        """The next moves that the engine would play, none of them left on the board."""
        names: list[str] = []
        while len(names) < _REPLIES and (not names or names[-1].lower() != NO_POINT):
            name = self.ask("genmove", COLOUR_NAMES[colour])
            if name.lower() == "resign":
                break
            names.append(name)
            colour = opponent(colour)
        for _name in names:
            self.ask("undo")
        return names


def review_by_gtp(process: EngineProcess, game: EngineGame, tell: Tell) -> GameReview:
    """Review a game move by move.  Raises :class:`EngineError`."""
    engine = GtpEngine(process)
    score = next((command for command in _SCORE_COMMANDS if command in engine.commands), None)
    if score is None:
        raise EngineError("no_score")
    if game.width != game.height:
        raise EngineError("refused", "a board that is not square")
    title = f"{engine.ask('name')} {engine.ask('version')}"
    engine.ask("boardsize", str(game.width))
    engine.ask("clear_board")
    engine.ask("komi", str(game.komi2 / 2))
    for stone in game.stones:
        engine.play(game, stone)
    leads = [engine.lead(score)]
    losses: tuple[MoveLoss, ...] = ()
    try:
        for number, move in enumerate(game.moves, start=1):
            tell(number - 1, len(game.moves))
            before, colour = game.moves[: number - 1], move[0]
            name = engine.best(colour)
            best = () if name.lower() == "resign" else game.line(before, colour, [name])
            if not best or best[0] == move:
                leads.append(engine.lead_after(game, move, score))
                continue
            best_lead = engine.lead_after(game, best[0], score)
            engine.ask("undo")
            leads.append(engine.lead_after(game, move, score))
            points = points_lost(colour, best_lead, leads[-1])
            # The better line takes longest: only for what may be listed in the end.
            theirs = [loss.points for loss in losses if loss.colour == colour]
            if points < WORTH or (len(theirs) == LARGEST and points <= theirs[-1]):
                continue
            engine.ask("undo")
            engine.play(game, best[0])
            line = game.line(before, colour, [name, *engine.replies(opponent(colour))])
            engine.ask("undo")
            engine.play(game, move)
            losses = largest((*losses, MoveLoss(number, points, line)))
    except EngineError as error:
        if len(leads) == 1:
            raise
        raise StoppedReview(error, _review(title, leads, losses)) from error
    return _review(title, leads, losses)


def _review(title: str, leads: Sequence[float], losses: tuple[MoveLoss, ...]) -> GameReview:
    # One of two neighbours was estimated with either side to move: the truth lies between them.
    between = [sum(pair) / 2 for pair in pairwise(leads)]
    return GameReview(title, (leads[0], *between), (), losses)
