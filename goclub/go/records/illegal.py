"""The refusal of a game that cannot have been played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from goclub.go.board.basics import COLOUR_NAMES, Point
from goclub.go.board.names import name_point
from goclub.go.records.errors import KifuError
from goclub.go.records.record import Record


@dataclass(frozen=True, slots=True)
class IllegalMoveOfGame:
    """The move for which a game is refused.

    ``number`` from 1; ``point`` None if it is no point at all; ``height`` the lines of the board;
    ``why`` the reason of the board: ``board.occupied``, ``board.suicide``, ``board.ko`` or
    ``board.off_board`` (S3-1 … S3-6).
    """

    number: int
    colour: int
    point: Point | None
    height: int
    why: str

    @property
    def name(self) -> str:
        """The point as players say it; empty off the board."""
        if self.point is None or self.why == "board.off_board":
            return ""
        return name_point(self.point, self.height)

    @property
    def plain_why(self) -> str:
        """The reason without its room."""
        return self.why.rpartition(".")[2]

    def __str__(self) -> str:
        place = f" {self.name}" if self.name else ""
        return f"move {self.number}, {COLOUR_NAMES[self.colour]}{place}: {self.plain_why}"


class IllegalGame(KifuError):
    """A game refused for a ``move`` of its main line; ``legal`` is the record up to the one before.

    ``detail`` says the same in English: ``move 87, white R4: occupied``.
    """

    def __init__(
        self,
        move: IllegalMoveOfGame,
        *,
        legal: Record,
        game: int | None = None,
        line: int | None = None,
    ) -> None:
        self.move: Final = move
        self.legal: Final = legal
        super().__init__(
            "records.illegal_move",
            value=move.number,
            detail=str(move),
            game=game,
            line=line,
            params={
                "move": move.number,
                "colour": move.colour,
                "point": move.name or "–",
                "why": move.why,
            },
        )
