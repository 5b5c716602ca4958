"""A game as numbered diagrams, for paper and for readers without a script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from goclub.go.board.basics import BLACK, EMPTY, WHITE, Point, name_point
from goclub.go.board.position import Board
from goclub.go.diagrams.board_svg import Mark, Part, draw_board
from goclub.go.diagrams.svg import SafeSvg
from goclub.go.records.nodes import Node

MOVES_EACH = 50
#: More diagrams than this are no game.
MOST_DIAGRAMS = 60


@dataclass(slots=True)
class Diagram:
    """Moves ``first`` … ``last`` on one board.

    ``start`` the position before them; ``stones`` all stones that are shown, also those captured
    meanwhile; ``numbers`` by point; ``elsewhere`` moves that have no stone of their own, as
    (number, colour, number of the stone at whose point it was played or "", name of the point or
    "" for a pass); ``places`` of its nodes, also of those that only say something.
    """

    width: int
    height: int
    stones: dict[Point, int]
    first: int = 0
    last: int = 0
    numbers: dict[Point, int] = field(default_factory=dict)
    elsewhere: list[tuple[int, int, int | str, str]] = field(default_factory=list)
    places: list[int] = field(default_factory=list)

    def svg(
        self,
        *,
        title: str,
        id_prefix: str,
        part: Part | None = None,
        coordinates: bool = True,
        marks: Sequence[Mark] = (),
    ) -> SafeSvg:
        """The picture; ``title`` is its name for screen readers, ``part`` as in
        :func:`.draw_board`."""
        return draw_board(
            _Shown(self.width, self.height, self.stones),
            numbers=self.numbers, marks=marks, coordinates=coordinates, title=title,
            id_prefix=id_prefix, part=part,
        )  # fmt: skip

    def play(self, node: Node) -> None:
        """Show a move."""
        colour = node.colour or EMPTY
        self.first = self.first or node.number
        self.last = node.number
        if node.point is None:
            self.elsewhere.append((node.number, colour, "", ""))
        elif node.point in self.stones:
            at = self.numbers.get(node.point, "")
            name = name_point(node.point, self.height)
            self.elsewhere.append((node.number, colour, at, name))
        else:
            self.stones[node.point] = colour
            self.numbers[node.point] = node.number


def diagrams(
    nodes: Iterable[Node],
    width: int,
    height: int,
    *,
    suicide: bool = False,
    start: Board | None = None,
) -> list[Diagram]:
    """The nodes of a line in diagrams of fifty moves; an edit after the first move begins a new
    one.

    At most :data:`MOST_DIAGRAMS`; there is always at least one.  ``suicide`` as in
    :meth:`.Board.play`; ``start`` the position before the line, which is played on.
    """
    board = start or Board(width, height)
    drawn = [Diagram(width, height, dict(board.stones()))]
    for node in nodes:
        here = drawn[-1]
        if not node.is_move and (node.added or node.removed):
            board.setup(
                black=[point for colour, point in node.added if colour == BLACK],
                white=[point for colour, point in node.added if colour == WHITE],
                empty=node.removed,
            )
            begins = bool(here.first)
            if not begins:
                here.stones = dict(board.stones())
        else:
            begins = node.is_move and 0 < here.first <= node.number - MOVES_EACH
        if begins and len(drawn) == MOST_DIAGRAMS:
            break
        if begins:
            drawn.append(Diagram(width, height, dict(board.stones())))
        drawn[-1].places.append(node.index)
        if node.is_move:
            drawn[-1].play(node)
            board.play(node.colour or EMPTY, node.point, suicide=suicide)
    return drawn


class _Shown(Board):
    """Stones as a diagram shows them, whether or not they could stand there together."""

    __slots__ = ("_shown",)

    def __init__(self, width: int, height: int, shown: dict[Point, int]) -> None:
        super().__init__(width, height)
        self._shown = shown

    def get(self, point: Point) -> int:
        """The colour shown there."""
        return self._shown.get(point, EMPTY)

    def stones(self) -> list[tuple[Point, int]]:
        """Every stone shown, row by row."""
        return sorted(self._shown.items(), key=lambda stone: (stone[0][1], stone[0][0]))
