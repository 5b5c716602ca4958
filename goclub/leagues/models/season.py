"""The season league (S4): its settings, seasons, announced events, sanctions."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from goclub.common.name_field import NameField
from goclub.leagues.models.event import Event
from goclub.leagues.models.league import League
from goclub.leagues.models.participant import Participant
from goclub.members.models import Member
from tournaments.seasons.formats import Per, TimeUp


class EventFormat(models.Model):
    """A format of events; formats are data, a league adds its own (S4-14 as 5.5 reads it)."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="formats")
    key = models.SlugField(_("key"), max_length=20)
    name = NameField(_("name"), max_length=60)
    low = models.PositiveSmallIntegerField(_("minimum minutes"))
    high = models.PositiveSmallIntegerField(_("maximum minutes"))
    default = models.PositiveSmallIntegerField(_("default minutes"), null=True, blank=True)
    per = models.CharField(
        _("minutes apply"),
        max_length=6,
        choices=[(Per.ROUND.value, _("per round")), (Per.SIDE.value, _("per player"))],
        default=Per.ROUND.value,
    )
    time_up = models.CharField(
        _("when time is up"),
        max_length=6,
        choices=[
            (TimeUp.CALLED.value, _("two more moves each, then 1:1")),
            (TimeUp.LOSS.value, _("the game is lost on time")),
        ],
        default=TimeUp.CALLED.value,
    )
    themed = models.BooleanField(_("a theme is required"), default=False)

    class Meta:
        verbose_name = _("event format")
        verbose_name_plural = _("event formats")
        ordering = ["league", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["league", "key"], name="format_key_once"),
            models.CheckConstraint(
                name="format_minutes", condition=Q(low__gte=1, low__lte=F("high"), high__lte=600)
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def limits(self) -> str:
        """Both ends of the minutes, as in 40…60."""
        return f"{self.low}…{self.high}"


class Season(models.Model):
    """A named stretch of days, both ends inclusive; seasons of a league never overlap (S4-21).

    ``cycle`` the year, or whatever it is called, over whose seasons the champion is found (S4-24).
    """

    league = models.ForeignKey(
        League, on_delete=models.PROTECT, related_name="seasons", verbose_name=_("league")
    )
    name = NameField(_("name"), max_length=60)
    first = models.DateField(_("first day"))
    last = models.DateField(_("last day"))
    cycle = models.CharField(_("year"), max_length=20)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["league", "first"]
        constraints = [
            models.UniqueConstraint(fields=["league", "name"], name="season_name_once"),
            models.UniqueConstraint(fields=["league", "first"], name="season_first_once"),
            models.CheckConstraint(name="season_days", condition=Q(last__gte=F("first"))),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("leagues:season", args=[self.league.slug, self.pk])

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last


class LeagueEvent(models.Model):
    """An event as it was announced to a season league (S4-11 … S4-14, S4-17)."""

    league = models.ForeignKey(
        League, on_delete=models.PROTECT, related_name="events", verbose_name=_("league")
    )
    event = models.OneToOneField(
        Event, on_delete=models.PROTECT, related_name="league_event", verbose_name=_("event")
    )
    announced_on = models.DateField(_("announced on"))
    announced_by = models.ForeignKey(
        Member, on_delete=models.PROTECT, related_name="+", verbose_name=_("announced by")
    )
    run_by = models.ForeignKey(
        Member, on_delete=models.PROTECT, related_name="+", verbose_name=_("run by")
    )
    format = models.ForeignKey(
        EventFormat, on_delete=models.PROTECT, related_name="+", verbose_name=_("format")
    )
    minutes = models.PositiveSmallIntegerField(_("minutes"), null=True, blank=True)
    theme = NameField(_("theme"), max_length=200, blank=True)
    national = models.BooleanField(_("national event of the season"), default=False)
    approved_at = models.DateTimeField(_("approved at"), null=True, blank=True)
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("approved by"),
    )
    declined = models.CharField(_("reason for declining"), max_length=300, blank=True)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("season league event")
        verbose_name_plural = _("season league events")
        ordering = ["event__begins_on", "pk"]
        constraints = [
            models.CheckConstraint(
                name="league_event_approved_or_declined",
                condition=Q(approved_at=None) | Q(declined=""),
            ),
        ]

    def __str__(self) -> str:
        return str(self.event)

    def get_absolute_url(self) -> str:
        return reverse("leagues:league-event", args=[self.pk])

    @property
    def approved(self) -> bool:
        return self.approved_at is not None


class Sanction(models.Model):
    """One case in one event, and the appeal against it as the organiser decided it (S4-18)."""

    league_event = models.ForeignKey(
        LeagueEvent, on_delete=models.PROTECT, related_name="sanctions", verbose_name=_("event")
    )
    player = models.ForeignKey(
        Participant, on_delete=models.PROTECT, related_name="sanctions", verbose_name=_("player")
    )
    round = models.PositiveSmallIntegerField(_("round"))
    reason = models.CharField(_("reason"), max_length=300)
    judge = models.ForeignKey(
        Member, on_delete=models.PROTECT, related_name="+", verbose_name=_("judge")
    )
    given_at = models.DateTimeField(_("given at"))
    appeal = models.CharField(_("appeal"), max_length=300, blank=True)
    appeal_at = models.DateTimeField(_("appealed at"), null=True, blank=True)
    upheld = models.BooleanField(_("appeal upheld"), null=True, blank=True)
    decision = models.CharField(_("reason for the decision"), max_length=300, blank=True)
    decided_by = models.ForeignKey(
        Member,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering = ["league_event", "round", "given_at", "pk"]
        constraints = [
            models.CheckConstraint(name="sanction_has_reason", condition=~Q(reason="")),
            models.CheckConstraint(name="sanction_round", condition=Q(round__gte=1)),
            models.CheckConstraint(
                name="sanction_decision_has_reason",
                condition=Q(upheld=None)
                | (~Q(appeal="") & ~Q(decision="") & Q(decided_by__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.reason}"
