"""Colours, points and their names, sizes, handicap, the one refusal of the board (S3-1, S3-2)."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ratings.accepted import AcceptedChoice, AcceptedRange, AcceptedWords
from ratings.errors import Code, RuleError

EMPTY, BLACK, WHITE = 0, 1, 2
COLOUR_NAMES = {BLACK: "black", WHITE: "white"}
CLUB_SIZES = (19, 13, 9, 5)
MAX_SIZE = 52

Point = tuple[int, int]


class IllegalMove(RuleError):
    """A move that the rules of Go refuse (``E_ILLEGAL_MOVE``).

    ``reason`` is one of ``board.occupied``, ``board.off_board``, ``board.suicide``, ``board.ko``;
    ``colour`` BLACK, WHITE or None where nobody moves; ``point`` the point, or None for a pass,
    and ``name`` how players call it.
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
    return BLACK + WHITE - colour


LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def handicap_points(size: int, stones: int) -> tuple[Point, ...]:
    """The usual places of 2 … 9 handicap stones on 19×19, 13×13 and 9×9, in order of placing.

    Two stones stand upper right and lower left, the third lower right, as servers place them.
    Raises ``E_RANGE`` for another number or a board without such places.

    >>> [name_point(point, 19) for point in handicap_points(19, 3)]
    ['Q16', 'D4', 'Q4']
    """
    if size not in (19, 13, 9):
        raise RuleError(Code.RANGE, "size", size, AcceptedChoice(19, 13, 9))
    if not 2 <= stones <= 9:
        raise RuleError(Code.RANGE, "handicap", stones, AcceptedRange(2, 9))
    low = 2 if size == 9 else 3
    middle, high = size // 2, size - 1 - low
    corners = ((high, low), (low, high), (high, high), (low, low))
    sides = ((low, middle), (high, middle), (middle, low), (middle, high))
    points = (corners + sides)[: stones - stones % 2] if stones >= 5 else corners[:stones]
    return (*points, (middle, middle)) if stones >= 5 and stones % 2 else points


def name_point(point: Point, height: int) -> str:
    """The name of a point as players say it: column letter without I, row from below.

    Columns from the 26th on have two letters (AA, AB, …).

    >>> name_point((16, 15), 19)
    'R4'
    """
    column, row = point
    letters = LETTERS[column % 25]
    if column >= 25:
        letters = LETTERS[column // 25 - 1] + letters
    return f"{letters}{height - row}"


def parse_point(text: str, height: int, width: int | None = None) -> Point:
    """The point of a name such as ``R4`` or ``r4``; the inverse of :func:`name_point`.

    Raises ``E_TYPE`` if it is no such name, :class:`IllegalMove` ``off_board`` if it lies outside.
    """
    match = re.fullmatch(r"\s*([A-HJ-Za-hj-z]{1,2})([0-9]{1,2})\s*", text)
    if match is None:
        raise RuleError(Code.TYPE, "point", text, AcceptedWords("a name such as R4"))
    column = 0
    for letter in match[1].upper():
        column = column * 25 + LETTERS.index(letter) + 1
    point = (column - 1, height - int(match[2]))
    if not (0 <= point[0] < (width or height) and 0 <= point[1] < height):
        raise IllegalMove("board.off_board", colour=None, point=point)
    return point


# Only Latin letters and digits around a name make it part of another word: 黒D4は names a point.
_NAME = re.compile(
    r"(?<![A-Za-z0-9_.+@])([A-HJ-Za-hj-z]{1,2}[0-9]{1,2})(?![A-Za-z0-9_@+]|[.,/-][0-9])"
)


class TextPart(NamedTuple):
    """A piece of a text; ``point`` is None unless it names a point of the board."""

    text: str
    point: Point | None = None


def split_mentions(text: str, width: int, height: int) -> list[TextPart]:
    """A text in pieces; joined again they are the text.

    >>> [part.point for part in split_mentions("D4 or Q16? At z9 nothing.", 19, 19)]
    [(3, 15), None, (15, 3), None]
    """
    parts: list[TextPart] = []
    done = 0
    for match in _NAME.finditer(text):
        try:
            point = parse_point(match[1], height, width)
        except RuleError:
            continue
        if done < match.start():
            parts.append(TextPart(text[done : match.start()]))
        parts.append(TextPart(match[1], point))
        done = match.end()
    if done < len(text):
        parts.append(TextPart(text[done:]))
    return parts
