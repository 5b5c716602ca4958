"""Leading a lesson, following it, asking in it; every change counts up its version."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from django.core.exceptions import PermissionDenied
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from goclub.common.name_field import without_unseen
from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row, lock_rows
from goclub.games.library.services.filing import DECIDE, LARGE_TEXT, read_stored
from goclub.games.library.services.records import read_kifu
from goclub.games.models import Kifu, LessonChapter, LessonGuest, LessonQuestion, LiveLesson
from goclub.go.board.basics import IllegalMove, Point
from goclub.go.records.errors import KifuError
from goclub.go.records.layers import (
    AddedLine,
    add_lines,
    find_spot,
    is_spot,
    play_on,
    read_moves,
    spot_of,
    with_comment,
    with_mark,
    without_leaf,
)
from goclub.go.records.reading import OpenedFile
from goclub.go.records.record import Record
from goclub.go.records.text import strip_unseen
from goclub.go.records.write import write_record
from goclub.members.models import Member, User
from goclub.members.requests import Act
from goclub.members.rights import need

MOST_CHAPTERS: Final = 40
#: So many questions of one member may be waiting.
MOST_WAITING: Final = 5
#: So soon after a lesson of a member another of the same title is the same form.
SAME_FORM: Final = timedelta(minutes=1)
#: Letters and figures that nobody takes for others.
_CODE_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"


def may_manage(lesson: LiveLesson, user: User) -> bool:
    """Whoever started a lesson, and organisers, take the lead, end it, and delete it."""
    return user.has_perm(DECIDE) or _is_member(lesson.started_by, user)


def leads(lesson: LiveLesson, user: User) -> bool:
    """Whether they lead the lesson now."""
    return lesson.ended_at is None and _is_member(lesson.leader, user)


def _is_member(member: Member, user: User) -> bool:
    """Whether this is the user, and has not left the club since."""
    return member.user_id == user.pk and member.status == Member.Status.MEMBER


def read_chapter(chapter: LessonChapter) -> Record:
    """The record of a chapter as it is now."""
    return read_stored(chapter.normalised)


def write_lesson(lesson: LiveLesson) -> str:
    """All chapters with their titles, as one file."""
    texts = []
    for chapter in lesson.chapters.all():
        record = read_chapter(chapter)
        header = replace(record.header, game_name=chapter.title)
        texts.append(write_record(replace(record, header=header)).decode())
    return "".join(texts)


# --- The lesson -----------------------------------------------------------------------------------
@atomic_retried
def start_lesson(
    act: Act, *, title: str, board: int = 19, text: str = "", kifu: Kifu | None = None
) -> LiveLesson:
    """Start a lesson, as organisers do, with a record of the library, a text, or an empty board."""
    need(act.user, DECIDE)
    member = act.member
    lesson = LiveLesson(
        title=title,
        code=get_random_string(6, _CODE_LETTERS),
        started_by=member,
        leader=member,
        started_at=act.at,
        changed_at=act.at,
    )
    lesson.full_clean()
    lock_row(member)
    same = LiveLesson.objects.running().filter(started_by=member, title=lesson.title)
    twin = same.filter(started_at__gt=act.at - SAME_FORM, chapters__kifu=kifu).first()
    if twin:
        return twin  # the form was sent twice
    lesson.save()
    _add(lesson, title=title, board=board, text=text, kifu=kifu)
    return lesson


@atomic_retried
def add_chapter(
    act: Act,
    lesson: LiveLesson,
    *,
    title: str,
    board: int = 19,
    text: str = "",
    kifu: Kifu | None = None,
) -> LiveLesson:
    """Add a chapter and show it; of a text with several games a chapter each."""
    lesson = _lock_led(act, lesson)
    _add(lesson, title=title, board=board, text=text, kifu=kifu)
    return _save(act, lesson)


@atomic_retried
def open_chapter(act: Act, lesson: LiveLesson, *, number: int) -> LiveLesson:
    """Show another chapter from its start."""
    lesson = _lock_led(act, lesson)
    lesson.chapter, lesson.spot = _chapter(lesson, number).number, "0"
    return _save(act, lesson)


@atomic_retried
def hand_over(act: Act, lesson: LiveLesson, *, member: Member) -> LiveLesson:
    """Let another member lead who came to the lesson."""
    lesson = _lock_led(act, lesson)
    if not lesson.guests.filter(member__in=Member.objects.active(), member=member).exists():
        raise Refusal(
            _("%(value)s is not here. Choose a member who has opened the lesson."),
            field="member",
            value=member.shown_name,
            reason="not_here",
        )
    lesson.leader = member
    return _save(act, lesson)


@atomic_retried
def take_lead(act: Act, lesson: LiveLesson) -> LiveLesson:
    """Lead a lesson whose leader cannot."""
    lesson = _lock_running(lesson)
    if not may_manage(lesson, act.user):
        raise PermissionDenied
    lesson.leader = act.member
    return _save(act, lesson)


@atomic_retried
def end_lesson(act: Act, lesson: LiveLesson) -> LiveLesson:
    """End a lesson; its chapters and questions stay to be read."""
    lesson = _lock_running(lesson)
    if not leads(lesson, act.user) and not may_manage(lesson, act.user):
        raise PermissionDenied
    lesson.ended_at = act.at
    return _save(act, lesson)


@atomic_retried
def end_forgotten(at: datetime) -> int:
    """End what its leader left hours ago; return how many."""
    lessons = lock_rows(LiveLesson.objects.forgotten(at))
    for lesson in lessons:
        lesson.ended_at = lesson.changed_at
        _save(Act(None, lesson.changed_at), lesson)
    return len(lessons)


@atomic_retried
def delete_lesson(act: Act, lesson: LiveLesson) -> None:
    """Delete a lesson with its chapters and questions."""
    lesson = lock_row(lesson, "started_by")
    if not may_manage(lesson, act.user):
        raise PermissionDenied
    lesson.delete()


# --- What the leader does on the board ------------------------------------------------------------
@atomic_retried
def show_position(
    act: Act, lesson: LiveLesson, *, chapter: int, at: str, moves: str = ""
) -> LiveLesson:
    """Show a node of the chapter, or what follows it after *moves*, which are kept in its tree."""
    lesson = _lock_led(act, lesson)
    shown, before = _shown(lesson, chapter)
    record, node = _reach(before, at, moves)
    if record is not before:
        _keep(shown, record)
    lesson.spot = _named(record, node)
    return _save(act, lesson)


@atomic_retried
def comment_position(
    act: Act, lesson: LiveLesson, *, chapter: int, at: str, text: str, moves: str = ""
) -> LiveLesson:
    """Write the comment of a node; an empty text deletes it."""
    lesson = _lock_led(act, lesson)
    shown, record = _shown(lesson, chapter)
    record, node = _reach(record, at, moves)
    _keep(shown, with_comment(record, node, strip_unseen(text).strip()))
    return _save(act, lesson)


@atomic_retried
def mark_point(
    act: Act,
    lesson: LiveLesson,
    *,
    chapter: int,
    at: str,
    kind: str,
    point: Point,
    moves: str = "",
) -> LiveLesson:
    """Mark a point at a node, or remove its mark."""
    lesson = _lock_led(act, lesson)
    shown, record = _shown(lesson, chapter)
    record, node = _reach(record, at, moves)
    if point[0] >= record.width or point[1] >= record.height:
        raise IllegalMove("board.off_board", colour=None, point=point)
    _keep(shown, with_mark(record, node, kind, point))
    return _save(act, lesson)


@atomic_retried
def delete_move(
    act: Act, lesson: LiveLesson, *, chapter: int, at: str, moves: str = ""
) -> LiveLesson:
    """Delete a move that no other follows; questions about it go to the move before."""
    lesson = _lock_led(act, lesson)
    shown, record = _shown(lesson, chapter)
    record, node = _reach(record, at, moves)
    if not node or record.nodes.children[node]:
        raise Refusal(
            _("Other moves follow here. Delete the last move first."), field="at", reason="followed"
        )
    before = record.tree.parents[node]
    places = {question: find_spot(record, question.spot) for question in shown.questions.all()}
    record = without_leaf(record, node)
    for question, place in places.items():
        question.spot = spot_of(record, before if place == node else place - (place > node))
        question.moves = "" if place == node else question.moves
    LessonQuestion.objects.bulk_update(places, ["spot", "moves"])
    _keep(shown, record)
    lesson.spot = spot_of(record, before)
    return _save(act, lesson)


# --- Those who follow -----------------------------------------------------------------------------
@atomic_retried
def come_in(act: Act, lesson: LiveLesson) -> LiveLesson:
    """Note that a member has come to a lesson, so that it can be handed over to them."""
    lesson, member = _lock_running(lesson), act.member
    _guest, is_new = LessonGuest.objects.get_or_create(
        lesson=lesson, member=member, defaults={"came_at": act.at}
    )
    return _count_up(lesson) if is_new else lesson


@atomic_retried
def ask_question(
    act: Act, lesson: LiveLesson, *, chapter: int, at: str, moves: str, text: str
) -> LessonQuestion:
    """Ask about a node, or about moves that the member tried from there."""
    lesson, member = _lock_running(lesson), act.member
    waiting = LessonQuestion.objects.filter(
        chapter__lesson=lesson, asked_by=member, done_at=None
    ).count()
    if waiting >= MOST_WAITING:
        raise Refusal(
            _("%(value)s of your questions are waiting. Ask again once one is answered."),
            field="text",
            value=waiting,
            reason="many_waiting",
        )
    asked = _chapter(lesson, chapter)
    record = read_chapter(asked)
    play_on(record, find_spot(record, at), read_moves(moves, record))
    question = LessonQuestion(
        chapter=asked, asked_by=member, asked_at=act.at, spot=at, moves=moves, text=text
    )
    question.full_clean()
    question.save()
    _count_up(lesson)
    return question


@atomic_retried
def show_question(act: Act, question: LessonQuestion) -> LiveLesson:
    """Show what a question is about, to answer it."""
    lesson, chapter = _lock_led(act, question.chapter.lesson), question.chapter
    lesson.chapter = chapter.number
    return show_position(
        act, _save(act, lesson), chapter=chapter.number, at=question.spot, moves=question.moves
    )


@atomic_retried
def close_question(act: Act, question: LessonQuestion) -> LiveLesson:
    """Mark a question as answered."""
    lesson = _lock_led(act, question.chapter.lesson)
    LessonQuestion.objects.filter(pk=question.pk, done_at=None).update(done_at=act.at)
    return _save(act, lesson)


# --- Inside ---------------------------------------------------------------------------------------
def _lock_running(lesson: LiveLesson) -> LiveLesson:
    lesson = lock_row(lesson, "leader", "started_by")
    if lesson.ended_at:
        raise Refusal(_("This lesson has ended. You can read it here."), reason="ended")
    return lesson


def _lock_led(act: Act, lesson: LiveLesson) -> LiveLesson:
    lesson = _lock_running(lesson)
    if not leads(lesson, act.user):
        raise Refusal(
            _("%(value)s is leading this lesson now. You can follow it."),
            value=lesson.leader.shown_name,
            reason="not_leading",
        )
    return lesson


def _save(act: Act, lesson: LiveLesson) -> LiveLesson:
    lesson.changed_at = act.at
    return _count_up(lesson)


def _count_up(lesson: LiveLesson) -> LiveLesson:
    lesson.version += 1
    lesson.save()
    return lesson


def _shown(lesson: LiveLesson, number: int) -> tuple[LessonChapter, Record]:
    """The chapter that is shown, which is meant, with its record."""
    chapter = _chapter(lesson, number if number == lesson.chapter else None)
    return chapter, read_chapter(chapter)


def _chapter(lesson: LiveLesson, number: int | None) -> LessonChapter:
    chapter = None if number is None else lesson.chapters.filter(number=number).first()
    if chapter is None:
        raise Refusal(
            _("The lesson is at another chapter now. Reload the page."), reason="other_chapter"
        )
    return chapter


def _named(record: Record, node: int) -> str:
    """The spot of a node that is to be shown; refuses one that no spot can name."""
    spot = spot_of(record, node)
    if not is_spot(spot):
        raise Refusal(
            _("This position is inside too many variations. Show it in a new chapter."),
            field="at",
            reason="too_deep",
        )
    return spot


def _reach(record: Record, spot: str, moves: str) -> tuple[Record, int]:
    """The node that moves lead to from a spot, and the record with those that were not in it."""
    node, line = find_spot(record, spot), read_moves(moves, record)
    if not line:
        return record, node
    layered = add_lines(record, [AddedLine(spot, line)], end=None)
    has_grown = len(layered.record.nodes) > len(record.nodes)
    return layered.record if has_grown else record, layered.lines[0][-1]


def _keep(chapter: LessonChapter, record: Record) -> None:
    chapter.normalised = _written(record)
    chapter.version += 1
    chapter.save(update_fields=["normalised", "version"])


def _written(record: Record) -> str:
    text = write_record(record).decode()
    if len(text) > LARGE_TEXT:
        raise Refusal(
            _("This record is too large for one chapter. Continue in a new chapter."),
            field="text",
            reason="chapter_full",
        )
    return text


def _add(lesson: LiveLesson, *, title: str, board: int, text: str, kifu: Kifu | None) -> None:
    """Add chapters, and show the first of them from its start."""
    records = _records(board, text, kifu)
    first = lesson.chapters.count() + 1
    if first + len(records) > MOST_CHAPTERS + 1:
        raise Refusal(
            _("A lesson has at most %(value)s chapters. Start another lesson for the others."),
            field="title",
            value=MOST_CHAPTERS,
            reason="many_chapters",
        )
    for number, record in enumerate(records, first):
        chapter = LessonChapter(
            lesson=lesson,
            number=number,
            title=(len(records) > 1 and without_unseen(record.header.game_name)[:120]) or title,
            kifu=kifu,
            normalised=_written(record),
        )
        chapter.full_clean()
        chapter.save()
    lesson.chapter, lesson.spot = first, "0"


def _records(board: int, text: str, kifu: Kifu | None) -> list[Record]:
    if kifu:
        return [read_kifu(kifu)]
    data = f"\ufeff{text or f'(;SZ[{board}])'}".encode()
    records = []
    for _number, record in OpenedFile(data).some(range(1, MOST_CHAPTERS + 2)):
        if isinstance(record, KifuError):
            raise record
        records.append(record)
    return records
