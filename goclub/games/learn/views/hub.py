"""The door to everything that can be learned here: the lessons first, then how the club counts."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from goclub.games.learn.services.lesson import LESSONS
from goclub.go.board.position import Board
from goclub.go.diagrams.board_svg import draw_board
from goclub.members.requests import MemberRequest

#: A stone with one liberty left, as in the first lesson.
_ATARI = (".....", "..X..", ".XO..", "..X..", ".....")


@dataclass(frozen=True, slots=True)
class LearnPage:
    """A page to read, and what it is about."""

    url: str
    title: str
    text: str


@require_safe
def learn(request: MemberRequest) -> HttpResponse:
    """The lessons, and every other page that explains something; asks no database."""
    context = {
        "board": draw_board(Board.from_rows(_ATARI), title=_("A board with a few stones")),
        "lessons": LESSONS,
        "pages": _pages(),
    }
    return render(request, "games/learn/hub.html", context)


def _pages() -> list[LearnPage]:
    texts = (
        (
            "games:points",
            _("How points work"),
            _("How points and ranks are won and lost, with every condition."),
        ),
        (
            "games:rules",
            _("Rules and house rules"),
            _("The rules by which the club rates its games, and its own settings."),
        ),
        (
            "games:calculator",
            _("Handicap and komi"),
            _("Handicap and komi of two players, and what each result would change."),
        ),
        (
            "games:conditions-table",
            _("Tables for the wall"),
            _("A table of handicap and komi to print and hang on the wall."),
        ),
        (
            "leagues:scores",
            _("How tournaments are scored"),
            _("How tournaments are scored: McMahon, SOS and the other tie-breaks, by example."),
        ),
        (
            "leagues:rules",
            _("Rules of the leagues"),
            _("The rules of the leagues: order, promotion and forfeits."),
        ),
    )
    return [LearnPage(reverse(view), title, text) for view, title, text in texts]
