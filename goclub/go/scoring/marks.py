"""The ownership of points as marks on the board."""

from __future__ import annotations

from collections.abc import Iterable

from goclub.go.board.basics import EMPTY, Point
from goclub.go.board.position import Board
from goclub.go.scoring.counted import Count, Status

_KINDS = {Status.BLACK: "TB", Status.WHITE: "TW"}


def territory_marks(counted: Count, board: Board) -> tuple[tuple[str, Point], ...]:
    """What to draw on ``board`` (with its dead stones still on it), as (kind, point), by rows.

    The kinds are those of SGF and of :class:`~goclub.go.diagrams.board_svg.Mark`: TB and TW on
    the points of each colour, under dead stones too; DD (greyed out) on a dead stone that nobody
    owns; MA on enclosed points that do not count (seki, forced moves).  Living stones and dame
    carry no mark.
    """
    return tuple(_marks(counted, board))


def _marks(counted: Count, board: Board) -> Iterable[tuple[str, Point]]:
    enclosed = counted.black.enclosed | counted.white.enclosed
    for point, status in counted.ownership.items():
        if point in enclosed:
            yield _KINDS.get(status, "MA"), point
        elif status is Status.DAME and board.get(point) != EMPTY:
            yield "DD", point


def area_rows(counted: Count) -> tuple[str, ...]:
    """The ownership as text, top row first: B, W, ``.`` dame, s seki, f to be filled."""
    letters = {Status.BLACK: "B", Status.WHITE: "W", Status.SEKI: "s", Status.FILL: "f"}
    return tuple(
        "".join(letters.get(counted.ownership[x, y], ".") for x in range(counted.width))
        for y in range(counted.height)
    )
