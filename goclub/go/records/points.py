"""Points of SGF: letter pairs, passes, rectangles, and a budget against lists that explode."""

from __future__ import annotations

import string
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from goclub.go.board.basics import Point
from goclub.go.board.groups import PASS
from goclub.go.records.errors import KifuError
from goclub.go.records.text import simple_text
from ratings.accepted import AcceptedRange

MAX_POINTS = 500_000

_LETTERS = string.ascii_letters
_VALUES = {letter: number for number, letter in enumerate(_LETTERS)}
_TT = "tt"
_LARGEST_WITH_TT = 19


class Budget:
    """How many points a file may still name; ``[aa:ZZ]`` names 2704 in seven bytes."""

    def __init__(self) -> None:
        self._left = MAX_POINTS

    def pay(self, points: int) -> None:
        """Raises :class:`KifuError` ``too_many_points`` when more are named than allowed."""
        self._left -= points
        if self._left < 0:
            raise KifuError("records.too_many_points", accepted=AcceptedRange(0, MAX_POINTS))


@dataclass(frozen=True, slots=True)
class Grid:
    """The points of a board by cell, row by row; what a cell of PASS (-1) finds is the pass.

    ``cells`` the cell of a letter pair; ``points`` the point, None for a pass; ``texts`` the letter
    pair, "" for a pass; ``moves`` by colour the whole move, such as ``;B[pd]``, a semicolon where
    there is none.
    """

    cells: Mapping[str, int]
    points: tuple[Point | None, ...]
    texts: tuple[str, ...]
    moves: tuple[tuple[str, ...], ...]


@lru_cache(maxsize=64)
def grid(width: int, height: int) -> Grid:
    """The table of a board of so many columns and rows (1 … 52)."""
    points = [(x, y) for y in range(height) for x in range(width)]
    texts = (*map(write_point, points), "")
    cells = {text: cell for cell, text in enumerate(texts[:-1])}
    cells[""] = PASS
    if width <= _LARGEST_WITH_TT and height <= _LARGEST_WITH_TT:
        cells[_TT] = PASS
    moves = [tuple(f";{letter}[{text}]" for text in texts) for letter in "BW"]
    return Grid(cells, (*points, None), texts, ((";",) * len(texts), *moves))


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
    """Whether a move is a pass: nothing, or ``tt`` on boards up to 19×19 (FF[3]).

    >>> is_pass("tt", 19, 19), is_pass("tt", 25, 25)
    (True, False)
    """
    small = width <= _LARGEST_WITH_TT and height <= _LARGEST_WITH_TT
    return not text or (text == _TT and small)


def mend_point(value: str) -> str:
    r"""A point without line breaks or brackets inside it, and in plain letters.

    >>> mend_point("a\nh"), mend_point("ｐｄ"), mend_point("[pd")
    ('ah', 'pd', 'pd')
    """
    return "".join(unicodedata.normalize("NFKC", simple_text(value)).split()).strip("[]")


def expand(
    values: Iterable[str], budget: Budget, note: Callable[[str], None]
) -> Iterator[Point | None]:
    """The points of a list with rectangles such as ``aa:ic``; None for what is no point.

    ``note`` is told ``odd_point`` of one that had to be mended.  Raises :class:`KifuError`
    ``too_many_points``.
    """
    for value in values:
        mended = mend_point(value)
        if mended != value.strip() and read_point(mended[:2]) is not None:
            note("odd_point")
        first, colon, second = mended.partition(":")
        start = read_point(first.strip())
        end = read_point(second.strip()) if colon else start
        if start is None or end is None:
            budget.pay(1)
            yield None
            continue
        columns = range(min(start[0], end[0]), max(start[0], end[0]) + 1)
        rows = range(min(start[1], end[1]), max(start[1], end[1]) + 1)
        budget.pay(len(columns) * len(rows))
        for y in rows:
            for x in columns:
                yield (x, y)
