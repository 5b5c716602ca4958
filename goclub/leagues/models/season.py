"""The season league (S4): its settings, seasons, announced events, sanctions."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Case, Count, Exists, F, OuterRef, Q, When
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise
from simple_history.models import HistoricalRecords

from goclub.common.columns import FieldConstraint, changed_columns
from goclub.common.name_field import NameField
from goclub.common.refusals.texts import GENERIC
from goclub.common.refusals.words import accepted_text
from goclub.leagues.models.event import Event
from goclub.leagues.models.league import League, SeasonRules
from goclub.leagues.models.participant import Participant
from goclub.leagues.models.round import Pairing, Round, Seat
from goclub.members.models import Member
from ratings.accepted import AcceptedRange, AcceptedWords
from ratings.errors import Code
from tournaments.seasons.calendar import closing
from tournaments.seasons.events import FEWEST_PLAYERS, NATIONAL_PLAYERS, Per, TimeUp


class EventFormat(models.Model):
    """A format of events; formats are data, a league adds its own (S4-14 as 5.5 reads it)."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="formats")
    key = models.SlugField(_("key"), max_length=20)
    name = NameField(_("name"), max_length=60)
    low = models.PositiveSmallIntegerField(
        _("minimum minutes"), validators=[MinValueValidator(1), MaxValueValidator(600)]
    )
    high = models.PositiveSmallIntegerField(
        _("maximum minutes"), validators=[MinValueValidator(1), MaxValueValidator(600)]
    )
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
            FieldConstraint(
                name="format_minutes",
                condition=Q(low__gte=1, low__lte=F("high"), high__lte=600),
                violation_error_message=_("The maximum cannot be below the minimum."),
                beside="high",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Refuse usual minutes that an organiser could not choose."""
        if self.default is None or self.low is None or self.high is None:
            return
        if not self.low <= self.default <= self.high:
            text = _("The default is between the minimum and the maximum.")
            raise ValidationError({"default": text})

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
    cycle = models.CharField(
        _("year"),
        max_length=20,
        help_text=_(
            "The champion is determined over the seasons of one year. Leave empty to use "
            "the year of the first day."
        ),
    )
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["league", "first"]
        constraints = [
            models.UniqueConstraint(fields=["league", "name"], name="season_name_once"),
            models.UniqueConstraint(fields=["league", "first"], name="season_first_once"),
            FieldConstraint(
                name="season_days",
                condition=Q(last__gte=F("first")),
                violation_error_message=_("The last day cannot be before the first."),
                beside="last",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("leagues:season", args=[self.league.slug, self.pk])

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last

    @property
    def rules(self) -> SeasonRules:
        """Return the settings by which the season closes: those of its last day."""
        return self.league.rules_on(self.last)

    @property
    def closing(self) -> datetime:
        """Return the last moment that counts (S4-23)."""
        return closing(self.last, self.rules.closes_at, self.rules.zone)

    def clean(self) -> None:
        """Refuse other days once it has begun, days that have passed, and those of another."""
        before = type(self).objects.filter(pk=self.pk).first()
        if not (self.league_id and self.first and self.last):  # said beside the fields
            return
        if before and not changed_columns(before, self):
            return
        today = self.league.today
        if before and before.first <= today:
            raise ValidationError({"first": _(
                "It has already begun, so this can no longer be changed."
            )})  # fmt: skip
        if before and self.first < today:
            text = _("That date is in the past. Possible: %(accepted)s")
            raise _beside("first", text, accepted=accepted_text(AcceptedRange(today, None)))
        others = self.league.seasons.exclude(pk=self.pk)
        if others.filter(name=self.name).exists():
            raise _beside("name", GENERIC[Code.DUPLICATE], value=self.name)
        overlapping = others.filter(first__lte=self.last, last__gte=self.first).first()
        if overlapping:
            text = _("Two seasons would overlap. The later one can begin: %(accepted)s.")
            last = min(self, overlapping, key=lambda season: season.first).last
            free = AcceptedWords("a start from %(low)s on", low=last + timedelta(days=1))
            raise _beside("first", text, accepted=accepted_text(free))


def _beside(field: str, text: StrOrPromise, **figures: object) -> ValidationError:
    """A refusal of a season's column with figures in its text."""
    return ValidationError({field: ValidationError(text, params=figures)})


class LeagueEventQuerySet(models.QuerySet["LeagueEvent"]):
    """What the rules ask of the events of a league."""

    def counted(self) -> LeagueEventQuerySet:
        """With the players and the rounds so far, in the order of their days."""
        present = Q(event__participants__state__in=[Participant.State.FINAL,
                                                    Participant.State.PRELIMINARY])  # fmt: skip
        coming = ~Q(event__state=Event.State.CLOSED) & present
        rows = self.annotate(
            count_entered=Count(
                "event__participants", filter=coming | Q(Exists(_who_came())), distinct=True
            ),
            count_rounds=Count(
                "event__rounds", filter=Q(event__rounds__state__in=Round.OUT), distinct=True
            ),
        )
        return rows.order_by("event__begins_on", "pk")


def _who_came() -> models.QuerySet[Seat]:
    """The seats of somebody who came: a bye, or a game not lost without play, as it counts.

    As :attr:`tournaments.events.field.TournamentGame.came` has them.
    """
    removed = F("participant__removed_in")
    own_bye = Q(participant__removed_in=None) | Q(round__number__lt=removed)
    both = Q(pairing__result__in=[Pairing.Outcome.BOTH_WIN, Pairing.Outcome.BOTH_LOSE])
    played = Q(pairing__by_default=False, pairing__unplayed=False) & ~(
        Q(pairing__verdict="") & both
    )
    won = Q(colour="W", counted=Pairing.Outcome.WHITE) | Q(
        colour="B", counted=Pairing.Outcome.BLACK
    )
    counted = Case(
        When(pairing__verdict="", then=F("pairing__result")), default=F("pairing__verdict")
    )
    return (
        Seat.objects.filter(round__state__in=Round.OUT, participant=OuterRef("event__participants"))
        .annotate(counted=counted)
        .filter(Q(pairing=None) & own_bye | Q(pairing__isnull=False) & (played | won))
    )


class LeagueEvent(models.Model):
    """An event as it was announced to a season league (S4-11 … S4-14, S4-17).

    How many entered and which rounds were published is known of rows that
    :meth:`LeagueEventQuerySet.counted` gives.
    """

    #: Until an event has begun nobody can know how many will come.
    HELD = (Event.State.RUNNING, Event.State.CLOSED)

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
        Member,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("run by"),
        help_text=_("You, an organiser or an approved judge of the league."),
    )
    format = models.ForeignKey(
        EventFormat, on_delete=models.PROTECT, related_name="+", verbose_name=_("format")
    )
    minutes = models.PositiveSmallIntegerField(
        _("minutes"),
        null=True,
        blank=True,
        help_text=_("Leave empty for the format’s default."),
    )
    theme = NameField(
        _("theme"),
        max_length=200,
        blank=True,
        help_text=_("One condition for all games, such as 13×13 only."),
    )
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
    objects = LeagueEventQuerySet.as_manager()
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
    def on(self) -> date:
        return self.event.begins_on

    @property
    def rules(self) -> SeasonRules:
        """Return the settings of its league by which it goes: those of its day."""
        return self.league.rules_on(self.on)

    @property
    def reported_on(self) -> date:
        """Return the day of the report, for an event that was moved before it that one."""
        return min(self.announced_on, self.event.begins_on)

    @property
    def approved(self) -> bool:
        return self.approved_at is not None

    @property
    def held(self) -> bool:
        """Whether it has begun, so that the players are known."""
        return self.event.state in self.HELD

    @property
    def entered(self) -> int:
        """Return how many took part in one that is closed, else came or are entered still."""
        return getattr(self, "count_entered", 0)

    @property
    def players(self) -> int | None:
        return self.entered if self.held else None

    @property
    def rounds(self) -> int:
        """Return the rounds as planned, or as played once it is over (S4-13)."""
        over = self.event.state == Event.State.CLOSED
        return getattr(self, "count_rounds", 0) if over else self.event.rounds_planned

    @property
    def too_few_so_far(self) -> bool:
        """Whether it would fail for lack of players if nobody else came (S4-10)."""
        return not self.held and self.entered < FEWEST_PLAYERS

    @property
    def few_for_national(self) -> bool:
        """Whether a national event has fewer players than is advised (S4-17)."""
        return self.national and self.held and self.entered < NATIONAL_PLAYERS


class Sanction(models.Model):
    """One case in one event, and the appeal against it as the organiser decided it (S4-18)."""

    league_event = models.ForeignKey(
        LeagueEvent, on_delete=models.PROTECT, related_name="sanctions", verbose_name=_("event")
    )
    player = models.ForeignKey(
        Participant, on_delete=models.PROTECT, related_name="sanctions", verbose_name=_("player")
    )
    round = models.PositiveSmallIntegerField(_("round"), validators=[MinValueValidator(1)])
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
