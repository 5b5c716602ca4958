from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from goclub.common.confirmation import Question
from goclub.common.http import sgf_response, sign_in_first
from goclub.common.limits import limited_misses, refused, seconds_to_wait
from goclub.common.pictures import qr_svg
from goclub.common.reading import read_number
from goclub.common.refusals.registry import describe
from goclub.common.sharing import absolute
from goclub.games.lessons import services
from goclub.games.lessons.forms import (
    ChapterForm,
    LessonQuestionForm,
    LessonStepForm,
    NewLeaderForm,
)
from goclub.games.lessons.labels import lesson_state, shown_chapter, side_context, tree_version
from goclub.games.lessons.queries import lessons_on, lessons_with
from goclub.games.library.labels.viewer import ShortEncoder, asked_node, board_context, opening_node
from goclub.games.library.services.filing import DECIDE
from goclub.games.models import Kifu, LessonChapter, LessonQuestion, LiveLesson
from goclub.go.records.layers import find_spot, spot_of
from goclub.go.records.record import Record
from goclub.members.actions import ActionView, ButtonView
from goclub.members.requests import Act, MemberRequest, act_of, user_of
from goclub.members.rights import need
from goclub.members.searching.queries import tidied
from goclub.members.visitors import rights_of
from ratings.errors import RuleError


def _lesson(code: str) -> LiveLesson:
    return get_object_or_404(
        LiveLesson.objects.select_related("leader", "started_by"), code=code.upper()
    )


@require_safe
def lesson_list(request: MemberRequest) -> HttpResponse:
    """The lessons that are on, and those that can be read; ``?code=`` leads to one that is on."""
    if code := request.GET.get("code", "").strip().upper()[:20]:
        if seconds := seconds_to_wait(request, "lesson_code", method="GET", counts=False):
            return refused(request, seconds)
        lesson = LiveLesson.objects.running().filter(code=code).first()
        if lesson:
            return redirect(lesson)
        seconds_to_wait(request, "lesson_code", method="GET")
        messages.error(
            request, gettext("No lesson with this code is on. Check the code and try again.")
        )
    text = tidied(request.GET.get("q", ""))
    shown = rights_of(request).games
    lessons = lessons_with(text) if shown else LiveLesson.objects.none()
    context = {
        "page_obj": Paginator(lessons, 24).get_page(request.GET.get("page")),
        "running": lessons_on() if request.member else (),
        "code": code,
        "text": text,
        "shows_games": shown,
        "may_start": request.user.has_perm(DECIDE) and request.member is not None,
    }
    return render(request, "games/lessons/lesson_list.html", context)


@require_safe
@limited_misses("lesson_code")
def lesson_detail(request: MemberRequest, code: str) -> HttpResponse:
    """The board of a lesson that is on, for whoever has its code; a chapter of one that ended."""
    lesson = _lesson(code)
    if lesson.ended_at and not rights_of(request).games:
        return sign_in_first(request)
    return render(request, "games/lessons/lesson.html", _page(request, lesson))


def _page(request: MemberRequest, lesson: LiveLesson, form: Any = None) -> dict[str, Any]:
    number = 1 if lesson.ended_at else lesson.chapter
    if lesson.ended_at or request.member != lesson.leader:
        number = read_number(request.GET.get("chapter"), low=1, high=999) or number
    chapter = get_object_or_404(LessonChapter, lesson=lesson, number=number)
    record = services.read_chapter(chapter)
    is_shown = not lesson.ended_at and number == lesson.chapter
    node = asked_node(request, record)
    if node is None and "at" in request.GET:
        node = _node_at(record, request.GET["at"])
    if node is None:
        node = find_spot(record, lesson.spot) if is_shown else opening_node(record)
    here = absolute(request, lesson.get_absolute_url())
    asked = {"chapter": number, "at": spot_of(record, node)}
    return (
        board_context(record, node=node, panels=("games/lessons/_panel.html",))
        | side_context(request, lesson, chapter, record)
        | {
            "ended": lesson.ended_at is not None,
            "is_elsewhere": not lesson.ended_at and not is_shown,
            "tree_version": tree_version(chapter),
            "etag": _etag(lesson),
            "form": form or LessonQuestionForm(initial=asked),
            "here": here,
            "qr": qr_svg(here),
        }
    )


def _node_at(record: Record, spot: str) -> int:
    try:
        return find_spot(record, spot)
    except RuleError as error:
        raise Http404 from error


def _etag(lesson: LiveLesson) -> str:
    """Name what those see who follow."""
    return f'"{lesson.pk}-{lesson.version}"'


def _state(request: MemberRequest, lesson: LiveLesson) -> dict[str, Any]:
    chapter, record = shown_chapter(lesson)
    side = side_context(request, lesson, chapter, record)
    return lesson_state(lesson, chapter, record, known=request.GET.get("tree", "")) | {
        "etag": _etag(lesson),
        "leads": side["leads"],
        "side": render_to_string("games/lessons/_side.html", side, request),
    }


@require_safe
@limited_misses("lesson_code")
def lesson_now(request: MemberRequest, code: str) -> HttpResponse:
    """What those see who follow.

    They ask by HEAD whether something changed: the same for everyone, so that 30 who ask every
    two seconds cost little.
    """
    if request.method == "HEAD":
        lesson = get_object_or_404(LiveLesson.objects.only("version"), code=code)
        return HttpResponse(headers={"ETag": _etag(lesson)})
    lesson = _lesson(code)
    if lesson.ended_at:
        return JsonResponse({"ended": True})
    return JsonResponse(_state(request, lesson), encoder=ShortEncoder)


@login_required
@require_POST
def lesson_step(request: MemberRequest, code: str) -> HttpResponse:
    """Do what the leader did on the board; answer as :func:`lesson_now` does."""
    lesson = _lesson(code)
    form = LessonStepForm(request.POST)
    if not form.is_valid():
        return JsonResponse({"text": gettext("Reload the page and try again.")}, status=422)
    try:
        lesson = _do(act_of(request), lesson, **form.cleaned_data)
    except RuleError as error:
        return JsonResponse({"text": describe(error)}, status=422)
    return JsonResponse(_state(request, lesson), encoder=ShortEncoder)


def _do(act: Act, lesson: LiveLesson, **step: Any) -> LiveLesson:
    place = {name: step[name] for name in ("chapter", "at", "moves")}
    if step["action"] == "text":
        return services.comment_position(act, lesson, **place, text=step["text"])
    if step["action"] == "mark" and step["kind"] and None not in (step["x"], step["y"]):
        point = (step["x"], step["y"])
        return services.mark_point(act, lesson, **place, kind=step["kind"], point=point)
    if step["action"] == "delete":
        return services.delete_move(act, lesson, **place)
    return services.show_position(act, lesson, **place)


@require_safe
@limited_misses("lesson_code")
def lesson_file(request: MemberRequest, code: str) -> HttpResponse:
    """All chapters as one file."""
    lesson = _lesson(code)
    if not rights_of(request).games:
        return sign_in_first(request)
    return sgf_response(services.write_lesson(lesson), f"lesson-{lesson.pk}.sgf")


class ChapterView(ActionView):
    """What a lesson or a chapter begins with; ``?kifu=`` names a record of the library."""

    form_class = ChapterForm
    template_name = "games/lessons/lesson_new.html"

    def find_kifu(self) -> None:
        number = read_number(self.request.GET.get("kifu"), low=1)
        library = Kifu.objects.in_library().with_game()
        self.kifu = get_object_or_404(library, pk=number) if number else None

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"kifu": self.kifu}

    def get_initial(self) -> dict[str, Any]:
        return {"title": self.kifu.heading[:120]} if self.kifu else {}


class StartLesson(ChapterView):
    """A lesson with its first chapter."""

    done = _("Lesson started. Others can follow it now.")

    def find(self) -> None:
        need(user_of(self.request), DECIDE)
        self.find_kifu()

    def carry_out(self, act: Act, form: Any) -> LiveLesson:
        return services.start_lesson(act, **form.cleaned_data, kifu=self.kifu)

    def context_for(self, form: Any) -> dict[str, Any]:  # noqa: ARG002
        led = LiveLesson.objects.running().filter(leader=self.request.member).first()
        return {"kifu": self.kifu, "led": led}


class AddChapter(ChapterView):
    """Another chapter for a lesson that is on."""

    done = _("Chapter added.")

    def find(self, code: str) -> None:
        self.lesson = _lesson(code)
        if not services.leads(self.lesson, user_of(self.request)):
            raise PermissionDenied
        self.find_kifu()

    def carry_out(self, act: Act, form: Any) -> LiveLesson:
        return services.add_chapter(act, self.lesson, **form.cleaned_data, kifu=self.kifu)

    def context_for(self, form: Any) -> dict[str, Any]:  # noqa: ARG002
        return {"kifu": self.kifu, "lesson": self.lesson}


class LessonButton(ButtonView):
    """A button on the page of a lesson."""

    def find(self, code: str) -> Any:
        self.back = self.lesson = _lesson(code)


class OpenChapter(LessonButton):
    def carry_out(self, act: Act, _form: object) -> LiveLesson:
        number = read_number(self.request.POST.get("number"), low=1, high=999) or 1
        return services.open_chapter(act, self.lesson, number=number)


class HandOver(LessonButton):
    form_class = NewLeaderForm

    def carry_out(self, act: Act, form: Any) -> LiveLesson:
        member = form.cleaned_data["member"]
        self.done = gettext("%(name)s leads the lesson now.") % {"name": member.shown_name}
        return services.hand_over(act, self.lesson, member=member)


class TakeLead(LessonButton):
    done = _("You lead the lesson now.")

    def carry_out(self, act: Act, _form: object) -> LiveLesson:
        return services.take_lead(act, self.lesson)


class ComeIn(LessonButton):
    def carry_out(self, act: Act, _form: object) -> LiveLesson:
        return services.come_in(act, self.lesson)


class EndLesson(LessonButton):
    done = _("Lesson ended. Its chapters and questions can be read here.")

    def question(self) -> Question:
        return Question(
            title=gettext("End this lesson?"),
            button=gettext("End lesson"),
            back=self.lesson.get_absolute_url(),
            effects=[
                gettext("Nobody can lead it or ask any more. Chapters and questions are kept.")
            ],
        )

    def carry_out(self, act: Act, _form: object) -> LiveLesson:
        return services.end_lesson(act, self.lesson)


class DeleteLesson(LessonButton):
    done = _("Lesson deleted.")

    def find(self, code: str) -> Any:
        super().find(code)
        if not services.may_manage(self.lesson, user_of(self.request)):
            raise PermissionDenied

    def question(self) -> Question:
        return Question(
            title=gettext("Delete this lesson?"),
            button=gettext("Delete"),
            back=self.lesson.get_absolute_url(),
            effects=[gettext("Its chapters and questions are deleted too.")],
            then=gettext("This cannot be undone."),
        )

    def carry_out(self, act: Act, _form: object) -> str:
        services.delete_lesson(act, self.lesson)
        return reverse("games:lesson-list")


class AskQuestion(ActionView):
    """Ask about what is on the board; a refusal stands beside the question."""

    http_method_names = ["post"]
    form_class = LessonQuestionForm
    template_name = "games/lessons/lesson.html"
    done = _("Question sent.")

    def find(self, code: str) -> None:
        self.lesson = _lesson(code)

    def carry_out(self, act: Act, form: Any) -> LiveLesson:
        services.ask_question(act, self.lesson, **form.cleaned_data)
        return self.lesson

    def context_for(self, form: Any) -> dict[str, Any]:
        return _page(self.request, self.lesson, form)


class QuestionButton(ButtonView):
    """What the leader does with a question."""

    def find(self, code: str, pk: int) -> None:
        self.back = _lesson(code)
        rows = LessonQuestion.objects.select_related("chapter__lesson")
        self.asked = get_object_or_404(rows, chapter__lesson=self.back, pk=pk)


class ShowQuestion(QuestionButton):
    def carry_out(self, act: Act, _form: object) -> LiveLesson:
        return services.show_question(act, self.asked)


class CloseQuestion(QuestionButton):
    done = _("Question answered.")

    def carry_out(self, act: Act, _form: object) -> LiveLesson:
        return services.close_question(act, self.asked)
