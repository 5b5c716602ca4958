"""An event: a tournament of one or several rounds, its settings and who runs it."""

from __future__ import annotations

import zoneinfo
from decimal import Decimal

from django.conf import settings as site
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from goclub.common.name_field import NameField
from goclub.members.models import Member, default_time_zone, time_zone_choices
from tournaments.events.presets import PRESETS
from tournaments.events.settings import MAX_ROUNDS, Kind

#: Shown under these names; what a preset sets is said where one is chosen.
PRESET_CHOICES = [(name, name) for name in PRESETS]


class EventQuerySet(models.QuerySet["Event"]):
    """Adjectives for events."""

    def shown(self) -> EventQuerySet:
        """Events of the public list."""
        return self.exclude(state=Event.State.DRAFT)

    def under_way(self) -> EventQuerySet:
        return self.filter(state__in=[Event.State.REGISTRATION, Event.State.RUNNING])

    def run_by(self, member: Member | int) -> EventQuerySet:
        return self.filter(organisers=member)

    def newest_first(self) -> EventQuerySet:
        return self.order_by("-begins_on", "-pk")


class Event(models.Model):
    """One tournament.  Half points are kept doubled, as whole numbers.

    ``version`` grows with every step of the organisers (settings, pairing, publishing, closing):
    whoever takes one says which version he looked at, so that two of them never overwrite each
    other silently.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("in preparation")
        REGISTRATION = "registration", _("registration")
        RUNNING = "running", _("under way")
        CLOSED = "closed", _("closed")
        CANCELLED = "cancelled", _("cancelled")

    #: In these states nothing comes any more.
    OVER = (State.CLOSED, State.CANCELLED)

    class System(models.TextChoices):
        MCMAHON = Kind.MCMAHON.value, _("McMahon")
        SWISS = Kind.SWISS.value, _("Swiss")
        SWISS_CAT = Kind.SWISS_CAT.value, _("Swiss by categories")
        ROUND_ROBIN = Kind.ROUND_ROBIN.value, _("Round robin")

    class EgfClass(models.TextChoices):
        """The class of a tournament by its thinking time."""

        NONE = "", _("not for the European rating")
        A = "A", _("A: 75 minutes or more, overtime included")
        B = "B", _("B: 50 minutes or more, overtime included")
        C = "C", _("C: 30 minutes or more, overtime included")
        D = "D", _("D: on a server")

    BOARDS = [(19, "19×19"), (13, "13×13"), (9, "9×9")]

    slug = models.SlugField(_("address"), max_length=60, unique=True, allow_unicode=True)
    name = NameField(_("name"), max_length=120)
    short_name = NameField(_("short name"), max_length=40, blank=True)
    place = NameField(_("place"), max_length=80, blank=True)
    begins_on = models.DateField(_("begins on"), db_index=True)
    ends_on = models.DateField(_("ends on"))
    time_zone = models.CharField(
        _("time zone"), max_length=50, default=default_time_zone, choices=time_zone_choices
    )
    #: When its rounds begin (:mod:`goclub.leagues.league.services.timetable`).
    timetable = models.CharField(_("rounds begin at"), max_length=240, blank=True)
    notes = models.TextField(_("announcement"), blank=True, max_length=4000)
    organisers = models.ManyToManyField(
        Member, related_name="events_run", blank=True, verbose_name=_("organisers")
    )
    director = NameField(_("director"), max_length=80, blank=True)

    system = models.CharField(
        _("system"), max_length=12, choices=System.choices, default=System.MCMAHON
    )
    preset = models.CharField(_("preset"), max_length=12, choices=PRESET_CHOICES, default="S2")
    rounds_planned = models.PositiveSmallIntegerField(_("rounds"), default=5)
    settings = models.JSONField(_("settings"), default=dict)
    seed = models.BigIntegerField(_("seed of the draw"), null=True, blank=True)

    board = models.PositiveSmallIntegerField(_("board"), choices=BOARDS, default=19)
    komi2 = models.SmallIntegerField(_("komi, doubled"), default=13)
    komi2_handicap = models.SmallIntegerField(_("komi with handicap, doubled"), default=1)
    main_minutes = models.PositiveSmallIntegerField(
        _("thinking time, minutes"), null=True, blank=True
    )
    overtime = models.CharField(
        _("overtime"), max_length=60, blank=True, help_text=_("For example 3 × 30 s.")
    )
    egf_class = models.CharField(
        _("European class"), max_length=1, choices=EgfClass.choices, blank=True
    )
    for_ledger = models.BooleanField(
        _("its games count for the club's ratings"),
        default=True,
        help_text=_("When the event is closed, its games are added to the members’ histories."),
    )
    for_league = models.BooleanField(_("counts for a league"), default=False)
    self_registration = models.BooleanField(_("members can enter themselves"), default=True)

    state = models.CharField(
        _("state"), max_length=12, choices=State.choices, default=State.REGISTRATION, db_index=True
    )
    version = models.PositiveIntegerField(_("version"), default=1)
    created_at = models.DateTimeField(_("created at"))
    created_by = models.ForeignKey(
        site.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("created by"),
    )
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)
    closed_by = models.ForeignKey(
        site.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("closed by"),
    )

    objects = EventQuerySet.as_manager()

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["-begins_on", "-pk"]
        constraints = [
            models.CheckConstraint(name="event_named", condition=~Q(name="")),
            models.CheckConstraint(
                name="event_ends_after_begin", condition=Q(ends_on__gte=F("begins_on"))
            ),
            models.CheckConstraint(
                name="event_rounds_range",
                condition=Q(rounds_planned__gte=1, rounds_planned__lte=MAX_ROUNDS),
            ),
            models.CheckConstraint(name="event_board_size", condition=Q(board__in=[9, 13, 19])),
            models.CheckConstraint(
                name="event_komi_range",
                condition=Q(komi2__gte=-722, komi2__lte=722)
                & Q(komi2_handicap__gte=-722, komi2_handicap__lte=722),
            ),
            models.CheckConstraint(
                name="event_closed_has_time",
                condition=~Q(state="closed") | Q(closed_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("leagues:event", args=[self.slug])

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        return zoneinfo.ZoneInfo(self.time_zone)

    @property
    def komi(self) -> Decimal:
        """Komi of an even game in points."""
        return Decimal(self.komi2) / 2

    @property
    def is_open(self) -> bool:
        """Whether anything about it can still change."""
        return self.state in (self.State.DRAFT, self.State.REGISTRATION, self.State.RUNNING)

    def komi2_for(self, handicap: int) -> int:
        """The doubled komi of a game with this many stones."""
        return self.komi2_handicap if handicap else self.komi2
