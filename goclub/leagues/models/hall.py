"""The day of an event: who came for a round, the clock in the hall, short announcements."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from goclub.leagues.models.event import Event
from goclub.leagues.models.participant import Participant
from goclub.leagues.models.round import Round
from tournaments.events.settings import MOST_BRACKET_ROUNDS

#: The longest time that a clock is set to: a day.
MOST_MINUTES: Final = 24 * 60


class CheckIn(models.Model):
    """A player who came for a round (from 1): ticked by an organiser, or said by a phone.

    It says nothing of the pairing: whoever sits a round out has an :class:`Absence`.
    """

    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="check_ins")
    number = models.PositiveSmallIntegerField(_("round"))
    at = models.DateTimeField(_("came at"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("ticked by"),
    )

    class Meta:
        verbose_name = _("player who came")
        verbose_name_plural = _("players who came")
        ordering = ["participant", "number"]
        constraints = [
            models.UniqueConstraint(fields=["participant", "number"], name="check_in_once"),
            models.CheckConstraint(
                name="check_in_round_range",
                condition=Q(number__gte=1, number__lte=MOST_BRACKET_ROUNDS),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.participant}: {self.number}"


class RoundClock(models.Model):
    """The clock of a round in the hall; a pause moves ``started_at`` on when it is over."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="clock")
    started_at = models.DateTimeField(_("started at"))
    minutes = models.PositiveSmallIntegerField(
        _("minutes"), validators=[MinValueValidator(1), MaxValueValidator(MOST_MINUTES)]
    )
    paused_at = models.DateTimeField(_("paused at"), null=True, blank=True)

    class Meta:
        verbose_name = _("hall clock")
        verbose_name_plural = _("hall clocks")
        constraints = [
            models.CheckConstraint(
                name="clock_minutes_range", condition=Q(minutes__gte=1, minutes__lte=MOST_MINUTES)
            )
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.minutes}"

    @property
    def ends_at(self) -> datetime:
        """When the time is over, unless the clock is paused."""
        return self.started_at + timedelta(minutes=self.minutes)

    def left(self, now: datetime) -> timedelta:
        """The time left; negative when it is over."""
        return self.ends_at - (self.paused_at or now)

    def elapsed(self, now: datetime) -> timedelta:
        """The time played."""
        return (self.paused_at or now) - self.started_at


class Announcement(models.Model):
    """A short text on walls and phones, until an organiser takes it down."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="announcements")
    text = models.CharField(_("announcement"), max_length=200)
    at = models.DateTimeField(_("when"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("who"),
    )

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ["event", "-at", "-pk"]

    def __str__(self) -> str:
        return self.text
