"""A position on the board: stones, groups, captures, suicide and ko (S3-5 … S3-8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from ratings.errors import Code, RuleError

from .basics import BLACK, EMPTY, MAX_SIZE, WHITE, IllegalMove, Point, checked_colour, opponent

SYMBOLS = ".XO"


@lru_cache(maxsize=64)
def _neighbours(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """For each cell (row by row) the cells joined to it by a line."""
    table = []
    for row in range(height):
        for column in range(width):
            beside = ((column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1))
            table.append(
                tuple(y * width + x for x, y in beside if 0 <= x < width and 0 <= y < height)
            )
    return tuple(table)


class Board:
    """Stones on a board of ``width`` by ``height`` lines (1 … 52), with captures and simple ko.

    Groups are kept as they grow (disjoint sets, joined by size) together with the number of their
    *edges to vacant points*; a group whose number falls to 0 has no liberty.  A move therefore
    costs about the same on a full board as on an empty one, which keeps a hostile record harmless.

    ``prisoners[colour]`` counts the stones captured **by** that colour.
    """

    __slots__ = (
        "_beside",
        "_cells",
        "_edges",
        "_ko",
        "_ko_colour",
        "_next",
        "_parent",
        "_stones",
        "height",
        "prisoners",
        "width",
    )

    def __init__(self, width: int, height: int | None = None) -> None:
        """An empty board; square if only one number is given.  Raises ``E_RANGE``."""
        height = width if height is None else height
        for field, number in (("width", width), ("height", height)):
            if type(number) is not int or not 1 <= number <= MAX_SIZE:
                raise RuleError(Code.RANGE, field=field, value=number, accepted=f"1…{MAX_SIZE}")
        area = width * height
        self.width = width
        self.height = height
        self.prisoners = {BLACK: 0, WHITE: 0}
        self._beside = _neighbours(width, height)
        self._cells = bytearray(area)
        # Per cell: its parent in the disjoint sets and the next stone of its group (a ring); for
        # the root of a group also its number of stones and of edges to vacant points.
        self._parent = [0] * area
        self._next = [0] * area
        self._stones = [0] * area
        self._edges = [0] * area
        self._ko = -1
        self._ko_colour = EMPTY

    @classmethod
    def from_rows(cls, rows: Sequence[str]) -> Board:
        """The position drawn as strings, top row first: ``X`` Black, ``O`` White, ``.`` vacant.

        Raises ``E_TYPE`` for another character, ``E_INCONSISTENT`` for ragged rows or a group
        without liberty, ``E_RANGE`` for a size.

        >>> Board.from_rows([".X.", "XO.", ".X."]).liberties((1, 1))
        {(2, 1)}
        """
        board = cls(len(rows[0]) if rows else 0, len(rows))
        stones: dict[str, list[Point]] = {symbol: [] for symbol in SYMBOLS}
        for y, row in enumerate(rows):
            if len(row) != board.width:
                raise RuleError(Code.INCONSISTENT, field="rows", value=row, reason="ragged")
            for x, symbol in enumerate(row):
                if symbol not in stones:
                    raise RuleError(Code.TYPE, field="rows", value=symbol, accepted="X, O or .")
                stones[symbol].append((x, y))
        if board.setup(black=stones["X"], white=stones["O"]):
            raise RuleError(Code.INCONSISTENT, field="rows", value=list(rows), reason="no_liberty")
        return board

    # -- reading ---------------------------------------------------------------------------

    def get(self, point: Point) -> int:
        """EMPTY, BLACK or WHITE.  Raises :class:`IllegalMove` ``off_board``."""
        return self._cells[self._index(point, None)]

    def contains(self, point: Point) -> bool:
        """Whether the point lies on the board."""
        return 0 <= point[0] < self.width and 0 <= point[1] < self.height

    def group(self, point: Point) -> set[Point]:
        """The points of the group that stands on ``point``; empty for a vacant point (S3-6)."""
        index = self._index(point, None)
        if self._cells[index] == EMPTY:
            return set()
        return {self._point(stone) for stone in self._ring(index)}

    def liberties(self, point: Point) -> set[Point]:
        """The vacant points adjacent to the group on ``point``; empty for a vacant point (S3-6)."""
        index = self._index(point, None)
        if self._cells[index] == EMPTY:
            return set()
        return {
            self._point(near)
            for stone in self._ring(index)
            for near in self._beside[stone]
            if self._cells[near] == EMPTY
        }

    def rows(self) -> list[str]:
        """The position as strings, top row first; the inverse of :meth:`from_rows`."""
        text = "".join(SYMBOLS[cell] for cell in self._cells)
        return [text[start : start + self.width] for start in range(0, len(text), self.width)]

    def stones(self) -> list[tuple[Point, int]]:
        """Every stone as (point, colour), row by row from the top."""
        return [(self._point(i), cell) for i, cell in enumerate(self._cells) if cell != EMPTY]

    def key(self) -> bytes:
        """The position (size and stones, neither ko nor prisoners) as something to hash."""
        return bytes((self.width, self.height)) + bytes(self._cells)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.key() == other.key()

    def __repr__(self) -> str:
        return f"<Board {self.width}×{self.height} {'/'.join(self.rows())}>"

    def copy(self) -> Board:
        """An independent copy, with prisoners and ko."""
        twin = Board.__new__(Board)
        twin.width, twin.height, twin._beside = self.width, self.height, self._beside
        twin.prisoners = dict(self.prisoners)
        twin._cells = self._cells[:]
        twin._parent = self._parent[:]
        twin._next = self._next[:]
        twin._stones = self._stones[:]
        twin._edges = self._edges[:]
        twin._ko, twin._ko_colour = self._ko, self._ko_colour
        return twin

    # -- changing --------------------------------------------------------------------------

    def refusal(self, colour: int, point: Point | None) -> str | None:
        """Why ``colour`` may not play there, or None if he may; a pass (None) is always allowed.

        One of ``off_board``, ``occupied`` (S3-5), ``ko`` (S3-8), ``suicide`` (S3-7).
        Raises ``E_TYPE`` for a third colour (S3-2).
        """
        checked_colour(colour)
        if point is None:
            return None
        try:
            index = self._index(point, colour)
        except IllegalMove as error:
            return error.reason
        return self._refusal(colour, index)

    def play(self, colour: int, point: Point | None) -> tuple[Point, ...]:
        """Play a stone, or pass with None; return the captured points, row by row (S3-5 … S3-8).

        Whose turn it is, is not asked.  Raises :class:`IllegalMove` and then changes nothing.
        """
        checked_colour(colour)
        if point is None:
            self._ko = -1
            return ()
        index = self._index(point, colour)
        reason = self._refusal(colour, index)
        if reason is not None:
            raise IllegalMove(reason, colour=colour, point=point)
        root, captured = self._place(colour, index)
        self._ko = -1
        if len(captured) == 1 and self._stones[root] == 1 and self._edges[root] == 1:
            self._ko, self._ko_colour = captured[0], opponent(colour)
        self.prisoners[colour] += len(captured)
        return tuple(self._point(stone) for stone in sorted(captured))

    def setup(
        self,
        black: Iterable[Point] = (),
        white: Iterable[Point] = (),
        empty: Iterable[Point] = (),
    ) -> tuple[Point, ...]:
        """Put and take stones by hand, whatever stood there; no prisoners are counted.

        If a point is named twice, the later list wins.  All groups that are left without liberty
        are taken off (S3-6) and their points returned, row by row.
        Raises :class:`IllegalMove` ``off_board`` and then changes nothing.
        """
        changes = [
            (self._index(point, colour or None), colour)
            for colour, points in ((BLACK, black), (WHITE, white), (EMPTY, empty))
            for point in points
        ]
        for index, colour in changes:
            self._cells[index] = colour
        self._ko = -1
        self._rebuild()
        dead = [
            index
            for index, cell in enumerate(self._cells)
            if cell != EMPTY and self._edges[self._root(index)] == 0
        ]
        for index in dead:
            self._cells[index] = EMPTY
        if dead:
            self._rebuild()
        return tuple(self._point(index) for index in dead)

    # -- inside ----------------------------------------------------------------------------

    def _index(self, point: Point, colour: int | None) -> int:
        x, y = point
        if type(x) is not int or type(y) is not int:
            raise RuleError(Code.TYPE, field="point", value=point, accepted="(column, row)")
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IllegalMove("off_board", colour=colour, point=point)  # S3-1
        return y * self.width + x

    def _point(self, index: int) -> Point:
        row, column = divmod(index, self.width)
        return (column, row)

    def _root(self, stone: int) -> int:
        # Sets are joined by size, so the way up is at most log2(stones) long and paths need not
        # be shortened: reading never writes.
        parent = self._parent
        while parent[stone] != stone:
            stone = parent[stone]
        return stone

    def _ring(self, stone: int) -> list[int]:
        ring = [stone]
        near = self._next[stone]
        while near != stone:
            ring.append(near)
            near = self._next[near]
        return ring

    def _refusal(self, colour: int, index: int) -> str | None:
        cells = self._cells
        if cells[index] != EMPTY:
            return "occupied"
        if index == self._ko and colour == self._ko_colour:
            return "ko"
        touching: dict[int, int] = {}
        for near in self._beside[index]:
            if cells[near] == EMPTY:
                return None
            root = self._root(near)
            touching[root] = touching.get(root, 0) + 1
        for root, edges in touching.items():
            # This point is the last liberty of a group exactly if all its edges lead here.
            last = self._edges[root] == edges
            if last != (cells[root] == colour):
                return None  # an opponent's group falls, or a group of one's own lives on
        return "suicide"

    def _place(self, colour: int, index: int) -> tuple[int, list[int]]:
        """Put a stone, join, capture; return the root of its group and the captured cells."""
        cells, beside = self._cells, self._beside[index]
        cells[index] = colour
        self._parent[index] = self._next[index] = index
        self._stones[index] = 1
        self._edges[index] = sum(1 for near in beside if cells[near] == EMPTY)
        captured: list[int] = []
        root = index
        for near in beside:
            if cells[near] == EMPTY:
                continue
            other = self._root(near)
            self._edges[other] -= 1
            if cells[near] != colour:
                if self._edges[other] == 0:
                    captured += self._take(other)
            elif other != root:
                root = self._join(root, other)
        return root, captured

    def _join(self, one: int, two: int) -> int:
        if self._stones[one] < self._stones[two]:
            one, two = two, one
        self._parent[two] = one
        self._stones[one] += self._stones[two]
        self._edges[one] += self._edges[two]
        self._next[one], self._next[two] = self._next[two], self._next[one]
        return one

    def _take(self, root: int) -> list[int]:
        """Remove a group and give its edges back to the groups around it."""
        cells = self._cells
        colour = cells[root]
        ring = self._ring(root)
        for stone in ring:
            for near in self._beside[stone]:
                if cells[near] not in (EMPTY, colour):
                    self._edges[self._root(near)] += 1
            cells[stone] = EMPTY
        return ring

    def _rebuild(self) -> None:
        """Compute the groups anew from the stones, without capturing."""
        cells, parent, edges = self._cells, self._parent, self._edges
        for index in range(len(cells)):
            parent[index] = self._next[index] = index
            self._stones[index] = 1
            edges[index] = 0
        for index, cell in enumerate(cells):
            if cell == EMPTY:
                continue
            for near in self._beside[index]:
                if cells[near] == EMPTY:
                    edges[self._root(index)] += 1
                elif cells[near] == cell and self._root(near) != self._root(index):
                    self._join(self._root(index), self._root(near))
