"""What was played in the corners: joseki, as far as games can tell.

A sequence is what was played in a corner up to the move after which both players left it alone.
It is written from its corner, two letters a stone: the line from the side, the line from above or
below; small letters for the colour of the first stone, capitals for the other.  Stones set up
before the game come first, and a dot after them.

>>> from goclub.go.records.reading import read
>>> moves = ";B[pd];W[qf];B[nc];W[dd];B[dp];W[pp];B[jj];W[ii];B[ji];W[ij];B[jh];W[ih]"
>>> sequences_of(read(f"(;SZ[19]{moves})".encode()))
[CornerSequence(line='ddCFfc', move=3)]
>>> moves_of("dd.CF", 19)
([((15, 3), 1)], [((16, 5), 2)])
"""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from string import ascii_lowercase
from typing import Final, NamedTuple

from goclub.go.board.basics import BLACK, WHITE, Point
from goclub.go.board.groups import PASS
from goclub.go.positions import can_index
from goclub.go.records.record import Record

#: A sequence has stones of both colours, so many of them; more than the most are a fight.
FEWEST: Final = 3
MOST: Final = 24
#: So many moves elsewhere in a row leave a corner alone.
QUIET: Final = 6
#: Boards with fewer lines have no corners of their own.
_SMALLEST: Final = 9
_SET_UP: Final = "."
#: Points with the colours of the stones on them.
Stones = list[tuple[Point, int]]


class CornerSequence(NamedTuple):
    """``move`` the number of the move that ended it."""

    line: str
    move: int


class _CornerStone(NamedTuple):
    move: int
    colour: int
    point: Point


def has_handicap(record: Record) -> bool:
    """Whether Black had stones before the game, or stones stood before its first move."""
    set_up = record.tree.stones_before(record.tree.first_move())
    return bool(set_up) or (record.header.handicap or 0) > 1


def sequences_of(record: Record) -> list[CornerSequence]:
    """Return the sequences of the main line, each once, one a corner at most."""
    size, tree = record.width, record.tree
    if not can_index(size, record.height) or size < _SMALLEST:
        return []
    corners: dict[Point, list[_CornerStone]] = defaultdict(list)

    def put(cell: int, colour: int, move: int) -> None:
        row, column = divmod(cell, size)
        far_right, far_down = column > size // 2, row > size // 2
        if size // 2 not in (row, column):
            point = (
                size - 1 - column if far_right else column,
                size - 1 - row if far_down else row,
            )
            corners[far_right, far_down].append(_CornerStone(move, colour, point))

    start = tree.first_move()
    for cell, colour in sorted(tree.stones_before(start).items()):
        put(cell, colour, 0)
    move = 0
    for node in range(start, tree.main_end):
        if node in tree.edited:
            break
        move += tree.colours[node] > 0
        if tree.colours[node] and tree.cells[node] > PASS:
            put(tree.cells[node], tree.colours[node], move)
    sequences = (_sequence(stones, move) for stones in corners.values())
    return list({sequence.line: sequence for sequence in sequences if sequence}.values())


def _sequence(stones: list[_CornerStone], moves: int) -> CornerSequence | None:
    """The stones until the corner was left alone; ``moves`` the length of the game."""
    followed = pairwise([*(stone.move for stone in stones), moves + 1])
    for count, (move, following) in enumerate(followed, start=1):
        if count > MOST:
            break
        colours = {stone.colour for stone in stones[:count]}
        if count >= FEWEST and len(colours) > 1 and following - move > QUIET:
            return CornerSequence(_written(stones[:count]), move)
    return None


def _written(stones: list[_CornerStone]) -> str:
    """The one of the two reflections that comes first."""
    set_up = sum(not stone.move for stone in stones)
    lines = []
    for turned in (1, -1):
        words = ["".join(ascii_lowercase[at] for at in stone.point[::turned]) for stone in stones]
        for place, stone in enumerate(stones):
            if stone.colour != stones[0].colour:
                words[place] = words[place].upper()
        words[:set_up] = sorted(words[:set_up], key=str.swapcase)
        lines.append("".join([*words[:set_up], _SET_UP * (set_up > 0), *words[set_up:]]))
    return min(lines, key=str.swapcase)


def moves_of(line: str, size: int) -> tuple[Stones, Stones]:
    """Return the stones set up and those played, in the upper right corner, the first one Black's.

    Raises ValueError for what is no sequence on a board of this size.
    """
    set_up, dot, played = line.rpartition(_SET_UP)
    stones = _read(set_up, size), _read(played, size)
    if not any(stones) or bool(dot) is not bool(set_up):
        raise ValueError(f"no sequence: {line!r}")
    return stones


def _read(letters: str, size: int) -> Stones:
    stones = []
    for at in range(0, len(letters), 2):
        word = f"{letters[at : at + 2]:2}"
        side, edge = map(ascii_lowercase.find, word.lower())
        if not (0 <= side < size // 2 and 0 <= edge < size // 2):
            raise ValueError(f"no sequence: {letters!r}")
        stones.append(((size - 1 - side, edge), BLACK if word.islower() else WHITE))
    return stones
