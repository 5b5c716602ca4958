"""Colours, points, sizes and the one refusal of the board (S3-1, S3-2)."""

from __future__ import annotations

from typing import Final

from ratings.accepted import AcceptedChoice
from ratings.errors import Code, RuleError

EMPTY, BLACK, WHITE = 0, 1, 2
COLOUR_NAMES = {BLACK: "black", WHITE: "white"}
CLUB_SIZES = (19, 13, 9, 5)
MAX_SIZE = 52

Point = tuple[int, int]


class IllegalMove(RuleError):
    """A move that the rules of Go refuse (``E_ILLEGAL_MOVE``).

    ``reason`` is one of ``board.occupied``, ``board.off_board``, ``board.suicide``, ``board.ko``,
    ``board.not_your_turn``, ``board.game_over``; ``colour`` BLACK, WHITE or None where nobody
    moves; ``point`` the point, or None for a pass, and ``name`` how players call it.
    """

    def __init__(
        self, reason: str, *, colour: int | None, point: Point | None, name: str = ""
    ) -> None:
        self.colour: Final = colour
        self.point: Final = point
        super().__init__(
            Code.ILLEGAL_MOVE,
            field="point",
            value=point,
            reason=reason,
            params={"point": name, "why": reason},
        )


def opponent(colour: int) -> int:
    """The other colour.

    >>> opponent(BLACK) == WHITE
    True
    """
    return BLACK + WHITE - checked_colour(colour)


def check_club_size(size: int) -> int:
    """Return ``size`` if the club plays on it: 19, 13, 9, or 5 for lessons (S3-1).

    Raises ``E_RANGE``.
    """
    if type(size) is not int or size not in CLUB_SIZES:
        raise RuleError(Code.RANGE, field="size", value=size, accepted=AcceptedChoice(19, 13, 9, 5))
    return size


def checked_colour(colour: int) -> int:
    """Return ``colour`` if it is BLACK or WHITE, else raise ``E_TYPE`` (S3-2)."""
    if colour not in COLOUR_NAMES:
        raise RuleError(Code.TYPE, field="colour", value=colour, accepted="Black (1), White (2)")
    return colour
