"""Small boards to try a rule on (S3-1 … S3-10)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from goclub.games.rating.systems.protocol import RuleText
from goclub.go.board.basics import BLACK, WHITE, Point, opponent
from goclub.go.board.position import Board

Words = str | Promise
_SGF = "abcdefghijklmnopqrs"
PASS = "--"  # noqa: S105 - a move
#: A board for lessons is soon full.
MOST_MOVES = 60


@dataclass(frozen=True)
class Lesson:
    """A rule, a position and something to try.

    ``rows`` the position at first; ``turn`` who moves; ``asks`` what to try; ``done`` whether a
    line of play has shown it; ``shown`` points to mark, computed from the position; ``reading``
    what of the rule is ours.
    """

    key: str
    rules: tuple[str, ...]
    title: Words
    text: tuple[Words, ...]
    rows: tuple[str, ...]
    asks: Words
    solved: Words
    done: Callable[[LessonPosition], bool]
    turn: int = BLACK
    shown: Callable[[Board], set[Point]] = field(default=lambda _board: set())
    reading: RuleText | None = None


@dataclass
class LessonPosition:
    """A lesson's board after some moves: ``line`` as two letters a move, ``captured`` the stones
    that the last move took, ``refused`` why the last one was not allowed (then it is not in the
    line), ``passes`` how many passes end the line."""

    lesson: Lesson
    board: Board
    turn: int
    line: list[str] = field(default_factory=list)
    last: Point | None = None
    captured: int = 0
    passes: int = 0
    refused: str = ""
    refused_at: Point | None = None
    #: Every reason met on the way, also of moves that were refused.
    met: set[str] = field(default_factory=set)

    @property
    def over(self) -> bool:
        """Two passes in a row end the game (S3-10)."""
        return self.passes >= 2

    @property
    def done(self) -> bool:
        return self.lesson.done(self)


def play(lesson: Lesson, moves: str) -> LessonPosition:
    """Play a line on a lesson's board; a move that breaks a rule is refused and ends the line.

    ``moves`` two letters a move as in SGF, ``--`` for a pass; what cannot be read ends the line
    without a word.
    """
    played = LessonPosition(lesson, Board.from_rows(lesson.rows), lesson.turn)
    steps = [moves[at : at + 2] for at in range(0, len(moves[: 2 * MOST_MOVES]), 2)]
    for step in steps:
        if played.over or not _step(played, step):
            break
    return played


def _step(played: LessonPosition, step: str) -> bool:
    point = None if step == PASS else (_SGF.find(step[0]), _SGF.find(step[1:] or "?"))
    if point and not played.board.contains(point):
        return False
    reason = played.board.refusal(played.turn, point)
    if reason:
        played.refused, played.refused_at = reason, point
        played.met.add(reason)
        return False
    played.captured = len(played.board.play(played.turn, point))
    if played.captured:
        played.met.add("capture")
    played.passes = played.passes + 1 if point is None else 0
    played.last = point
    played.line.append(step)
    played.turn = opponent(played.turn)
    return True


def letters_of(point: Point) -> str:
    return _SGF[point[0]] + _SGF[point[1]]


LESSONS: tuple[Lesson, ...] = (
    Lesson(
        "board",
        ("S3-1", "S3-2", "S3-3", "S3-4", "S3-5"),
        _("The board"),
        (
            _(
                "Two players, Black and White, place stones on the intersections of the lines. "
                "The usual board has 19 × 19 lines and 361 intersections, all of which are "
                "counted at the end; 13 × 13 has 169, 9 × 9 has 81, and the boards on this "
                "page have 25."
            ),
            _(
                "Start on 9 × 9: games are short, and you can learn everything there. Some "
                "teachers put 13 × 13 in between. After about a hundred games the large board "
                "is worth it. This is advice, not a rule."
            ),
            _(
                "The board starts empty. Black begins, and the players take turns placing one "
                "stone on an empty point. Once placed, a stone never moves."
            ),
        ),
        (".....",) * 5,
        _("Place a few stones for both sides, wherever you like."),
        _("That is all there is to a move."),
        lambda played: len(played.line) >= 4,
    ),
    Lesson(
        "groups",
        ("S3-6",),
        _("Groups and liberties"),
        (
            _(
                "Stones of one colour that touch along the lines form a group: they live and "
                "die together. Diagonals do not connect."
            ),
            _(
                "The empty points next to a group are its liberties. Here the black group has "
                "the five marked ones; White’s stones have taken the others."
            ),
        ),
        ("...O.", "..XXX", "OXXX.", "OOXO.", ".O..."),
        _("Play White on one of the marked points: the group then has one liberty fewer."),
        _("Count the marks: White has taken a liberty."),
        lambda played: len(played.line) >= 1,
        turn=WHITE,
        shown=lambda board: board.liberties((2, 1)),
    ),
    Lesson(
        "capture",
        ("S3-6",),
        _("Capturing"),
        (
            _(
                "A group without a liberty is taken off the board. Those stones are prisoners of "
                "the player who took the last liberty."
            ),
            _("White’s stone has one liberty left, the marked point."),
        ),
        (".....", "..X..", ".XO..", "..X..", "....."),
        _("Black to play: take the stone."),
        _("Captured: the point is empty again, and Black has a prisoner."),
        lambda played: "capture" in played.met,
        shown=lambda board: board.liberties((2, 2)) if board.get((2, 2)) == WHITE else set(),
    ),
    Lesson(
        "suicide",
        ("S3-7",),
        _("No suicide"),
        (
            _(
                "You may not take your own last liberty. In the corner on the left, Black’s "
                "stone would be left without one."
            ),
            _(
                "Unless the move captures: the opponent’s stones are removed first. In the "
                "corner on the right, the same kind of move captures a stone."
            ),
        ),
        (".OXO.", "O..XO", ".....", ".....", "....."),
        _("Black to play: try the upper left corner, then the upper right one."),
        _("Not allowed on the left. On the right it captures a stone, so it is allowed."),
        lambda played: "capture" in played.met,
    ),
    Lesson(
        "ko",
        ("S3-8",),
        _("Ko"),
        (
            _(
                "Black can take one stone here, and White could take it back, and so on for "
                "ever. So a stone just taken in a ko may not be taken back at once: play "
                "somewhere else first."
            ),
        ),
        (".....", ".XO..", "XO.O.", ".XO..", "....."),
        _("Black takes the ko. Then try to take it back at once as White."),
        _("Not immediately. Play elsewhere with both colours first, then you can."),
        lambda played: "board.ko" in played.met,
        reading=RuleText(
            "S3-8",
            "",
            ours=_(
                "A pass counts as playing elsewhere. Longer cycles are not forbidden: players "
                "who go round in one agree on no result."
            ),
            published="ต้องไปลง ณ ที่ใดที่หนึ่งของกระดานก่อน",
            lang="th",
        ),
    ),
    Lesson(
        "end",
        ("S3-4", "S3-9", "S3-10"),
        _("Passing and the end of the game"),
        (
            _(
                "A player with nothing useful left to play passes. When both pass in a row, "
                "the game is over and the board is counted."
            ),
        ),
        ("..XO.", ".XXO.", "..XOO", "XXXO.", "..XO."),
        _("Now pass for both sides."),
        _("The game is over. Now it is counted."),
        lambda played: played.over,
    ),
)

#: Every rule that the page says; the last three are about counting.
RULES = (
    *dict.fromkeys(rule for lesson in LESSONS for rule in lesson.rules),
    *("S3-11", "S3-12", "S3-13"),
)
