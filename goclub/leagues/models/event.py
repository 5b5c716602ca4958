"""An event: a tournament of one or several rounds, its settings and who runs it."""

from __future__ import annotations

import zoneinfo
from collections.abc import Mapping
from dataclasses import asdict, fields
from decimal import Decimal
from enum import Enum
from typing import Any, TypeVar

from django.conf import settings as site
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from goclub.common.name_field import NameField
from goclub.leagues.models.ratinglist import RatingList
from goclub.members.models import Member, default_time_zone, time_zone_choices
from ratings.errors import Code, RuleError
from tournaments.brackets.settings import BracketSettings
from tournaments.events.fixed_tables import table_numbers
from tournaments.events.presets import PRESETS
from tournaments.events.settings import (
    MOST_BRACKET_ROUNDS,
    ApartRule,
    Basis,
    Convention,
    DrawMode,
    HandicapSettings,
    JigoInSodos,
    Kind,
    PairingSettings,
    PoolSettings,
    SeedSystem,
    Settings,
)

#: Shown under these names; what a preset sets is said where one is chosen.
PRESET_CHOICES = [(name, name) for name in PRESETS]


class EventQuerySet(models.QuerySet["Event"]):
    """Adjectives for events."""

    def shown(self) -> EventQuerySet:
        """Events of the public list."""
        return self.exclude(state=Event.State.DRAFT).exclude(is_test=True)

    def under_way(self) -> EventQuerySet:
        going = [Event.State.REGISTRATION, Event.State.RUNNING]
        return self.filter(state__in=going, is_test=False)

    def run_by(self, member: Member | int) -> EventQuerySet:
        return self.filter(organisers=member)

    def newest_first(self) -> EventQuerySet:
        return self.order_by("-begins_on", "-pk")


class Event(models.Model):
    """One tournament.  Half points are kept doubled, as whole numbers.

    ``version`` grows with every step of the organisers (settings, pairing, publishing, closing):
    whoever takes one says which version they looked at, so that two of them never overwrite each
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
        CLUB_MATCH = Kind.CLUB_MATCH.value, _("Match of two clubs")
        KNOCKOUT = Kind.KNOCKOUT.value, _("Knock-out")

    class EgfClass(models.TextChoices):
        """The class of a tournament by its thinking time."""

        NONE = "", _("not for the European rating")
        A = "A", _("A: 75 minutes or more, overtime included")
        B = "B", _("B: 50 minutes or more, overtime included")
        C = "C", _("C: 30 minutes or more, overtime included")
        D = "D", _("D: on a server")

    BOARDS = [(19, "19×19"), (13, "13×13"), (9, "9×9")]

    class TeamSize(models.IntegerChoices):
        """Who enters: players, several people at one board (S0-12), or teams of boards."""

        PLAYERS = 0, _("single players")
        PAIRS = 1, _("pairs or more at one board (pair go, rengo)")
        TWO = 2, _("teams of 2 boards")
        THREE = 3, _("teams of 3 boards")
        FOUR = 4, _("teams of 4 boards")
        FIVE = 5, _("teams of 5 boards")

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
        _("its games count for the club’s ratings"),
        default=True,
        help_text=_("When the event is closed, its games are added to the members’ histories."),
    )
    for_league = models.BooleanField(_("counts for a league"), default=False)
    self_registration = models.BooleanField(_("members can enter themselves"), default=True)
    places = models.PositiveSmallIntegerField(
        _("places"),
        null=True,
        blank=True,
        validators=[MinValueValidator(2)],
        help_text=_("Leave empty for no limit. Organisers can enter more players than that."),
    )

    no_show_minutes = models.PositiveSmallIntegerField(
        _("no-show after"),
        null=True,
        blank=True,
        default=30,
        validators=[MinValueValidator(1), MaxValueValidator(600)],
        help_text=_(
            "Minutes after a round begins. The desk then lists the players who have not come; "
            "you decide. Leave empty for no list."
        ),
    )
    referees = NameField(_("referees"), max_length=200, blank=True)
    room = models.CharField(
        _("plan of the room"),
        max_length=600,
        blank=True,
        help_text=_("Table numbers as they stand, one row per line; - is a gap: 1 2 - 3 4."),
    )
    unused_tables = models.CharField(
        _("tables not used"),
        max_length=200,
        blank=True,
        help_text=_("Numbers that no game gets, for example 1-24 or 1-4 13."),
    )
    is_test = models.BooleanField(_("test"), default=False, editable=False)
    rating_list = models.ForeignKey(
        RatingList,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="events",
        verbose_name=_("rating list"),
        help_text=_("The list that its entries are compared with. Empty: always the newest."),
    )
    team_size = models.PositiveSmallIntegerField(
        _("who plays"), choices=TeamSize.choices, default=TeamSize.PLAYERS
    )
    free_order = models.BooleanField(
        _("captains choose the board order"),
        default=False,
        help_text=_(
            "Otherwise players sit in the order in which the team was entered; a reserve moves "
            "those below up."
        ),
    )

    #: Since when it runs on a laptop in the hall; its file is in :class:`EventTrip`.
    away_since = models.DateTimeField(_("in the hall since"), null=True, editable=False)
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
                condition=Q(rounds_planned__gte=1, rounds_planned__lte=MOST_BRACKET_ROUNDS),
            ),
            models.CheckConstraint(name="event_board_size", condition=Q(board__in=[9, 13, 19])),
            models.CheckConstraint(name="event_team_size", condition=Q(team_size__lte=5)),
            models.CheckConstraint(
                name="event_komi_range",
                condition=Q(komi2__gte=-722, komi2__lte=722)
                & Q(komi2_handicap__gte=-722, komi2_handicap__lte=722),
            ),
            models.CheckConstraint(
                name="event_test_counts_nowhere",
                condition=Q(is_test=False) | Q(for_ledger=False, for_league=False),
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
    def is_hidden(self) -> bool:
        """Whether only those who run it see it."""
        return self.is_test or self.state == self.State.DRAFT

    @property
    def komi(self) -> Decimal:
        """Komi of an even game in points."""
        return Decimal(self.komi2) / 2

    @property
    def is_open(self) -> bool:
        """Whether anything about it can still change."""
        return self.state in (self.State.DRAFT, self.State.REGISTRATION, self.State.RUNNING)

    @property
    def least_players(self) -> int:
        """How many people a team needs: one at each board, two who share one."""
        return max(self.team_size, 2)

    @property
    def has_boards(self) -> bool:
        """Whether teams meet at several boards; pairs share one."""
        return self.team_size > self.TeamSize.PAIRS

    @property
    def has_pools(self) -> bool:
        """Whether it is a round robin in pools."""
        pools = self.settings.get("pools", {})
        return self.system == self.System.ROUND_ROBIN and bool(
            pools.get("count") or pools.get("size")
        )

    @property
    def unused_table_numbers(self) -> frozenset[int]:
        """The tables that no game gets; matches at several boards are numbered without gaps."""
        return frozenset() if self.has_boards else table_numbers(self.unused_tables)

    def komi2_for(self, handicap: int) -> int:
        """The doubled komi of a game with this many stones."""
        return self.komi2_handicap if handicap else self.komi2


#: Columns of the event itself, so that they can be asked for in a query.
E = TypeVar("E", bound=Enum)

_COLUMNS = ("kind", "rounds")

_ENUMS: dict[str, type[Enum]] = {
    "basis": Basis,
    "sodos_jigo": JigoInSodos,
    "convention": Convention,
    "draw_upper": DrawMode,
    "draw_lower": DrawMode,
    "seed_system1": SeedSystem,
    "seed_system2": SeedSystem,
}


def settings_to_json(settings: Settings) -> dict[str, object]:
    """Return JSON types for everything but the kind and the number of rounds.

    >>> settings_to_json(Settings())["pairing"]["seed_system1"]
    'SPLITANDRANDOM'
    """
    data = asdict(settings)
    for name in _COLUMNS:
        del data[name]
    plain = _plain(data)
    assert isinstance(plain, dict)
    return plain


def settings_from_json(data: Mapping[str, Any], *, kind: str, rounds: int) -> Settings:
    """Return the settings that :func:`settings_to_json` wrote; missing entries take the default.

    Raises RuleError E_TYPE for an unknown kind or name, and what the settings themselves refuse.

    >>> settings_from_json(settings_to_json(Settings(bar=8)), kind="swiss", rounds=3).bar
    8
    """
    values = _read(Settings, data)
    values["handicap"] = HandicapSettings(**_read(HandicapSettings, data.get("handicap", {})))
    values["apart"] = tuple(ApartRule(**_read(ApartRule, rule)) for rule in data.get("apart", ()))
    values["pairing"] = PairingSettings(**_read(PairingSettings, data.get("pairing", {})))
    values["bracket"] = BracketSettings(**_read(BracketSettings, data.get("bracket", {})))
    values["pools"] = PoolSettings(**_read(PoolSettings, data.get("pools", {})))
    return Settings(kind=_member(Kind, "kind", kind), rounds=rounds, **values)


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return str(value) if isinstance(value, str) else value


def _read(
    kind: type[
        Settings | HandicapSettings | PairingSettings | ApartRule | BracketSettings | PoolSettings
    ],
    data: Mapping[str, object],
) -> dict[str, Any]:
    known = {field.name for field in fields(kind)}
    if kind is Settings:
        known -= set(_COLUMNS)
    values = {}
    for name in known & data.keys():
        value = data[name]
        if name in _ENUMS:
            value = _member(_ENUMS[name], name, value)
        values[name] = _tuples(value)
    return values


def _tuples(value: object) -> object:
    return tuple(_tuples(inner) for inner in value) if isinstance(value, list) else value


def _member(enum: type[E], field: str, value: object) -> E:
    try:
        return enum(value)
    except ValueError:
        raise RuleError(Code.TYPE, field, value, ", ".join(map(str, enum))) from None
