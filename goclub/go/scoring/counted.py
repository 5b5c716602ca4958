"""What counting gives: the margin, what explains it, and the recorded result beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from goclub.go.board.basics import BLACK, EMPTY, WHITE, Point
from goclub.go.board.position import Board
from goclub.go.scoring.rulesets import Ruleset
from ratings.accepted import AcceptedRange
from ratings.errors import Code, RuleError


class Status(StrEnum):
    """What a point is in the end.

    BLACK and WHITE: a living stone, or a point that counts for this colour.  DAME: nobody's.
    SEKI: an eye of a group in seki, no point under territory counting.  FILL: enclosed, but its
    owner has to play there before the end, so no point either.
    """

    BLACK = "black"
    WHITE = "white"
    DAME = "dame"
    SEKI = "seki"
    FILL = "fill"


@dataclass(frozen=True)
class SideCount:
    """The count of one colour; all numbers whole points, all points (column, row).

    ``stones`` living stones; ``enclosed`` vacant points (and those under dead stones) that only
    this colour touches; of them ``territory`` counts under territory counting, ``seki`` and
    ``forced`` do not.  ``captured`` stones taken during the game, ``taken_off`` dead stones of
    the other colour taken off at the end.
    """

    colour: int
    stones: int
    enclosed: frozenset[Point]
    territory: frozenset[Point]
    seki: frozenset[Point]
    forced: frozenset[Point]
    captured: int
    taken_off: int

    @property
    def area(self) -> int:
        """Own stones and own area (S3-11)."""
        return self.stones + len(self.enclosed)

    @property
    def prisoners(self) -> int:
        """All stones of the other colour that are laid into its territory (S3-12)."""
        return self.captured + self.taken_off

    @property
    def points(self) -> int:
        """Territory and prisoners, as servers write it; only the difference of two sides counts."""
        return len(self.territory) + self.prisoners


@dataclass(frozen=True)
class FillIn:
    """The end of a game by Ing's rules (S3-13).

    Each side owns ``stones_each`` stones (180 on 19×19).  ``filled`` how many it laid into its own
    area, ``left`` how many it still holds then, ``vacant`` the points of its area for which it had
    no stone.  ``rows`` the filled board, X and O, ``.`` for what stays vacant.
    """

    stones_each: int
    filled: Mapping[int, int]
    left: Mapping[int, int]
    vacant: Mapping[int, int]
    rows: tuple[str, ...]


@dataclass(frozen=True)
class CountRemark:
    """Something about a position that was counted all the same but that people should look at.

    ``split_group``: only some stones of a group were called dead.  ``dead_stones_matter``: dead
    stones stand where they spoil an eye or cut a wall, so these points would count otherwise if
    they had been taken off in time.  ``open_region``: an area between the colours is too wide for
    dame; the game may not be over there.  ``points`` says where.
    """

    code: str
    points: frozenset[Point]


@dataclass(frozen=True)
class Count:
    """A counted position.

    ``margin2`` the margin for Black in half points (negative: White is ahead); ``komi2`` the komi
    as given, ``komi2_counted`` the one that was counted (Ing: 8 is counted as 7½); ``compensation``
    whole points White receives for handicap stones.  ``dame`` are the points that nobody encloses.
    """

    ruleset: Ruleset
    width: int
    height: int
    margin2: int
    komi2: int
    komi2_counted: int
    handicap: int
    compensation: int
    black: SideCount
    white: SideCount
    dame: frozenset[Point]
    ownership: Mapping[Point, Status]
    remarks: tuple[CountRemark, ...] = ()
    fill_in: FillIn | None = None

    @property
    def board_points(self) -> int:
        """All points of the board: 361 on 19×19."""
        return self.width * self.height

    @property
    def winner(self) -> str:
        """``B``, ``W``, or ``J`` for jigo."""
        if self.margin2 == 0:
            return "J"
        return "B" if self.margin2 > 0 else "W"

    @property
    def white_by_subtraction(self) -> int:
        """White's area if all that is not Black's were hers (S3-11): 361 − Black's count.

        It equals ``white.area`` only where no point is nobody's (F1).
        """
        return other_side(self.black.area, self.board_points)

    def side(self, colour: int) -> SideCount:
        """The count of BLACK or WHITE."""
        return {BLACK: self.black, WHITE: self.white}[colour]


def other_side(count: int, board_points: int = 361) -> int:
    """The other side's area if every point belongs to somebody (S3-11).

    Raises ``E_TYPE`` if the count is no whole number, ``E_RANGE`` if no board gives it.

    >>> other_side(182)
    179
    """
    return board_points - check_whole("count", count, 0, board_points)


def check_whole(name: str, number: object, least: int, most: int | None = None) -> int:
    """Return ``number`` if it is a whole number from ``least`` to ``most``.

    Raises ``E_TYPE`` or ``E_RANGE``.
    """
    accepted = AcceptedRange(least, most)
    if type(number) is not int:
        raise RuleError(Code.TYPE, name, number, accepted)
    if number < least or (most is not None and number > most):
        raise RuleError(Code.RANGE, name, number, accepted)
    return number


# -- marks on the board ----------------------------------------------------------------------------


_KINDS = {Status.BLACK: "TB", Status.WHITE: "TW"}


def territory_marks(counted: Count, board: Board) -> tuple[tuple[str, Point], ...]:
    """What to draw on ``board`` (with its dead stones still on it), as (kind, point), by rows.

    The kinds are those of SGF and of :class:`~goclub.go.diagrams.board_svg.Mark`: TB and TW on
    the points of each colour, under dead stones too; DD (greyed out) on a dead stone that nobody
    owns; MA on enclosed points that do not count (seki, forced moves).  Living stones and dame
    carry no mark.
    """
    return tuple(_marks(counted, board))


def _marks(counted: Count, board: Board) -> Iterable[tuple[str, Point]]:
    enclosed = counted.black.enclosed | counted.white.enclosed
    for point, status in counted.ownership.items():
        if point in enclosed:
            yield _KINDS.get(status, "MA"), point
        elif status is Status.DAME and board.get(point) != EMPTY:
            yield "DD", point


# -- the recorded result ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Comparison:
    """What a recorded result and a count say of each other.

    ``code``
    - ``agrees``: same winner, same margin (or both jigo);
    - ``margin_differs``: same winner, another margin: ``difference2`` says by how much;
    - ``winner_differs``: another winner; ``difference2`` where the record has a margin;
    - ``no_margin``: nothing to compare the count with, because the game ended by resignation, on
      time, by forfeit, without result, or the record does not say by how much.

    All numbers are half points for Black; ``recorded2`` and ``difference2`` (counted − recorded)
    are None where the record has no margin.
    """

    code: str
    counted2: int
    recorded2: int | None = None
    difference2: int | None = None


def compare(counted: Count, *, outcome: str, margin2: int | None = None) -> Comparison:
    """Compare a count with a recorded result, given in the words of
    :class:`~goclub.go.records.results.Result`.

    ``outcome`` B, W, J (jigo) or N (no result); ``margin2`` the winner's margin in half points, or
    None.
    """
    counted2 = counted.margin2
    if outcome == "J":
        recorded2 = 0
    elif outcome == "N" or not margin2:
        return Comparison("no_margin", counted2)
    else:
        recorded2 = margin2 if outcome == "B" else -margin2
    code = "winner_differs"
    if counted.winner == outcome:
        code = "agrees" if recorded2 == counted2 else "margin_differs"
    return Comparison(code, counted2, recorded2, counted2 - recorded2)
