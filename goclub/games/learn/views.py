from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from goclub.games.learn.services import (
    DEAD,
    KOMI2,
    LESSONS,
    PASS,
    PRISONERS,
    QUESTIONS,
    Lesson,
    LessonPosition,
    QuizQuestion,
    letters_of,
    play,
    scored_end,
)
from goclub.games.models import HouseRule
from goclub.games.rating.house_rules import present_settings, rules_timeline
from goclub.games.rating.systems.paa.conditions import conditions_rows
from goclub.games.rating.systems.paa.explanation import ladder_rows
from goclub.games.rating.systems.paa.rules import TEXTS
from goclub.games.rating.systems.paa.system import PAA
from goclub.go.board.basics import BLACK, WHITE, Point, name_point
from goclub.go.board.position import Board
from goclub.go.diagrams.board_svg import Mark, PointLink, draw_board
from goclub.go.diagrams.svg import SafeSvg
from goclub.go.scoring.counted import territory_marks
from goclub.members.requests import MemberRequest

# The rules of Go on boards one can play on, with a quiz.


WHY_NOT = {
    "board.occupied": gettext_lazy("There is already a stone there."),
    "board.suicide": gettext_lazy(
        "That stone would have no liberties and capture nothing: suicide."
    ),
    "board.ko": gettext_lazy("You cannot retake the ko at once. Play elsewhere first."),
}


@require_safe
def lessons(request: MemberRequest) -> HttpResponse:
    """The whole page; ``at`` and ``m`` say on which board which moves were played, the names of
    the questions what was answered."""
    at, moves = request.GET.get("at", ""), request.GET.get("m", "")
    linked: set[str] = set()
    cards = [
        _card(lesson, play(lesson, moves if lesson.key == at else ""))
        | {"rules": _anchors(lesson, linked)}
        for lesson in LESSONS
    ]
    questions = [_question(question, request.GET.get(question.key, "")) for question in QUESTIONS]
    answered = [question for question in questions if question["chosen"]]
    context = {
        "cards": cards,
        "ends": _ends(),
        "questions": questions,
        "answered": len(answered),
        "right": sum(bool(question["right"]) for question in answered),
    }
    return render(request, "games/learn/lessons.html", context)


def _card(lesson: Lesson, played: LessonPosition) -> dict[str, object]:
    return {
        "lesson": lesson,
        "played": played,
        "svg": _lesson_board(lesson, played),
        "why_not": WHY_NOT.get(played.refused, ""),
        "refused_at": played.refused_at and name_point(played.refused_at, played.board.height),
        "turn": "B" if played.turn == BLACK else "W",
        "back": _address(lesson, played.line[:-1]) if played.line else "",
        "passing": "" if played.over else _address(lesson, [*played.line, PASS]),
    }


def _anchors(lesson: Lesson, linked: set[str]) -> list[tuple[str, bool]]:
    """Its rules; True where one is told for the first time, so that it can be linked to."""
    rules = [(rule, rule not in linked) for rule in lesson.rules]
    linked.update(lesson.rules)
    return rules


def _address(lesson: Lesson, line: list[str]) -> str:
    query = {"at": lesson.key, "m": "".join(line)} if line else {}
    return f"?{urlencode(query)}#{lesson.key}"


def _lesson_board(lesson: Lesson, played: LessonPosition) -> SafeSvg:
    board = played.board
    marks = [Mark("CR", point) for point in sorted(lesson.shown(board))]
    colour = _("Black") if played.turn == BLACK else _("White")
    links = {
        point: PointLink(
            _address(lesson, [*played.line, letters_of(point)]),
            _("%(colour)s %(point)s")
            % {"colour": colour, "point": name_point(point, board.height)},
        )
        for point in _vacant(board)
        if not played.over
    }
    return draw_board(
        board,
        last=played.last,
        marks=marks,
        links=links,
        title=str(lesson.title),
        id_prefix=lesson.key,
    )


def _vacant(board: Board) -> list[Point]:
    """Refused points can be clicked as well: the refusal is the lesson."""
    points = ((x, y) for y in range(board.height) for x in range(board.width))
    return [point for point in points if not board.get(point)]


def _ends() -> dict[str, object]:
    """The finished game and what each way of counting makes of it."""
    board, counts = scored_end()
    marks = [Mark(kind, point) for kind, point in territory_marks(counts["Chinese"], board)]
    svg = draw_board(board, marks=marks, title=_("A finished game"), id_prefix="end-of-game")
    fill_in = counts["Ing"].fill_in
    assert fill_in is not None
    return {
        "svg": svg,
        "chinese": counts["Chinese"],
        "japanese": counts["Japanese"],
        "ing": counts["Ing"],
        "ing_filled": _by_colour(fill_in.filled),
        "ing_left": _by_colour(fill_in.left),
        "ing_vacant": _by_colour(fill_in.vacant),
        "komi2": KOMI2,
        "dead": len(DEAD),
        "prisoners": {"black": PRISONERS[0], "white": PRISONERS[1]},
        "margins": sorted({count.margin2 for count in counts.values()}),
    }


def _by_colour(numbers: Mapping[int, int]) -> dict[str, int]:
    return {"black": numbers[BLACK], "white": numbers[WHITE]}


def _question(question: QuizQuestion, chosen: str) -> dict[str, object]:
    values = {value for value, _words in question.choices}
    chosen = chosen if chosen in values else ""
    answer = question.answer
    svg = SafeSvg("")
    if question.rows:
        marks = [Mark("LB", question.at, "A")] if question.at else []
        svg = draw_board(
            question.board,
            marks=marks,
            coordinates=False,
            title=str(question.asks),
            id_prefix=f"quiz-{question.key}",
        )
    return {
        "question": question,
        "svg": svg,
        "chosen": chosen,
        "right": chosen == answer,
        "answer": dict(question.choices)[answer],
    }


# The page about points.


@require_safe
def points_rules(request: MemberRequest) -> HttpResponse:
    """How points work: bands, what a game does, promotion, conditions, house rules in force."""
    today, timeline = timezone.localdate(), rules_timeline()
    settings = present_settings(timeline.values(today), reverse("games:rules"))
    context = {
        "ladder": ladder_rows(),
        "conditions": conditions_rows(),
        "today": timeline.of(PAA)(today),
        "readings": TEXTS,
        "settings": {name: settings.get(rule.id, ()) for name, rule in TEXTS.items()},
        "house_rules": HouseRule.objects.order_by("key", "-valid_from"),
    }
    return render(request, "games/learn/points_rules.html", context)
