"""When the club meets: what recurs, single dates changed, holidays, who comes."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from simple_history.models import HistoricalRecords

from goclub.common.name_field import NameField
from goclub.members.models import Member, default_time_zone, time_zone_choices

#: The longest meeting, in minutes: a whole day.
LONGEST = 24 * 60


class MeetingSeries(models.Model):
    """A meeting of the club: once, or again and again by a rule of RFC 5545.

    Its times are those of the clocks on the wall in ``zone``: seven in the evening stays seven in
    the evening when summer time begins.  ``rrule`` has no UNTIL of its own; the last day is
    ``until``.  ``uid`` names it in calendar programs and never changes.
    """

    class Kind(models.TextChoices):
        EVENING = "evening", _("club night")
        LESSON = "lesson", _("lesson")
        OTHER = "other", pgettext_lazy("of a meeting", "other")

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    title = NameField(_("title"), max_length=120)
    kind = models.CharField(
        pgettext_lazy("of a meeting", "kind"),
        max_length=8,
        choices=Kind.choices,
        default=Kind.EVENING,
    )
    zone = models.CharField(
        _("time zone"), max_length=50, default=default_time_zone, choices=time_zone_choices
    )
    first = models.DateField(_("first day"))
    begins_at = models.TimeField(_("begins at"))
    minutes = models.PositiveSmallIntegerField(_("minutes"), default=180)
    rrule = models.CharField(_("recurrence"), max_length=200, blank=True)
    until = models.DateField(_("last day"), null=True, blank=True)
    place = NameField(pgettext_lazy("where", "place"), max_length=200, blank=True)
    map_link = models.URLField(_("map"), max_length=500, blank=True)
    contact = models.CharField(_("contact"), max_length=200, blank=True)
    remark = models.CharField(_("note"), max_length=500, blank=True)
    #: The series that this one goes on from, at another hour or by another rule.
    follows = models.OneToOneField(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="followed_by",
    )
    created_at = models.DateTimeField(_("created at"))
    changed_at = models.DateTimeField(_("changed at"))
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    #: Which version calendar programs see (SEQUENCE).
    version = models.PositiveIntegerField(default=0, editable=False)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("calendar event")
        verbose_name_plural = _("calendar events")
        ordering = ["first", "begins_at", "pk"]
        constraints = [
            models.CheckConstraint(name="meeting_named", condition=~Q(title="")),
            models.CheckConstraint(
                name="meeting_minutes", condition=Q(minutes__gte=1, minutes__lte=LONGEST)
            ),
            models.CheckConstraint(
                name="meeting_kind", condition=Q(kind__in=["evening", "lesson", "other"])
            ),
        ]

    def __str__(self) -> str:
        return self.title


class SeriesException(models.Model):
    """One date of a series that is called off, or takes place at another time or elsewhere.

    ``day`` is the day by the rule, which names the date for good; ``moved_to`` empty where it is
    called off.
    """

    series = models.ForeignKey(
        MeetingSeries,
        on_delete=models.CASCADE,
        related_name="exceptions",
        verbose_name=_("calendar event"),
    )
    day = models.DateField(_("scheduled day"))
    moved_to = models.DateField(_("moved to"), null=True, blank=True)
    begins_at = models.TimeField(_("begins at"), null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(_("minutes"), null=True, blank=True)
    place = NameField(pgettext_lazy("where", "place"), max_length=200, blank=True)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    decided_at = models.DateTimeField(_("decided at"))
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("changed date")
        verbose_name_plural = _("changed dates")
        ordering = ["series", "day"]
        constraints = [
            models.UniqueConstraint(fields=["series", "day"], name="exception_once_a_day"),
            models.CheckConstraint(
                name="exception_moved_whole",
                condition=Q(moved_to=None, begins_at=None, minutes=None)
                | Q(
                    moved_to__isnull=False,
                    begins_at__isnull=False,
                    minutes__gte=1,
                    minutes__lte=LONGEST,
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.series} {self.day}"

    @property
    def is_off(self) -> bool:
        """Whether the date is called off."""
        return self.moved_to is None


class Holiday(models.Model):
    """A day on which the club does not meet, unless a date was moved to it."""

    day = models.DateField(_("day"), unique=True)
    name = NameField(_("name"), max_length=80)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("holiday")
        verbose_name_plural = _("holidays")
        ordering = ["day"]
        constraints = [models.CheckConstraint(name="holiday_named", condition=~Q(name=""))]

    def __str__(self) -> str:
        return f"{self.day} {self.name}"


class Coming(models.Model):
    """What a member answered for one date of a meeting; ``day`` the day by the rule."""

    class Answer(models.TextChoices):
        YES = "yes", pgettext_lazy("to a meeting", "Coming")
        LATE = "late", pgettext_lazy("to a meeting", "Late")
        NO = "no", pgettext_lazy("to a meeting", "Can’t come")

    series = models.ForeignKey(
        MeetingSeries,
        on_delete=models.CASCADE,
        related_name="answers",
        verbose_name=_("calendar event"),
    )
    day = models.DateField(_("scheduled day"))
    member = models.ForeignKey(
        Member, on_delete=models.CASCADE, related_name="meetings", verbose_name=_("member")
    )
    answer = models.CharField(_("answer"), max_length=4, choices=Answer.choices)
    note = models.CharField(_("note"), max_length=200, blank=True)
    answered_at = models.DateTimeField(_("answered at"))
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("answered by"),
    )

    class Meta:
        verbose_name = _("answer to an event")
        verbose_name_plural = _("answers to events")
        ordering = ["series", "day", "answered_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["series", "day", "member"], name="coming_once"),
            models.CheckConstraint(
                name="coming_answer", condition=Q(answer__in=["yes", "late", "no"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member}: {self.series} {self.day} {self.answer}"


class CalendarLink(models.Model):
    """The secret part of the address at which a member's own calendar is read; renewed at will."""

    member = models.OneToOneField(
        Member, on_delete=models.CASCADE, related_name="calendar_link", verbose_name=_("member")
    )
    token = models.CharField(max_length=64, unique=True, editable=False)
    made_at = models.DateTimeField(_("created at"))

    class Meta:
        verbose_name = _("calendar link")
        verbose_name_plural = _("calendar links")

    def __str__(self) -> str:
        return str(self.member)
