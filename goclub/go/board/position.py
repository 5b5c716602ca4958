"""A position: stones, groups, captures, suicide, ko (S3-5 … S3-8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from goclub.go.board.basics import BLACK, EMPTY, MAX_SIZE, WHITE, IllegalMove, Point, name_point
from goclub.go.board.groups import PASS, Groups
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError

SYMBOLS = ".XO"


class Board(Groups):
    """Stones on a board of ``width`` by ``height`` lines (1 … 52), with captures and simple ko.

    ``prisoners[colour]`` counts the stones captured **by** that colour.
    """

    __slots__ = ("height", "width")

    def __init__(self, width: int, height: int | None = None) -> None:
        """An empty board; square if only one number is given.  Raises ``E_RANGE``."""
        height = width if height is None else height
        for field, number in (("width", width), ("height", height)):
            if not 1 <= number <= MAX_SIZE:
                raise RuleError(Code.RANGE, field, number, AcceptedRange(1, MAX_SIZE))
        super().__init__(width, height)
        self.width = width
        self.height = height

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
                raise RuleError(Code.INCONSISTENT, "rows", row, reason="board.ragged")
            for x, symbol in enumerate(row):
                if symbol not in stones:
                    raise RuleError(Code.TYPE, "rows", symbol, "X, O or .")
                stones[symbol].append((x, y))
        if board.setup(black=stones["X"], white=stones["O"]):
            raise RuleError(Code.INCONSISTENT, "rows", list(rows), reason="board.no_liberty")
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
        return {self._point(stone) for stone in self._members([index])}

    def liberties(self, point: Point) -> set[Point]:
        """The vacant points adjacent to the group on ``point``; empty for a vacant point (S3-6)."""
        index = self._index(point, None)
        if self._cells[index] == EMPTY:
            return set()
        return {
            self._point(near)
            for stone in self._members([index])
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

    # -- changing --------------------------------------------------------------------------

    def refusal(self, colour: int, point: Point | None) -> str | None:
        """Why ``colour`` may not play there, or None if it may; a pass (None) is always allowed.

        One of ``board.off_board``, ``board.occupied`` (S3-5), ``board.ko`` (S3-8) and
        ``board.suicide`` (S3-7).
        """
        if point is None:
            return None
        try:
            index = self._index(point, colour)
        except IllegalMove as error:
            return error.reason
        return self._refusal(colour, index)

    def play(self, colour: int, point: Point | None, *, suicide: bool = False) -> tuple[Point, ...]:
        """Play a stone, or pass with None; return the captured points, row by row (S3-5 … S3-8).

        Whose turn it is, is not asked.  ``suicide`` allows taking one's own group off, as the
        rules of Ing and New Zealand do.  Raises :class:`IllegalMove` and then changes nothing.
        """
        cell = PASS if point is None else self._index(point, colour)
        captures: dict[int, list[int]] = {}
        _, reason = self.play_line((colour,), (cell,), 0, 1, captures, suicide=suicide)
        if reason:
            name = "" if point is None else name_point(point, self.height)
            raise IllegalMove(reason, colour=colour, point=point, name=name)
        return tuple(map(self._point, captures[0])) if captures else ()

    def setup(
        self, black: Iterable[Point] = (), white: Iterable[Point] = (), empty: Iterable[Point] = ()
    ) -> tuple[Point, ...]:
        """Put and take stones by hand, whatever stood there; no prisoners are counted.

        If a point is named twice, the later list wins.  All groups that are left without liberty
        are taken off (S3-6) and their points returned, row by row.
        Raises :class:`IllegalMove` ``off_board`` and then changes nothing.
        """
        changes = {
            self._index(point, colour or None): colour
            for colour, points in ((BLACK, black), (WHITE, white), (EMPTY, empty))
            for point in points
        }
        return tuple(map(self._point, self.edit(changes)))

    # -- inside ----------------------------------------------------------------------------

    def _index(self, point: Point, colour: int | None) -> int:
        x, y = point
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IllegalMove("board.off_board", colour=colour, point=point)  # S3-1
        return y * self.width + x

    def _point(self, index: int) -> Point:
        row, column = divmod(index, self.width)
        return (column, row)

    def _refusal(self, colour: int, index: int) -> str | None:
        cells = self._cells
        if cells[index] != EMPTY:
            return "board.occupied"
        if index == self._ko and colour == self._ko_colour:
            return "board.ko"
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
        return "board.suicide"
