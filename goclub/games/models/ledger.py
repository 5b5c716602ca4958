"""The rating ledger: what the rules make of the facts, and the house rules they use."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from goclub.members.models import Member, StrengthDecision

from .game import Game

SYSTEMS = [("paa", _("PAA points"))]


class HouseRule(models.Model):
    """A house rule with the date from which it holds; older values stay on record (S1-13)."""

    class Key(models.TextChoices):
        PAA_MIN_GAMES = "paa_min_games", _("PAA: fewest counted games before a rank may change")
        PAA_WINDOW = "paa_window", _("PAA: win rate over the last … counted games (0: all)")

    key = models.CharField(_("rule"), max_length=30, choices=Key.choices)
    value = models.PositiveSmallIntegerField(
        _("value"), validators=[MinValueValidator(0), MaxValueValidator(100)]
    )
    valid_from = models.DateField(_("holds from"))
    set_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        editable=False,
        verbose_name=_("set by"),
    )
    reason = models.CharField(_("reason"), max_length=300)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("house rule")
        verbose_name_plural = _("house rules")
        ordering = ["key", "-valid_from"]
        constraints = [
            models.UniqueConstraint(fields=["key", "valid_from"], name="house_rule_once_a_day"),
            models.CheckConstraint(
                name="house_rule_range",
                condition=Q(key="paa_min_games", value__gte=1, value__lte=100)
                | Q(key="paa_window", value__gte=0, value__lte=100),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_key_display()}: {self.value} ({self.valid_from})"


class Standing(models.Model):
    """Where a member stands in a rating system now.  A projection: rebuilt from the facts."""

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="standings")
    system = models.CharField(max_length=8, choices=SYSTEMS)
    points = models.IntegerField(null=True)
    rank = models.CharField(max_length=4, blank=True)
    certified = models.BooleanField(default=False)
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    jigo = models.PositiveIntegerField(default=0)
    recent = models.CharField(max_length=100, blank=True)
    last_on = models.DateField(null=True)
    last_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = _("standings")
        constraints = [models.UniqueConstraint(fields=["member", "system"], name="standing_once")]
        indexes = [models.Index(fields=["system", "-points"], name="standing_by_points")]

    def __str__(self) -> str:
        return f"{self.member} {self.system} {self.points}"

    @property
    def form(self) -> str:
        """The last five counted results, oldest first."""
        return self.recent[-5:]


class RatingEntry(models.Model):
    """One line of the ledger: what one fact did to one member in one rating system.

    Rows are written by :mod:`goclub.games.ledger` alone; triggers in the database refuse every
    update or delete from elsewhere.
    """

    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="entries")
    system = models.CharField(max_length=8, choices=SYSTEMS)
    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, null=True, blank=True, related_name="entries"
    )
    decision = models.ForeignKey(
        StrengthDecision, on_delete=models.PROTECT, null=True, blank=True, related_name="entries"
    )
    on = models.DateField()
    at = models.DateTimeField()
    delta = models.IntegerField()
    points_before = models.IntegerField(null=True)
    points_after = models.IntegerField()
    rank_before = models.CharField(max_length=4, blank=True)
    rank_after = models.CharField(max_length=4)
    code = models.CharField(max_length=16)
    reason = models.JSONField()
    state = models.JSONField(help_text="The member's whole state after this entry.")

    class Meta:
        verbose_name = _("ledger entry")
        verbose_name_plural = _("ledger entries")
        ordering = ["on", "at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["system", "member", "game"],
                condition=Q(game__isnull=False),
                name="entry_once_per_game",
            ),
            models.UniqueConstraint(
                fields=["system", "member", "decision"],
                condition=Q(decision__isnull=False),
                name="entry_once_per_decision",
            ),
            models.CheckConstraint(
                name="entry_game_or_decision",
                condition=Q(game__isnull=False, decision__isnull=True)
                | Q(game__isnull=True, decision__isnull=False),
            ),
        ]
        indexes = [models.Index(fields=["member", "system", "on", "at"], name="entry_in_order")]

    def __str__(self) -> str:
        return f"{self.member} {self.delta:+d} → {self.points_after}"

    def get_absolute_url(self) -> str:
        return reverse("games:entry", args=[self.pk])

    @property
    def moved_rank(self) -> bool:
        return bool(self.rank_before) and self.rank_before != self.rank_after


class LedgerGate(models.Model):
    """A row in here, visible only inside the transaction that wrote it, lets the replay rewrite.

    The triggers on the ledger look for it.  It is never committed: the health page says so.
    """

    class Meta:
        verbose_name = _("ledger gate")

    def __str__(self) -> str:
        return "open"
