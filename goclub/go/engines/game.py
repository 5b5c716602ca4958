"""A game as an engine is asked about it, and what a review says."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from goclub.go.board.basics import BLACK, WHITE, Point, name_point, opponent, parse_point
from goclub.go.board.position import Board
from goclub.go.engines.process import EngineError
from goclub.go.records.header import allows_suicide
from goclub.go.records.layers import Move
from goclub.go.records.record import Record
from ratings.errors import Code, RuleError

#: So many moves of each player are listed as the largest losses, from so many points on.
LARGEST: Final = 5
WORTH: Final = 2.0
#: Moves of a better line that are kept.
LONGEST_LINE: Final = 8
NO_POINT: Final = "pass"

#: Called with how many moves are reviewed, and how many there are.
Tell = Callable[[int, int], None]


@dataclass(frozen=True)
class EngineGame:
    """The main line of a record: stones that were set up, then moves and nothing else."""

    width: int
    height: int
    komi2: int
    rules: str
    suicide: bool
    stones: tuple[Move, ...]
    moves: tuple[Move, ...]

    @classmethod
    def of(cls, record: Record) -> EngineGame:
        """The game of a record.

        Raises ``E_STATE`` where there is no move, or where stones are set up between the moves.
        """
        if not record.moves or any(0 < node < record.tree.main_end for node in record.tree.edited):
            raise RuleError(Code.STATE, "kifu", reason="engines.no_plain_game")
        stones = tuple((colour, point) for point, colour in record.position_at(0).stones())
        header = record.header
        return cls(
            width=record.width,
            height=record.height,
            komi2=header.komi2 or 0,
            rules=header.ruleset,
            suicide=allows_suicide(header.rules),
            stones=stones,
            moves=record.moves,
        )

    @property
    def digest(self) -> str:
        """Another one wherever the engine would be asked about something else."""
        return hashlib.sha256(repr(self).encode()).hexdigest()

    def board(self) -> Board:
        """The position before the first move."""
        board = Board(self.width, self.height)
        black, white = (
            [point for stone, point in self.stones if stone == colour and point is not None]
            for colour in (BLACK, WHITE)
        )
        board.setup(black, white)
        return board

    def name(self, point: Point | None) -> str:
        """A point as both protocols write it."""
        return NO_POINT if point is None else name_point(point, self.height)

    def play(self, board: Board, colour: int, name: str) -> Point | None:
        """Play the move that an engine names.  Raises :class:`EngineError` for any other text."""
        try:
            point = None
            if name.lower() != NO_POINT:
                point = parse_point(name[:5], self.height, self.width)
            board.play(colour, point, suicide=self.suicide)
        except RuleError as error:
            raise EngineError("nonsense", f"the move {name[:20]!r}") from error
        return point

    def line(self, moves: Sequence[Move], colour: int, names: Sequence[str]) -> tuple[Move, ...]:
        """The moves that an engine would play after some of the game, up to its first illegal one.

        Raises :class:`EngineError` where that is the first of all.
        """
        board = self.board()
        for played, point in moves:
            board.play(played, point, suicide=self.suicide)
        line: list[Move] = []
        for name in names[:LONGEST_LINE]:
            try:
                line.append((colour, self.play(board, colour, name)))
            except EngineError:
                if not line:
                    raise
                break
            colour = opponent(colour)
        return tuple(line)


@dataclass(frozen=True)
class MoveLoss:
    """What a move lost in points, by its number from 1, and how the engine would have gone on."""

    number: int
    points: float
    line: tuple[Move, ...]

    @property
    def colour(self) -> int:
        """Whose move it was: the engine would have gone on with the same colour."""
        return self.line[0][0]


@dataclass(frozen=True)
class GameReview:
    """What an engine says of a game, or of its beginning where it stopped early.

    ``leads`` by how many points Black leads after 0, 1, 2 … moves; ``wins`` how often Black
    would win, from 0 to 1, or nothing where the engine does not say.
    """

    engine: str
    leads: tuple[float, ...]
    wins: tuple[float, ...]
    losses: tuple[MoveLoss, ...]


class StoppedReview(EngineError):
    """An engine failed after some moves: ``review`` is what it said until then."""

    def __init__(self, error: EngineError, review: GameReview) -> None:
        super().__init__(error.reason, str(error))
        self.review = review


def largest(losses: Iterable[MoveLoss]) -> tuple[MoveLoss, ...]:
    """The largest losses of each player, the largest first."""
    worth = sorted((loss for loss in losses if loss.points >= WORTH), key=lambda it: -it.points)
    by_player = ([loss for loss in worth if loss.colour == colour] for colour in (BLACK, WHITE))
    return tuple(loss for theirs in by_player for loss in theirs[:LARGEST])


def points_lost(colour: int, best: float, played: float) -> float:
    """What a move lost, from Black's lead after the best move and after the one played."""
    return best - played if colour == BLACK else played - best
