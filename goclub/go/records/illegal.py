"""The refusal of a game that cannot have been played."""

from __future__ import annotations

from goclub.go.board.basics import COLOUR_NAMES, Point
from goclub.go.board.names import name_point
from goclub.go.records.errors import KifuError
from goclub.go.records.record import Record


class IllegalGame(KifuError):
    """A game refused for a move of its main line, see :class:`.errors.KifuError`.

    ``number`` of the move from 1; ``point`` None if it is no point at all; ``height`` the lines of
    the board; ``sub_reason`` ``occupied``, ``suicide``, ``ko`` or ``off_board`` (S3-1 … S3-6).
    ``legal`` is the record up to the move before; the replay puts it there before it raises.
    """

    legal: Record

    def __init__(
        self, sub_reason: str, *, number: int, colour: int, point: Point | None, height: int
    ) -> None:
        name = name_point(point, height) if point and sub_reason != "off_board" else ""
        place = f" {name}" if name else ""
        detail = f"move {number}, {COLOUR_NAMES[colour]}{place}: {sub_reason}"
        super().__init__("illegal_move", value=number, detail=detail)
        self.move_number, self.colour, self.point = number, colour, point
        self.point_name, self.sub_reason = name, sub_reason
