"""A short quiz; no answer is written down, the board works out every one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from goclub.games.learn.services.lesson import Words
from goclub.go.board.basics import BLACK, WHITE, Point
from goclub.go.board.position import Board
from goclub.go.board.turns import GameInTurns
from goclub.go.scoring.counted import other_side
from goclub.go.scoring.counting import count

YES, NO = "yes", "no"
_YES_NO = ((YES, _("Yes")), (NO, _("No")))
KO_ROWS = (".....", ".XO..", "XO.O.", ".XO..", ".....")


@dataclass(frozen=True)
class QuizQuestion:
    """``rows`` the position, ``at`` the point marked A, ``work_out`` the answer from the position;
    ``choices`` (value, words); ``because`` said with the answer."""

    key: str
    rule: str
    asks: Words
    choices: tuple[tuple[str, Words], ...]
    work_out: Callable[[Board], str]
    because: Words
    rows: tuple[str, ...] = ()
    at: Point | None = None

    @property
    def board(self) -> Board:
        return Board.from_rows(self.rows)

    @property
    def answer(self) -> str:
        return self.work_out(self.board if self.rows else Board(5))


def _numbers(*numbers: int) -> tuple[tuple[str, str], ...]:
    return tuple((str(number), str(number)) for number in numbers)


def _may(colour: int, point: Point) -> Callable[[Board], str]:
    return lambda board: NO if board.refusal(colour, point) else YES


def _retake(board: Board) -> str:
    board.play(BLACK, (2, 2))
    return NO if board.refusal(WHITE, (1, 2)) else YES


def _both_pass(_board: Board) -> str:
    game = GameInTurns(5)
    game.move(BLACK, passes=True)
    game.move(WHITE, passes=True)
    return "over" if game.over else "on"


def _winner(board: Board) -> str:
    return count(board, rules="Chinese", komi2=1).winner


QUESTIONS: tuple[QuizQuestion, ...] = (
    QuizQuestion(
        "liberties",
        "S3-6",
        _("How many liberties has the black group?"),
        _numbers(4, 5, 6, 7),
        lambda board: str(len(board.liberties((1, 2)))),
        _("Every empty point next to one of its stones, each counted once."),
        rows=(".....", "..O..", ".XX..", "..X..", "....."),
    ),
    QuizQuestion(
        "groups",
        "S3-6",
        _("Are the two black stones one group?"),
        _YES_NO,
        lambda board: YES if (2, 2) in board.group((1, 1)) else NO,
        _("Only lines connect; diagonals do not."),
        rows=(".....", ".X...", "..X..", ".....", "....."),
    ),
    QuizQuestion(
        "capture",
        "S3-6",
        _("Black plays A. How many stones come off the board?"),
        _numbers(0, 1, 2, 3),
        lambda board: str(len(board.play(BLACK, (3, 2)))),
        _("A group that loses its last liberty is captured as a whole."),
        rows=(".....", ".XX..", "XOO..", ".XX..", "....."),
        at=(3, 2),
    ),
    QuizQuestion(
        "suicide",
        "S3-7",
        _("May Black play A?"),
        _YES_NO,
        _may(BLACK, (2, 2)),
        _("The stone would have no liberties and would not capture anything."),
        rows=(".....", "..O..", ".O.O.", "..O..", "....."),
        at=(2, 2),
    ),
    QuizQuestion(
        "not-suicide",
        "S3-7",
        _("May White play A?"),
        _YES_NO,
        _may(WHITE, (0, 0)),
        _("Black’s stones lose their last liberty first, and make room."),
        rows=(".XXO.", "XOO..", "O....", ".....", "....."),
        at=(0, 0),
    ),
    QuizQuestion(
        "ko",
        "S3-8",
        _("Black plays A and takes a stone. May White recapture at once?"),
        _YES_NO,
        _retake,
        _("That is a ko: White has to play elsewhere first."),
        rows=KO_ROWS,
        at=(2, 2),
    ),
    QuizQuestion(
        "end",
        "S3-10",
        _("Black passes, then White passes. What now?"),
        (("over", _("The game is over and is counted.")), ("on", _("Black has to play."))),
        _both_pass,
        _("Two passes in a row end the game."),
    ),
    QuizQuestion(
        "subtraction",
        "S3-11",
        _("Chinese counting on 19×19: Black has 182 points. How many does White have?"),
        _numbers(178, 179, 180, 182),
        lambda _board: str(other_side(182)),
        _("All points on the board are shared out: 361 − 182."),
    ),
    QuizQuestion(
        "winner",
        "S3-11",
        _("The game is over, with komi ½. Who won?"),
        (("B", _("Black")), ("W", _("White")), ("J", _("Nobody: jigo"))),
        _winner,
        _("Stones and enclosed points: Black has more, by more than the komi."),
        rows=("..XO.", ".XXO.", "..XOO", "XXXO.", "..XO."),
    ),
)
