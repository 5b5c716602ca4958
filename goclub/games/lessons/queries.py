"""Lessons of the library, and those that are on now."""

from __future__ import annotations

from django.db.models import Count, QuerySet
from django.utils.translation import gettext_lazy as _

from goclub.games.models import LessonQuestion, LiveLesson
from goclub.members.searching.queries import Finder, Reader, in_any_case


def lessons_on() -> list[LiveLesson]:
    """The lessons that are on now (one query)."""
    return list(LiveLesson.objects.running().select_related("leader")[:5])


def questions_of(lesson: LiveLesson) -> QuerySet[LessonQuestion]:
    """The questions of a lesson; those that wait come first."""
    rows = LessonQuestion.objects.filter(chapter__lesson=lesson)
    return rows.select_related("asked_by", "chapter").order_by("done_at", "pk")


class LessonFinder(Finder):
    """Lessons that ended, by title and by the titles of their chapters."""

    key = "lesson"
    title = _("Lessons")
    place = 35
    need = "games"
    template = "search/_lesson.html"
    listing = "games:lesson-list"

    def find(self, text: str, reader: Reader, most: int) -> list[LiveLesson]:  # noqa: ARG002
        """Return lessons, the newest first."""
        return list(lessons_with(text)[:most])


def lessons_with(text: str) -> QuerySet[LiveLesson]:
    """Lessons that ended, with a text in a title, the newest first; all for an empty text.

    Each with its leader and how many chapters and questions it has.
    """
    ended = LiveLesson.objects.exclude(ended_at=None).select_related("leader")
    if text:
        titled = in_any_case("title", text) | in_any_case("chapters__title", text)
        ended = ended.filter(pk__in=LiveLesson.objects.filter(titled).values("pk"))
    return ended.order_by("-started_at", "-pk").annotate(
        chapter_count=Count("chapters", distinct=True),
        question_count=Count("chapters__questions", distinct=True),
    )
