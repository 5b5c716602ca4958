"""Go problems: which lines of a record solve it, the opponent's reply, and how a board is turned.

Files mark their lines in several ways, and all are read: RIGHT (or *Correct*, 正解) and WRONG
(失敗) in comments, TE and BM (uliGo's WV is read as BM), CHOICE beside or below the replies from
which one is drawn, NOTTHIS beside a move that is neither right nor wrong, FORCE where only the
moves of the file can be chosen.  Where nothing is marked, the first variation at each of the
solver's turns is right.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from goclub.go.board.basics import BLACK, WHITE, IllegalMove, Point, opponent, split_mentions
from goclub.go.board.position import Board
from goclub.go.records.errors import KifuError
from goclub.go.records.points import grid
from goclub.go.records.record import SYMMETRIES, Record, cell_tables
from ratings.errors import Code, RuleError

_RIGHT = re.compile(r"\bRIGHT\b|^\W*(?i:correct|right|success)\b|^\W*正解")
_WRONG = re.compile(r"\bWRONG\b|^\W*(?i:wrong|incorrect|failure)\b|^\W*(?:失敗|不正解)")
_CHOICE, _FORCE, _NOT_THIS = (re.compile(rf"\b{word}\b") for word in ("CHOICE", "FORCE", "NOTTHIS"))
_COLOURS = re.compile(r"black|white|czarn|biał|黒|黑|白|ดำ|ขาว", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ProblemState:
    """A problem after some moves: ``node`` the last one in the file, ``tried`` a move that is not.

    ``solved`` is None while it goes on.
    """

    node: int
    solved: bool | None = None
    tried: Point | None = None


class ProblemTree:
    """The lines of a problem, as nodes of its ``record``.

    ``start`` is the node of the position; ``colour`` solves.  Raises :class:`KifuError`
    ``no_position`` where no stone is set up before the first move, ``no_solution`` where no line
    is right.
    """

    def __init__(self, record: Record) -> None:
        tree = record.tree
        first = tree.first_move()
        if not tree.stones_before(first):
            raise KifuError("records.no_position")
        if first == tree.main_end:
            raise KifuError("records.no_solution")
        self.record: Final = record
        self.start: Final = tree.parents[first]
        self.colour: Final = tree.colours[first]
        self._children: dict[int, list[int]] = {self.start: []}
        for node in range(self.start + 1, len(tree.parents)):
            if tree.parents[node] in self._children:
                self._children[tree.parents[node]].append(node)
                self._children[node] = []
        self.right: Final = frozenset(self._right())
        self._alive = self._with_all_above(self.right.__contains__)
        if self.start not in self._alive:
            raise KifuError("records.no_solution")

    def state(self, node: int, tried: Point | None = None) -> ProblemState:
        """What a node of the problem means, or a move from there that the file does not have.

        Raises IndexError for a node that is not in it, :class:`IllegalMove` for such a move.
        """
        if node not in self._children:
            raise IndexError(node)
        if tried and (reason := self.record.position_at(node).refusal(self.colour, tried)):
            raise IllegalMove(reason, colour=self.colour, point=tried)
        if tried or node not in self._alive:
            return ProblemState(node, False, tried)
        return ProblemState(node, True if node in self.right else None)

    def play(self, node: int, point: Point, rng: random.Random) -> ProblemState:
        """Play the solver's move and the reply.  Raises :class:`IllegalMove`.

        The move of two branches that begin alike leads into the one that can be solved.  A move
        that the file does not count raises RuleError: ``not_this``, or ``forced`` for one beside
        those to choose from.
        """
        moves = sorted(self._moves(node, self.colour), key=self._alive.__contains__)
        answers = {self.point(child): child for child in moves}
        if point not in answers:
            state = self.state(node, point)
            if answers and self._says(node, _FORCE):
                raise RuleError(Code.RANGE, "point", point, reason="problems.forced")
            return state
        node = answers[point]
        if self._says(node, _NOT_THIS):
            raise RuleError(Code.RANGE, "point", point, reason="problems.not_this")
        if node not in self.right and (reply := self._reply(node, rng)):
            node = reply
        return self.state(node)

    def point(self, node: int) -> Point | None:
        """The point of a move; None for a pass and for a node without a move."""
        cell = self.record.tree.cells[node]
        return grid(self.record.width, self.record.height).points[cell] if cell >= 0 else None

    @property
    def solution(self) -> list[int]:
        """The nodes of the first line that solves the problem, without the position before it."""
        return [node for node in self.record.path(min(self.right)) if node > self.start]

    @cached_property
    def points(self) -> set[Point]:
        """The points of the stones at first and of all moves."""
        stones = {point for point, _colour in self.record.position_at(self.start).stones()}
        return stones | {point for node in self._children if (point := self.point(node))}

    @property
    def title(self) -> str:
        """What the file calls the problem; empty where it has no name."""
        record = self.record
        return record.header.game_name or record.tree.names.get(0, "") or record.header.event

    @cached_property
    def looks(self) -> tuple[int, ...]:
        """The ways in which the problem can be shown: a symmetry, plus eight with colours swapped.

        A text that names points or colours would not fit any more, so such a board keeps them.
        """
        record = self.record
        texts = [self.title, *record.tree.comments.values()]
        named = any(
            part.point
            for text in texts
            for part in split_mentions(text, record.width, record.height)
        )
        turns = 1 if named else SYMMETRIES if record.width == record.height else SYMMETRIES // 2
        swaps = (0,) if any(map(_COLOURS.search, texts)) else (0, SYMMETRIES)
        return tuple(swap + turn for swap in swaps for turn in range(turns))

    # -- inside ----------------------------------------------------------------------------

    def _moves(self, node: int, colour: int) -> list[int]:
        """The moves of a colour that follow a node, also below a node that only says something."""
        moves, ahead = [], list(self._children[node])
        while ahead:
            child = ahead.pop(0)
            turn = self.record.tree.colours[child]
            if turn == colour:
                moves.append(child)
            elif not turn:
                ahead += self._children[child]
        return moves

    def _reply(self, node: int, rng: random.Random) -> int | None:
        """The opponent's answer, one after which the problem can still be solved if it could."""
        replies = self._moves(node, opponent(self.colour))
        if node in self._alive:
            replies = [reply for reply in replies if reply in self._alive]
        marked = self._with_all_above(lambda child: self._says(child, _CHOICE))
        chosen = [reply for reply in replies if reply in marked]
        return rng.choice(chosen or replies) if replies else None

    def _right(self) -> Iterable[int]:
        """The nodes at which the problem is solved."""
        tree = self.record.tree
        counted = {node for node in self._children if not self._says(node, _NOT_THIS)}
        below = sorted(counted - {self.start})
        marked = {node for node in below if self._says(node, _RIGHT)}
        if marked:
            return marked
        wrong = self._with_all_below(lambda node: self._is(node, _WRONG, "BM"))
        good = self._with_all_below(lambda node: self._is(node, None, "TE"))
        ends = [node for node in below if not self._children[node] and node not in wrong]
        if good or wrong:
            return [node for node in ends if node in good] if good else ends
        turns = [node for node in self._children if node == self.start or tree.colours[node]]
        ways = (
            list(filter(counted.__contains__, self._moves(node, self.colour))) for node in turns
        )
        first = {moves[0] for moves in ways if moves}
        aside = self._with_all_below(
            lambda node: tree.colours[node] == self.colour and node not in first
        )
        return [node for node in ends if node not in aside]

    def _is(self, node: int, pattern: re.Pattern[str] | None, judged: str) -> bool:
        tree = self.record.tree
        is_said = pattern is not None and self._says(node, pattern)
        return is_said or any(
            mark.startswith(judged) and tree.colours[node] == self.colour
            for mark in tree.judged.get(node, ())
        )

    def _says(self, node: int, pattern: re.Pattern[str]) -> bool:
        return bool(pattern.search(self.record.tree.comments.get(node, "")))

    def _with_all_above(self, marked: Callable[[int], bool]) -> set[int]:
        """The nodes of the problem that are marked, or have such a node below them."""
        nodes: set[int] = set()
        for node in reversed(self._children):
            if node in nodes or marked(node):
                nodes |= {node} if node == self.start else {node, self.record.tree.parents[node]}
        return nodes

    def _with_all_below(self, marked: Callable[[int], bool]) -> set[int]:
        """The nodes of the problem that are marked, or have such a node above them."""
        nodes: set[int] = set()
        for node in self._children:
            if node != self.start and (self.record.tree.parents[node] in nodes or marked(node)):
                nodes.add(node)
        return nodes


# -- turned boards -------------------------------------------------------------------------------


def turned_point(point: Point, width: int, height: int, look: int) -> Point:
    """Where a point of the file is seen.

    >>> turned_point((0, 0), 9, 9, 3)
    (8, 8)
    """
    return cell_tables(width, height)[look % SYMMETRIES][point[1] * width + point[0]]


def point_in_file(seen: Point, width: int, height: int, look: int) -> Point:
    """The point of the file that is seen there; the inverse of :func:`turned_point`."""
    row, column = divmod(cell_tables(width, height)[look % SYMMETRIES].index(seen), width)
    return (column, row)


def turned_colour(colour: int, look: int) -> int:
    """The colour in which a stone is seen."""
    return opponent(colour) if look >= SYMMETRIES else colour


def turned_board(board: Board, look: int) -> Board:
    """The position as it is seen."""
    stones: dict[int, list[Point]] = {BLACK: [], WHITE: []}
    for point, colour in board.stones():
        seen = turned_point(point, board.width, board.height, look)
        stones[turned_colour(colour, look)].append(seen)
    turned = Board(board.width, board.height)
    turned.setup(black=stones[BLACK], white=stones[WHITE])
    return turned


# -- guess the move ------------------------------------------------------------------------------

HIT, NEAR = 3, 1


def guess_points(played: Point, guessed: Point) -> int:
    """What a guess is worth: three points for the move, one within two lines of it.

    >>> [guess_points((3, 3), guess) for guess in ((3, 3), (5, 4), (6, 3))]
    [3, 1, 0]
    """
    far = max(abs(played[0] - guessed[0]), abs(played[1] - guessed[1]))
    return HIT if far == 0 else NEAR if far <= 2 else 0


def guessed_moves(
    moves: Sequence[tuple[int, Point | None]], width: int, height: int
) -> list[tuple[int, int, Point]]:
    """The moves that are guessed, as place, colour and point: all but passes and the first ones.

    These are ten moves on 19×19, four on 13×13 and two on 9×9.
    """
    first = width * height // 36
    return [
        (place, colour, point)
        for place, (colour, point) in enumerate(moves[first:], first)
        if point is not None
    ]
