"""What the page of a lesson shows: the board of its leader, the questions, who leads."""

from __future__ import annotations

from typing import Any

from goclub.games.lessons.queries import questions_of
from goclub.games.lessons.services import leads, may_manage, read_chapter
from goclub.games.library.labels.comments import moves_text, where_text
from goclub.games.library.labels.records import headings
from goclub.games.models import LessonChapter, LessonQuestion, LiveLesson
from goclub.go.records.layers import find_spot
from goclub.go.records.record import Record
from goclub.go.records.write import tree_json
from goclub.members.models import User
from goclub.members.requests import MemberRequest
from goclub.members.visitors import rights_of


def side_context(
    request: MemberRequest, lesson: LiveLesson, chapter: LessonChapter, record: Record
) -> dict[str, Any]:
    """What stands beside the board: who leads and who came, chapters, questions."""
    user = request.user if isinstance(request.user, User) else None
    is_running = lesson.ended_at is None
    questions = questions_of(lesson) if rights_of(request).games else ()
    return {
        "lesson": lesson,
        "chapter": chapter,
        "chapters": lesson.chapters.defer("normalised"),
        "leads": user is not None and leads(lesson, user),
        "may_manage": user is not None and may_manage(lesson, user),
        "may_ask": is_running and request.member is not None,
        "shows_names": rights_of(request).games,
        "guests": lesson.guests.exclude(member=lesson.leader).select_related("member"),
        "questions": [
            _question_row(question, chapter, record)
            for question in questions
            if is_running or question.chapter_id == chapter.pk
        ],
    }


def _question_row(
    question: LessonQuestion, chapter: LessonChapter, record: Record
) -> dict[str, Any]:
    """A question; with its place and the tried moves where it is about the chapter shown."""
    if question.chapter_id != chapter.pk:
        return {"question": question}
    node = find_spot(record, question.spot)
    tried = moves_text(question.moves, record)
    return {"question": question, "node": node, "where": where_text(record, node), "tried": tried}


def lesson_state(
    lesson: LiveLesson, chapter: LessonChapter, record: Record, *, known: str
) -> dict[str, Any]:
    """What the script follows: the node that is shown, and the tree unless it is *known*."""
    version = tree_version(chapter)
    state = {
        "ended": lesson.ended_at is not None,
        "chapter": chapter.number,
        "tree_version": version,
        "node": find_spot(record, lesson.spot),
    }
    return state if known == version else state | {"tree": tree_json(record, headings(record))}


def tree_version(chapter: LessonChapter) -> str:
    """Name the tree of a chapter as it is now."""
    return f"{chapter.number}-{chapter.version}"


def shown_chapter(lesson: LiveLesson) -> tuple[LessonChapter, Record]:
    """The chapter that the leader shows, and its record."""
    chapter = lesson.chapters.get(number=lesson.chapter)
    return chapter, read_chapter(chapter)
