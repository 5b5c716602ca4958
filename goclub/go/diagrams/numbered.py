"""A game as numbered diagrams, for paper and for readers without a script."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from goclub.go.board.basics import EMPTY, Point, name_point
from goclub.go.board.position import Board
from goclub.go.diagrams.board_svg import draw_board
from goclub.go.diagrams.svg import SafeSvg

MOVES_EACH = 50
#: More diagrams than this are no game.
MOST_DIAGRAMS = 60


@dataclass(frozen=True, slots=True)
class DiagramStep:
    """What a node of the main line does: a move (``point`` None for a pass) or an edit.

    ``number`` of the move, 0 for an edit; ``place`` of the node on the line; ``colour`` of the
    move; ``added`` and ``removed`` of an edit as a record has them.
    """

    place: int
    number: int = 0
    colour: int = EMPTY
    point: Point | None = None
    added: tuple[tuple[int, Point], ...] = ()
    removed: tuple[Point, ...] = ()


@dataclass(slots=True)
class Diagram:
    """Moves ``first`` … ``last`` on one board.

    ``start`` the position before them; ``stones`` all stones that are shown, also those captured
    meanwhile; ``numbers`` by point; ``elsewhere`` moves that have no stone of their own, as
    (number, colour, number of the stone at whose point it was played or "", name of the point or
    "" for a pass); ``places`` of the nodes on the main line.
    """

    width: int
    height: int
    stones: dict[Point, int]
    first: int = 0
    last: int = 0
    numbers: dict[Point, int] = field(default_factory=dict)
    elsewhere: list[tuple[int, int, int | str, str]] = field(default_factory=list)
    places: list[int] = field(default_factory=list)

    def svg(self, *, title: str, id_prefix: str) -> SafeSvg:
        """The picture; ``title`` is its name for screen readers."""
        shown = _Shown(self.width, self.height, self.stones)
        return draw_board(shown, numbers=self.numbers, title=title, id_prefix=id_prefix)

    def play(self, step: DiagramStep) -> None:
        """Show a move."""
        self.first = self.first or step.number
        self.last = step.number
        self.places.append(step.place)
        if step.point is None:
            self.elsewhere.append((step.number, step.colour, "", ""))
        elif step.point in self.stones:
            at = self.numbers.get(step.point, "")
            name = name_point(step.point, self.height)
            self.elsewhere.append((step.number, step.colour, at, name))
        else:
            self.stones[step.point] = step.colour
            self.numbers[step.point] = step.number


def diagrams(
    steps: Iterator[DiagramStep], width: int, height: int, *, suicide: bool = False
) -> list[Diagram]:
    """The main line in diagrams of fifty moves; an edit after the first move begins a new one.

    At most :data:`MOST_DIAGRAMS`; there is always at least one.  ``suicide`` as in
    :meth:`.Board.play`.
    """
    board = Board(width, height)
    drawn = [Diagram(width, height, {})]
    for step in steps:
        if not step.number:
            board.setup(
                black=[point for colour, point in step.added if colour == 1],
                white=[point for colour, point in step.added if colour == 2],
                empty=step.removed,
            )
            if not drawn[-1].numbers and not drawn[-1].elsewhere:
                drawn[-1].stones = dict(board.stones())
                drawn[-1].places.append(step.place)
                continue
            drawn.append(Diagram(width, height, dict(board.stones()), places=[step.place]))
        elif drawn[-1].first and step.number - drawn[-1].first >= MOVES_EACH:
            drawn.append(Diagram(width, height, dict(board.stones())))
        if len(drawn) > MOST_DIAGRAMS:
            return drawn[:MOST_DIAGRAMS]
        if step.number:
            drawn[-1].play(step)
            board.play(step.colour, step.point, suicide=suicide)
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
