"""The rules of Go in lessons: our own board plays every diagram and works out every answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from goclub.common.rules import RULE_PAGES, RuleText, house_rule_text
from goclub.go.board.basics import BLACK, WHITE, Point, opponent
from goclub.go.board.position import Board
from goclub.go.scoring.counted import Count, other_side
from goclub.go.scoring.counting import count
from goclub.members.searching.queries import Finder, Hit, Reader, excerpt

# Small boards to try a rule on (S3-1 … S3-10).


Words = StrOrPromise
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
                "A move that captures is the exception: the opponent’s stones are removed "
                "first. In the corner on the right, the same kind of move captures a stone."
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

#: Every rule that the page says, in words.
RULES: Final = (
    *(RuleText(rule, lesson.text[0]) for lesson in LESSONS for rule in lesson.rules),
    RuleText("S3-11", _("own stones and the points they enclose")),
    RuleText("S3-12", _("enclosed points; prisoners fill the opponent’s points")),
    house_rule_text("S3-13", _("each player fills their own points with their own stones")),
)


# A short quiz; no answer is written down, the board works out every one.


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
    return "over" if play(LESSONS[0], 2 * PASS).over else "on"


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


# One finished game counted in three ways (S3-11 … S3-13).


#: Black on the left, White on the right; the lonely white stone on the left is dead.
ROWS = (
    "....XO...",
    "....XO...",
    ".O..XXO..",
    "....XO...",
    "....XOO..",
    "....XO...",
    "....XO...",
    "...XXO...",
    "....XO...",
)
DEAD = ((1, 2),)
#: Taken during the game by Black and by White.
PRISONERS = (1, 1)
KOMI2 = 13


def scored_end() -> tuple[Board, dict[str, Count]]:
    """The finished game of the page, and its counts by Chinese, Japanese and Ing's rules."""
    board = Board.from_rows(ROWS)
    return board, {
        name: count(board, DEAD, rules=name, komi2=KOMI2, prisoners=PRISONERS)
        for name in ("Chinese", "Japanese", "Ing")
    }


class RuleFinder(Finder):
    """The rules in words, by their words or their ids."""

    key = "rules"
    title = _("Rules")
    place = 70

    def find(self, text: str, reader: Reader, most: int) -> list[Hit]:  # noqa: ARG002
        """Return rules that hold all words; asks no database."""
        hits = []
        for rule in RULE_PAGES.texts():
            part = excerpt(f"{rule.text} {rule.ours}".strip(), text)
            if part is None and rule.id.casefold() == text.casefold():
                part = str(rule.text)
            if part is not None:
                url = f"{reverse(RULE_PAGES.page_of(rule.id))}#{rule.id}"
                hits.append(Hit(part, url, rule.id))
            if len(hits) == most:
                break
        return hits
