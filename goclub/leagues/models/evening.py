"""A club night: its times, the people present, their games, and every button press."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from goclub.common.name_field import NameField
from goclub.games.models import Game
from goclub.members.models import Member

#: Tables of a room, and minutes that somebody waits for a better opponent, at most.
MOST_TABLES, MOST_PATIENCE = 64, 120


class ClubNight(models.Model):
    """One evening of the club, on the day on which it began, with the settings that held.

    ``series_id`` and ``on`` name its place in the calendar, where it has one.  At most one is open.
    """

    class Terms(models.TextChoices):
        """By which table stones and komi are given; the keys of rating systems, or none."""

        PAA = "paa", _("by PAA points")
        IGS = "igs", _("by IGS ranks")
        EVEN = "even", _("all games even")

    on = models.DateField(_("day"), db_index=True)
    place = NameField(_("where"), max_length=80, blank=True)
    terms = models.CharField(
        _("stones and komi"), max_length=8, choices=Terms.choices, default=Terms.PAA
    )
    tables = models.PositiveSmallIntegerField(
        _("tables"),
        default=20,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_TABLES)],
    )
    patience = models.PositiveSmallIntegerField(
        _("longest wait in minutes"),
        default=10,
        validators=[MaxValueValidator(MOST_PATIENCE)],
        help_text=_("Maximum minutes to wait for an opponent who is new or of similar strength."),
    )
    series_id = models.BigIntegerField(_("calendar series"), null=True, blank=True)
    open = models.BooleanField(pgettext_lazy("club night", "open"), default=True, editable=False)
    opened_at = models.DateTimeField(_("opened at"))
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("opened by"),
    )
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("closed by"),
    )

    class Meta:
        verbose_name = _("club night")
        verbose_name_plural = _("club nights")
        ordering = ["-on", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["open"], condition=Q(open=True), name="one_night_open"),
            models.UniqueConstraint(
                fields=["series_id", "on"],
                condition=~Q(series_id=None),
                name="night_of_series_once",
            ),
            models.CheckConstraint(
                name="night_closed_has_time",
                condition=Q(open=True, closed_at=None) | Q(open=False, closed_at__isnull=False),
            ),
            models.CheckConstraint(
                name="night_tables_range", condition=Q(tables__gte=1, tables__lte=MOST_TABLES)
            ),
            models.CheckConstraint(
                name="night_patience_range", condition=Q(patience__lte=MOST_PATIENCE)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.on:%Y-%m-%d} {self.place}".strip()

    def get_absolute_url(self) -> str:
        return reverse("leagues:night-summary", args=[self.pk])


class Presence(models.Model):
    """Somebody on an evening: expected, here, or gone; a guest is a member without points.

    ``free_since`` since when they have been waiting for a game, None while not here; the games
    say whether they are playing.  ``apart`` those an organiser keeps apart from them tonight;
    ``fixed_with`` the person they are to play next.
    """

    night = models.ForeignKey(ClubNight, on_delete=models.CASCADE, related_name="presences")
    member = models.ForeignKey(
        Member, on_delete=models.PROTECT, related_name="presences", verbose_name=_("member")
    )
    guest_rank = models.CharField(_("guest’s rank"), max_length=8, blank=True)
    expected_at = models.DateTimeField(_("expected at"), null=True, blank=True)
    arrived_at = models.DateTimeField(_("arrived at"), null=True, blank=True)
    free_since = models.DateTimeField(_("waiting since"), null=True, blank=True)
    left_at = models.DateTimeField(_("left at"), null=True, blank=True)
    pausing = models.BooleanField(_("taking a break"), default=False)
    rival = models.ForeignKey(
        Member,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("would like to meet"),
    )
    teaching = models.BooleanField(_("a teaching game"), default=False)
    small_board = models.BooleanField(_("a small board"), default=False)
    no_handicap = models.BooleanField(_("no handicap"), default=False)
    apart = models.ManyToManyField("self", blank=True, verbose_name=_("not paired with"))
    fixed_with = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("attendance")
        verbose_name_plural = _("attendances")
        ordering = ["night", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["night", "member"], name="presence_once"),
            models.CheckConstraint(
                name="presence_gone_was_here",
                condition=Q(left_at=None) | Q(arrived_at__isnull=False),
            ),
            models.CheckConstraint(
                name="presence_rival_other", condition=Q(rival=None) | ~Q(rival=F("member"))
            ),
        ]

    def __str__(self) -> str:
        return str(self.member)

    @property
    def is_here(self) -> bool:
        """Whether the person has arrived and not left."""
        return self.arrived_at is not None and self.left_at is None


class NightGame(models.Model):
    """A game of an evening at its table; its result is that of the reported ``game``.

    ``key`` names it on phones, so that a result sent late reaches it whoever sits at the table by
    then.  ``ended_at`` when the table became free; without a ``game`` nobody said how it ended.
    """

    night = models.ForeignKey(ClubNight, on_delete=models.CASCADE, related_name="games")
    key = models.UUIDField(_("key"), default=uuid.uuid4, unique=True, editable=False)
    table = models.PositiveSmallIntegerField(pgettext_lazy("club night", "table"))
    black = models.ForeignKey(
        Presence, on_delete=models.PROTECT, related_name="+", verbose_name=_("Black")
    )
    white = models.ForeignKey(
        Presence, on_delete=models.PROTECT, related_name="+", verbose_name=_("White")
    )
    board = models.PositiveSmallIntegerField(_("board"), choices=Game.BOARDS, default=19)
    handicap = models.PositiveSmallIntegerField(_("handicap stones"), default=0)
    komi2 = models.SmallIntegerField(_("komi, doubled"), default=11)
    drawn = models.BooleanField(_("random colours"), default=False)
    #: Whose game it is besides: a key of ``playing.services.pairings``.
    pairing = models.CharField(_("pairing"), max_length=40, blank=True, editable=False)
    paired_at = models.DateTimeField(_("paired at"))
    paired_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("paired by"),
    )
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    cancelled = models.BooleanField(_("not played"), default=False)
    game = models.OneToOneField(
        Game,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="night_game",
        verbose_name=_("game"),
    )

    class Meta:
        verbose_name = _("club night game")
        verbose_name_plural = _("club night games")
        ordering = ["night", "paired_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["night", "table"], condition=Q(ended_at=None), name="night_table_once"
            ),
            models.UniqueConstraint(
                fields=["black"], condition=Q(ended_at=None), name="night_black_plays_once"
            ),
            models.UniqueConstraint(
                fields=["white"], condition=Q(ended_at=None), name="night_white_plays_once"
            ),
            models.CheckConstraint(name="night_two_players", condition=~Q(black=F("white"))),
            models.CheckConstraint(
                name="night_cancelled_has_no_game", condition=Q(cancelled=False) | Q(game=None)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.night} {self.table}: {self.black} – {self.white}"

    @property
    def winner(self) -> str:
        """B, W, J or N as its game says; empty without one that holds."""
        if self.game is None or self.game.state == Game.State.VOID:
            return ""
        return self.game.winner


class NightPress(models.Model):
    """A button that was pressed, by the key that its sender gave it: none is done twice."""

    night = models.ForeignKey(ClubNight, on_delete=models.CASCADE, related_name="presses")
    key = models.UUIDField(_("key"), unique=True)
    what = models.CharField(_("action"), max_length=16)
    game = models.ForeignKey(NightGame, on_delete=models.CASCADE, null=True, blank=True)
    at = models.DateTimeField(_("when"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("who"),
    )

    class Meta:
        verbose_name = _("button press")
        verbose_name_plural = _("button presses")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.what} {self.key}"
