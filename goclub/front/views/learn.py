"""The door to everything that can be learned here: the lessons first, then how the club counts."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_stubs_ext import StrOrPromise

from goclub.front.labels.navigation import LEARN
from goclub.front.labels.pages import PAGES
from goclub.games.learn.services.lesson import LESSONS
from goclub.go.board.position import Board
from goclub.go.diagrams.board_svg import draw_board
from goclub.members.requests import MemberRequest

#: The lesson whose board stands beside the list.
PICTURED = "capture"


@dataclass(frozen=True, slots=True)
class LearnPage:
    """A page to read, and what it is about."""

    url: str
    title: StrOrPromise
    text: StrOrPromise


@require_safe
def learn(request: MemberRequest) -> HttpResponse:
    """The lessons, and what else stands at the doors of this room; asks no database of its own."""
    pictured = next(lesson for lesson in LESSONS if lesson.key == PICTURED)
    shown_above = (request.path, reverse("games:lessons"))
    context = {
        "board": draw_board(Board.from_rows(pictured.rows), title=_("A board with a few stones")),
        "lessons": LESSONS,
        "pages": [
            LearnPage(door.url, door.label, PAGES[door.view].text)
            for door in LEARN.doors
            if door.url not in shown_above
        ],
    }
    return render(request, "front/learn.html", context)
