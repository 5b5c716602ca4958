"""A small deterministic Go player that plays whole games for the demo club.

The same generator state always gives the same game, so a kifu can be kept as nothing but a seed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from goclub.demo.club.choosing import HELD, Chooser
from goclub.demo.club.opening import Opening
from goclub.demo.club.stones import BLACK, EMPTY, WHITE, Stones
from goclub.go.board.basics import Point
from goclub.go.board.names import handicap_points
from goclub.go.board.turns import GameInTurns
from goclub.go.scoring.counted import Count
from goclub.go.scoring.counting import count

Side = Literal["B", "W"]
#: By which the club counts.
RULES: Final = "Japanese"

#: Longest game as a share of the points of the board, against endless fights.
_LONGEST = 1.25
#: Soonest resignation as a share of the points of the board: move 101 on 19×19.
_SOONEST = 0.28
#: A lead is hopeless from so many points per line of the board on.
_HOPELESS = 2.3
#: And clear enough to resign, where the story wants it, from so many on.
_CLEAR = 0.7
#: Most half points per line of the board by which people lose without having resigned.
_COUNTED = 5
_EVEN = {BLACK: 0.6, WHITE: 0.6}


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game.

    ``moves`` (colour, point or None for a pass), without the handicap stones.  ``outcome`` "B",
    "W" or "J"; ``ending`` "points", "resign", or "" for jigo.  ``margin2`` the winning margin in
    half points by the club's rules after komi, for a win by points only.
    """

    moves: tuple[tuple[int, Point | None], ...]
    outcome: Literal["B", "W", "J"]
    ending: Literal["points", "resign", ""]
    margin2: int | None


class _Table:
    """One game in progress."""

    def __init__(
        self, rng: random.Random, *, size: int, handicap: int, care: dict[int, float]
    ) -> None:
        self.rng = rng
        self.handicap = handicap
        self.board = Stones(size)
        self.turn = BLACK
        if handicap:
            for column, row in handicap_points(size, handicap):
                self.board.play(BLACK, self.board.index(column, row))
            self.turn = WHITE
        self.opening: Opening | None = Opening(rng, self.board)
        self.care = care
        self.chooser = Chooser(rng, self.board, care)
        self.trail: list[int] = []

    def advance(self) -> bool:
        """Play one move; answer False once two passes have ended the game."""
        trail = self.trail
        move: int | None = None
        if self.opening is not None:
            move = self.opening.move(self.turn)
            if move is None:
                self.opening = None
        if move is None:
            last = trail[-1] if trail else 0
            before = trail[-2] if len(trail) > 1 else 0
            move = self.chooser.move(self.turn, last, before)
        if move:
            self.board.play(self.turn, move)
        else:
            self.board.ko = 0
        trail.append(move)
        self.turn = 3 - self.turn
        return bool(move) or len(trail) < 2 or bool(trail[-2])

    def lead(self) -> int:
        """Black's lead in points as the influence of the stones shows it."""
        board = self.board
        black = white = 0
        for point in board.points:
            cell, held = board.cells[point], board.influence[point]
            if cell == BLACK or (cell == EMPTY and held >= HELD):
                black += 1
            elif cell == WHITE or (cell == EMPTY and held <= -HELD):
                white += 1
        return black - white

    def finished(self, komi2: int) -> PlayedGame:
        """The game as it stands, counted by the club's rules."""
        moves = self._moves()
        counted2 = count_at_end(
            moves, size=self.board.size, handicap=self.handicap, komi2=komi2
        ).margin2
        if counted2 == 0:
            return PlayedGame(moves, "J", "", None)
        winner: Side = "B" if counted2 > 0 else "W"
        return PlayedGame(moves, winner, "points", abs(counted2))

    def resigned(self, winner: Side, length: int | None = None) -> PlayedGame:
        """The game after the loser resigned, cut to ``length`` moves and to the winner's move."""
        moves = self._moves()[:length]
        colour = BLACK if winner == "B" else WHITE
        while moves and (moves[-1][1] is None or moves[-1][0] != colour):
            moves = moves[:-1]
        return PlayedGame(moves, winner, "resign", None)

    def _moves(self) -> tuple[tuple[int, Point | None], ...]:
        first = self.turn if len(self.trail) % 2 == 0 else 3 - self.turn
        return tuple(
            (first if turn % 2 == 0 else 3 - first, self.board.point(move) if move else None)
            for turn, move in enumerate(self.trail)
        )


def count_at_end(
    moves: Sequence[tuple[int, Point | None]], *, size: int, handicap: int, komi2: int
) -> Count:
    """Count the position after the last move by the club's rules; nothing on it is dead."""
    game = GameInTurns(size, handicap)
    for colour, point in moves:
        game.move(colour, stone=point, passes=point is None)
    return count(game.board, rules=RULES, komi2=komi2, handicap=handicap)


def _care(strength: float, against: float) -> float:
    """How careful a player is against another: 0.6 for equals, more for the stronger."""
    return min(max(0.6 + (strength - against) / 60, 0.0), 1.0)


def play_out(
    rng: random.Random,
    *,
    size: int,
    handicap: int,
    komi2: int,
    strength_black: float,
    strength_white: float,
) -> PlayedGame:
    """Play a game to two passes, or until a side that is hopelessly behind resigns.

    ``size`` 19, 13 or 9; ``handicap`` 0 or 2 … 9; ``komi2`` in half points, given by Black.
    Strengths are PAA points; only their difference matters.  The result is whatever happened on
    the board: the margin is the count of the last position by the club's rules after komi.
    """
    care = {
        BLACK: _care(strength_black, strength_white),
        WHITE: _care(strength_white, strength_black),
    }
    table = _Table(rng, size=size, handicap=handicap, care=care)
    while len(table.trail) < size * size * _LONGEST and table.advance():
        turn = len(table.trail)
        if turn > size * size // 3 and turn % 8 == 0:
            lead = table.lead() - komi2 / 2
            if abs(lead) > size * _HOPELESS and rng.random() < 0.4:
                return table.resigned("B" if lead > 0 else "W")
    return table.finished(komi2)


def play_out_for(
    rng: random.Random,
    *,
    wanted: Side,
    size: int,
    handicap: int,
    komi2: int,
    ending: Literal["points", "resign"],
) -> PlayedGame:
    """Play a game that ``wanted`` wins, so that a story can decide results beforehand.

    The wanted side plays with care and the other one without.  With ``ending`` "resign" the loser
    resigns in the middle game, when he is seen to be behind.  With "points" the game goes to the
    count; should the wrong side be ahead there, or the lead be so large that people would not
    have counted it, the answer is a resignation after all, at the moment at which the wanted side
    stood best.  Arguments otherwise as for :func:`play_out`.
    """
    area = size * size
    if ending == "resign":
        table = _Table(rng, size=size, handicap=handicap, care=dict(_EVEN))
        until = round(area * rng.uniform(0.33, 0.62))
        return table.resigned(wanted, _steer(table, wanted, komi2, enough=area, until=until))
    tries = 1 if size == 19 else 3  # a small board costs little, and there one fight decides
    while True:
        table = _Table(rng, size=size, handicap=handicap, care=dict(_EVEN))
        enough = rng.uniform(0.6, 1.0) * size
        best = _steer(table, wanted, komi2, enough=enough, until=2 * area)
        played = table.finished(komi2)
        if played.outcome == wanted and (played.margin2 or 0) < _COUNTED * size:
            return played
        tries -= 1
        if not tries:
            return table.resigned(wanted, best)


def _steer(table: _Table, wanted: Side, komi2: int, *, enough: float, until: int) -> int:
    """Play on so that ``wanted`` comes to lead by about ``enough`` points, but not by far more.

    Stops at the end of the game, or from move ``until`` on when the lead is clear.  Returns after
    how many moves the wanted side stood best.
    """
    sign, winner = (1, BLACK) if wanted == "B" else (-1, WHITE)
    size = table.board.size
    earliest = round(size * size * _SOONEST)
    best, standing = earliest, -float(size * size)
    while len(table.trail) < size * size * _LONGEST and table.advance():
        turn = len(table.trail)
        if turn % 4:
            continue
        lead = sign * (table.lead() - komi2 / 2)
        push = max(-0.5, min(0.5, 1.5 * (enough - lead) / size))
        table.care[winner], table.care[3 - winner] = 0.5 + push, 0.5 - push
        if turn >= until and lead > size * _CLEAR:
            return turn
        if turn >= earliest and lead > standing:
            best, standing = turn, lead
    return best
