"""Names of points and the usual places of handicap stones."""

from __future__ import annotations

import re

from goclub.go.board.basics import IllegalMove, Point
from ratings.accepted import AcceptedChoice, AcceptedRange, AcceptedWords
from ratings.errors import Code, RuleError

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def handicap_points(size: int, stones: int) -> tuple[Point, ...]:
    """The usual places of 2 … 9 handicap stones on 19×19, 13×13 and 9×9, in order of placing.

    Two stones stand upper right and lower left, the third lower right, as servers place them.
    Raises ``E_RANGE`` for another number or a board without such places.

    >>> [name_point(point, 19) for point in handicap_points(19, 3)]
    ['Q16', 'D4', 'Q4']
    """
    if size not in (19, 13, 9):
        raise RuleError(Code.RANGE, field="size", value=size, accepted=AcceptedChoice(19, 13, 9))
    if type(stones) is not int or not 2 <= stones <= 9:
        raise RuleError(Code.RANGE, field="handicap", value=stones, accepted=AcceptedRange(2, 9))
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
        raise RuleError(
            Code.TYPE, field="point", value=text, accepted=AcceptedWords("a name such as R4")
        )
    column = 0
    for letter in match[1].upper():
        column = column * 25 + LETTERS.index(letter) + 1
    point = (column - 1, height - int(match[2]))
    if not (0 <= point[0] < (width or height) and 0 <= point[1] < height):
        raise IllegalMove("board.off_board", colour=None, point=point)
    return point
