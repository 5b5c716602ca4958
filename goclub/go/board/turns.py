"""A game under the club's rules: turns, passes and the end (S3-3, S3-4, S3-9, S3-10)."""

from __future__ import annotations

from goclub.go.board.basics import (
    BLACK,
    WHITE,
    IllegalMove,
    Point,
    check_club_size,
    checked_colour,
    opponent,
)
from goclub.go.board.names import handicap_points
from goclub.go.board.position import Board
from ratings.errors import Code, RuleError


class GameInTurns:
    """A game under the club's rules: turns, passes and the end (S3-1 … S3-10).

    ``handicap`` 0, or 2 … 9 stones on their usual points; then White moves first.
    ``turn`` is the colour to move, ``over`` whether two passes ended the game, ``moves`` the list
    of (colour, point or None).  Raises ``E_RANGE`` for size or handicap.
    """

    def __init__(self, size: int, handicap: int = 0) -> None:
        self.board = Board(check_club_size(size))
        self.handicap = handicap
        self.moves: list[tuple[int, Point | None]] = []
        self.turn = BLACK
        self._passes = 0
        if handicap != 0:
            self.board.setup(black=handicap_points(size, handicap))
            self.turn = WHITE

    @property
    def over(self) -> bool:
        """Whether two consecutive passes ended the game (S3-10)."""
        return self._passes >= 2

    def move(
        self, colour: int, *, stone: Point | None = None, passes: bool = False
    ) -> tuple[Point, ...]:
        """One turn: a stone or a pass, exactly one of them (S3-4); return the captured points.

        Raises ``E_TYPE`` for a third colour (S3-2) or for both or neither of stone and pass, and
        :class:`IllegalMove` with ``game_over``, ``not_your_turn`` (S3-3) or a reason of the board.
        """
        checked_colour(colour)
        if (stone is None) is not passes:
            raise RuleError(
                Code.TYPE,
                field="move",
                value=stone,
                accepted="a stone or a pass",
                reason="board.turn",
            )
        if self.over:
            raise IllegalMove("board.game_over", colour=colour, point=stone)
        if colour != self.turn:
            raise IllegalMove("board.not_your_turn", colour=colour, point=stone)
        captured = self.board.play(colour, stone)
        self.moves.append((colour, stone))
        self._passes = self._passes + 1 if stone is None else 0
        self.turn = opponent(colour)
        return captured

    def resume(self) -> None:
        """Go on after the end because the players disagree about the stones (F4, house rule).

        The player whose turn it would have been moves.  Raises ``E_STATE`` while the game runs.
        """
        if not self.over:
            raise RuleError(Code.STATE, field="game", value="running", accepted="after two passes")
        self._passes = 0
