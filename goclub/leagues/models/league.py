"""A league of either kind: its settings, its people and its regulation."""

from __future__ import annotations

from copy import copy
from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from goclub.common.columns import HalfPointsField
from goclub.common.name_field import NameField
from goclub.members.models import Member, default_time_zone, time_zone_choices


class LeagueQuerySet(models.QuerySet["League"]):
    """Adjectives for leagues."""

    def official(self) -> LeagueQuerySet:
        return self.filter(kind=League.Kind.OFFICIAL)


class League(models.Model):
    """A competition that goes on from term to term, or from season to season."""

    class Kind(models.TextChoices):
        OFFICIAL = "official", _("official league (公式戦): everyone plays everyone")
        SEASON = "season", _("season league: events, Elo and a classification")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    name = NameField(_("name"), max_length=80, unique=True)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    summary = models.CharField(
        _("summary"), max_length=300, blank=True, help_text=_("Shown under the name.")
    )
    base_zone = models.CharField(
        _("time zone"),
        max_length=50,
        default=default_time_zone,
        help_text=_("The league’s days begin and end in this time zone."),
    )
    prizes = models.TextField(
        _("prizes"), blank=True, max_length=1000, help_text=_("One per line, first place first.")
    )
    active = models.BooleanField(_("active"), default=True)

    objects = LeagueQuerySet.as_manager()
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        ordering = ["-active", "name"]
        permissions = [
            ("run_league", "Can run leagues: terms, seasons, forfeits, withdrawals"),
            ("confirm_organisers", "Can confirm the next organisers of the official league"),
        ]
        constraints = [
            models.CheckConstraint(
                name="league_kind", condition=Q(kind__in=["official", "season"])
            ),
            models.CheckConstraint(name="league_named", condition=~Q(name="")),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("leagues:league", args=[self.slug])

    @cached_property
    def dated_rules(self) -> list[SeasonRules]:
        """The settings of a season league in the order of their days; a change forgets them."""
        if self.kind != self.Kind.SEASON or self.pk is None:
            return []
        return list(self.season_rules.order_by("valid_from"))

    def rules_on(self, day: date) -> SeasonRules:
        """The settings that hold on a day; before the first row the published ones."""
        held = [row for row in self.dated_rules if row.valid_from <= day]
        return held[-1] if held else SeasonRules(league=self, valid_from=day, zone=self.base_zone)

    def zone_at(self, moment: datetime) -> str:
        """The clocks on which the league's days begin and end, as they hold at a moment."""
        for row in reversed(self.dated_rules):
            if moment.astimezone(ZoneInfo(row.zone)).date() >= row.valid_from:
                return row.zone
        return self.base_zone

    def rules_from(self, day: date, **changes: Any) -> SeasonRules:
        """Settings to hold from a day on, those not named as they hold on it; not stored."""
        rules = copy(self.rules_on(day))
        rules.pk, rules.valid_from, rules.reason = None, day, ""
        rules._state.adding = True
        for name, value in changes.items():
            setattr(rules, name, value)
        return rules

    @property
    def zone(self) -> str:
        """The clocks of today."""
        return self.zone_at(timezone.now())

    @property
    def today(self) -> date:
        """The day that it is in the league's time zone."""
        return timezone.now().astimezone(ZoneInfo(self.zone)).date()

    @property
    def prize_lines(self) -> list[str]:
        """The prizes, first place first."""
        return [line.strip() for line in self.prizes.splitlines() if line.strip()]


class SeasonRules(models.Model):
    """What the regulation of a season league fixes, from a day on; margins doubled.

    A row holds whole until the next one's day; before the first the published settings hold, on
    the clocks with which the league was founded.  A season closes by the settings of its last day,
    an event goes by those of its own.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="season_rules")
    valid_from = models.DateField(_("valid from"))
    zone = models.CharField(
        _("time zone"),
        max_length=50,
        choices=time_zone_choices,
        help_text=_("The league’s days begin and end in this time zone."),
    )
    closes_at = models.TimeField(
        _("A season closes at"),
        default=time(22),
        help_text=_("The setting on its last day applies."),
    )
    bonus = models.FloatField(
        _("Bonus for a national event"),
        null=True,
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(1000)],
        help_text=_("Rating points for taking part. Leave empty if not set."),
    )
    carry_over = models.BooleanField(_("ratings carry over from season to season"), default=True)
    prize_places = models.PositiveSmallIntegerField(
        _("prize places"), default=5, validators=[MaxValueValidator(50)]
    )
    off_board2 = HalfPointsField(
        _("Small points for a resignation"), default=40, validators=[MaxValueValidator(200)]
    )
    bye2 = HalfPointsField(
        _("Small points for a bye"), default=0, validators=[MaxValueValidator(200)]
    )
    set_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        editable=False,
        verbose_name=_("set by"),
    )
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("rules of a season league")
        verbose_name_plural = _("rules of season leagues")
        ordering = ["league", "valid_from"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "valid_from"], name="season_rules_once_a_day"
            ),
            models.CheckConstraint(
                name="season_bonus", condition=Q(bonus=None) | Q(bonus__gte=0, bonus__lte=1000)
            ),
            models.CheckConstraint(
                name="season_small_points", condition=Q(off_board2__lte=200, bye2__lte=200)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league} ({self.valid_from})"


class LeaguePerson(models.Model):
    """An organiser or an approved judge of a league, from a day on (S4-12)."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        JUDGE = "judge", _("approved judge")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="people")
    member = models.ForeignKey(
        Member, on_delete=models.PROTECT, related_name="league_roles", verbose_name=_("member")
    )
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    since = models.DateField(_("since"))
    until = models.DateField(_("until"), null=True, blank=True)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("league role")
        verbose_name_plural = _("league roles")
        ordering = ["-role", "member__display_name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "member", "role"],
                condition=Q(until=None),
                name="league_person_once",
            ),
            models.CheckConstraint(
                name="league_person_days",
                condition=Q(until=None) | Q(until__gte=models.F("since")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member} ({self.get_role_display()})"

    def serves_on(self, day: date) -> bool:
        """Whether the person held the role on that day."""
        return self.since <= day and (self.until is None or day <= self.until)


class Regulation(models.Model):
    """One version of a league's regulation; older ones stay readable (S4-20)."""

    league = models.ForeignKey(
        League, on_delete=models.CASCADE, related_name="regulations", verbose_name=_("league")
    )
    version = models.PositiveIntegerField(_("version"))
    text = models.TextField(_("text"), max_length=60_000, help_text=_("Written in Markdown."))
    note = models.CharField(_("what changed"), max_length=300, blank=True)
    published_at = models.DateTimeField(_("published at"))
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("published by"),
    )

    class Meta:
        verbose_name = _("regulation")
        verbose_name_plural = _("regulations")
        ordering = ["league", "-version"]
        constraints = [
            models.UniqueConstraint(fields=["league", "version"], name="regulation_version_once"),
            models.CheckConstraint(name="regulation_has_text", condition=~Q(text="")),
        ]

    def __str__(self) -> str:
        return f"{self.league} {self.version}"
