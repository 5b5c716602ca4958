"""Points of SGF: letter pairs, passes, rectangles, and a purse against lists that explode."""

from __future__ import annotations

import string
from collections.abc import Iterator

from ..board import Point
from .errors import KifuError

MAX_POINTS = 200_000

_LETTERS = string.ascii_letters
_VALUES = {letter: number for number, letter in enumerate(_LETTERS)}


class Purse:
    """How many points a record may still name; ``[aa:ZZ]`` names 2704 in seven bytes."""

    def __init__(self) -> None:
        self._left = MAX_POINTS

    def pay(self, points: int) -> None:
        """Raises :class:`KifuError` ``too_many_points`` when more are named than allowed."""
        self._left -= points
        if self._left < 0:
            raise KifuError("too_many_points", accepted=f"0…{MAX_POINTS}")


def read_point(text: str) -> Point | None:
    """The point of a letter pair (``a`` is 0, ``A`` is 26), or None if it is no such pair.

    >>> read_point("pd"), read_point("aZ"), read_point("p4")
    ((15, 3), (0, 51), None)
    """
    if len(text) != 2:
        return None
    x, y = _VALUES.get(text[0]), _VALUES.get(text[1])
    return None if x is None or y is None else (x, y)


def write_point(point: Point | None) -> str:
    """The letter pair of a point; "" for a pass.

    >>> write_point((15, 3)), write_point(None)
    ('pd', '')
    """
    return "" if point is None else _LETTERS[point[0]] + _LETTERS[point[1]]


def is_pass(text: str, width: int, height: int) -> bool:
    """Whether a move is a pass: nothing, or ``tt`` on boards up to 19×19 (FF[3])."""
    return not text or (text == "tt" and width <= 19 and height <= 19)


def expand(values: list[str], purse: Purse) -> Iterator[Point | None]:
    """The points of a list with rectangles such as ``aa:ic``; None for what is no point.

    Raises :class:`KifuError` ``too_many_points``.
    """
    for value in values:
        first, colon, second = value.strip().partition(":")
        start = read_point(first)
        end = read_point(second) if colon else start
        if start is None or end is None:
            purse.pay(1)
            yield None
            continue
        columns = range(min(start[0], end[0]), max(start[0], end[0]) + 1)
        rows = range(min(start[1], end[1]), max(start[1], end[1]) + 1)
        purse.pay(len(columns) * len(rows))
        for y in rows:
            for x in columns:
                yield (x, y)
