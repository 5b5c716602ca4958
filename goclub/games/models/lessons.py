"""A live lesson: one leads on a board, others follow and ask; afterwards it is a record."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.core.validators import MaxLengthValidator
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from goclub.common.name_field import NameField
from goclub.games.models.kifu import Kifu
from goclub.members.models import Member

#: A lesson whose leader does nothing for so long ends by itself.
OPEN_FOR = timedelta(hours=3)


class LiveLessonQuerySet(models.QuerySet["LiveLesson"]):
    """Adjectives for lessons."""

    def running(self) -> LiveLessonQuerySet:
        return self.filter(ended_at=None)

    def forgotten(self, at: datetime) -> LiveLessonQuerySet:
        return self.running().filter(changed_at__lt=at - OPEN_FOR)


class LiveLesson(models.Model):
    """A lesson; its leader shows the node at ``spot`` of the chapter with the number ``chapter``.

    Whoever has ``code`` follows while it runs.  ``version`` grows with all that followers see;
    ``changed_at`` is when the leader last did something.
    """

    title = NameField(_("Title"), max_length=120)
    code = models.CharField(_("code"), max_length=6, unique=True)
    started_by = models.ForeignKey(
        Member, on_delete=models.PROTECT, related_name="+", verbose_name=_("started by")
    )
    leader = models.ForeignKey(
        Member, on_delete=models.PROTECT, related_name="+", verbose_name=_("led by")
    )
    started_at = models.DateTimeField(_("started at"))
    changed_at = models.DateTimeField(_("changed at"))
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True, db_index=True)
    chapter = models.PositiveSmallIntegerField(_("chapter"), default=1)
    spot = models.CharField(_("place in the record"), max_length=300, default="0")
    version = models.PositiveIntegerField(_("version"), default=0)

    objects = LiveLessonQuerySet.as_manager()

    class Meta:
        verbose_name = _("lesson")
        verbose_name_plural = _("lessons")
        ordering = ["-started_at", "-pk"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The page on which it is led and followed, and later read."""
        return reverse("games:lesson", args=[self.code])


class LessonChapter(models.Model):
    """A record of a lesson, from ``kifu`` where it began with one of the library.

    ``version`` grows with every change of the record.
    """

    lesson = models.ForeignKey(LiveLesson, on_delete=models.CASCADE, related_name="chapters")
    number = models.PositiveSmallIntegerField(_("number"))
    title = NameField(_("Title"), max_length=120)
    kifu = models.ForeignKey(
        Kifu,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="chapters",
        verbose_name=_("kifu"),
    )
    normalised = models.TextField(_("normalised SGF"))
    version = models.PositiveIntegerField(_("version"), default=0)

    class Meta:
        verbose_name = _("chapter of a lesson")
        verbose_name_plural = _("chapters of lessons")
        ordering = ["lesson", "number"]
        constraints = [
            models.UniqueConstraint(fields=["lesson", "number"], name="lesson_chapter_once")
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.title}"

    def get_absolute_url(self) -> str:
        """The chapter on the page of its lesson."""
        return f"{self.lesson.get_absolute_url()}?chapter={self.number}"


class LessonQuestion(models.Model):
    """A question about the node at ``spot``, or about ``moves`` that were tried from there."""

    chapter = models.ForeignKey(LessonChapter, on_delete=models.CASCADE, related_name="questions")
    asked_by = models.ForeignKey(
        Member, on_delete=models.PROTECT, related_name="+", verbose_name=_("asked by")
    )
    asked_at = models.DateTimeField(_("asked at"))
    spot = models.CharField(_("place in the record"), max_length=300)
    moves = models.CharField(_("moves"), max_length=600, blank=True)
    text = models.TextField(_("Question"), max_length=300, validators=[MaxLengthValidator(300)])
    done_at = models.DateTimeField(_("answered at"), null=True, blank=True)

    class Meta:
        verbose_name = _("question in a lesson")
        verbose_name_plural = _("questions in lessons")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.text[:60]


class LessonGuest(models.Model):
    """A member who came to a lesson."""

    lesson = models.ForeignKey(LiveLesson, on_delete=models.CASCADE, related_name="guests")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    came_at = models.DateTimeField(_("came at"))

    class Meta:
        verbose_name = _("guest of a lesson")
        verbose_name_plural = _("guests of lessons")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["lesson", "member"], name="lesson_guest_once")
        ]

    def __str__(self) -> str:
        return f"{self.lesson_id}: {self.member_id}"
