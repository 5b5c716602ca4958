"""The rating ledger: what the rules make of the facts, and the house rules they use."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from simple_history.models import HistoricalRecords

from goclub.games.models.game import Game
from goclub.games.models.registered import house_rule_choices, house_rule_words, system_choices
from goclub.members.models import Member, StrengthDecision

#: The ledger's order: day, moment, decisions before games, and the number of the fact.
LEDGER_ORDER = (
    F("on").asc(),
    F("at").asc(),
    F("decision_id").asc(nulls_last=True),
    F("game_id").asc(nulls_last=True),
)
NEWEST_FIRST = (
    F("on").desc(),
    F("at").desc(),
    F("game_id").desc(nulls_last=True),
    F("decision_id").desc(nulls_last=True),
)


class HouseRule(models.Model):
    """A house rule with the date from which it holds; older values stay on record.

    What a key means, its range and its default: the rating system that it governs.
    """

    key = models.CharField(_("rule"), max_length=30, choices=house_rule_choices)
    value = models.PositiveSmallIntegerField(_("value"))
    valid_from = models.DateField(_("valid from"))
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
            models.CheckConstraint(name="house_rule_range", condition=Q(value__lte=1000)),
        ]

    def __str__(self) -> str:
        words = house_rule_words(self.key, self.value)
        return f"{self.get_key_display()}: {words} ({self.valid_from})"


class ThresholdTable(models.Model):
    """The borders of the IGS ranks from a day on (S0-26), as the chair uploaded them."""

    valid_from = models.DateField(_("valid from"), unique=True)
    table = models.JSONField(_("table"))
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
        verbose_name = _("IGS border table")
        verbose_name_plural = _("IGS border tables")
        ordering = ["-valid_from"]

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} ({self.valid_from})"


class Standing(models.Model):
    """Where a member stands in a rating system now.  A projection: rebuilt from the facts.

    ``points`` whole points (PAA, IGS) or ``rating`` unrounded (Elo, EGF); both empty before the
    first fact.  ``wins`` … ``recent`` are what the system itself counts (PAA: since the last
    change of rank).  ``state`` is all the rules need to go on from here.
    """

    member = models.ForeignKey(
        Member, on_delete=models.CASCADE, related_name="standings", verbose_name=_("member")
    )
    system = models.CharField(_("system"), max_length=8, choices=system_choices)
    points = models.IntegerField(_("points"), null=True)
    rating = models.FloatField(_("rating"), null=True)
    rank = models.CharField(_("rank"), max_length=6, blank=True)
    certified = models.BooleanField(_("official"), default=False)
    games = models.PositiveIntegerField(_("counted games"), default=0)
    wins = models.PositiveIntegerField(_("won games"), default=0)
    losses = models.PositiveIntegerField(_("lost games"), default=0)
    jigo = models.PositiveIntegerField(_("jigo"), default=0)
    recent = models.CharField(_("latest results"), max_length=100, blank=True)
    state = models.JSONField(_("state"), null=True)
    last_on = models.DateField(_("latest day"), null=True)
    last_at = models.DateTimeField(_("latest time"), null=True)

    class Meta:
        verbose_name = _("standing")
        verbose_name_plural = pgettext_lazy("figures of members", "standings")
        constraints = [models.UniqueConstraint(fields=["member", "system"], name="standing_once")]
        indexes = [models.Index(fields=["system", "-points"], name="standing_by_points")]

    def __str__(self) -> str:
        return f"{self.member} {self.system} {self.value}"

    @property
    def value(self) -> int | float | None:
        """Points or rating, whichever the system has."""
        return self.rating if self.points is None else self.points

    @property
    def form(self) -> str:
        """The last five counted results, oldest first."""
        return self.recent[-5:]


class RatingEntry(models.Model):
    """One line of the ledger: what one fact did to one member in one rating system.

    Rows are written by :mod:`goclub.games.rating.ledger` alone; triggers in the database refuse
    every other writing.
    """

    member = models.ForeignKey(
        Member,
        on_delete=models.PROTECT,
        related_name="entries",
        verbose_name=_("member"),
        db_index=False,  # entry_in_order begins with it
    )
    system = models.CharField(_("system"), max_length=8, choices=system_choices)
    game = models.ForeignKey(
        Game,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="entries",
        verbose_name=_("game"),
        db_index=False,  # entry_of_game begins with it
    )
    decision = models.ForeignKey(
        StrengthDecision,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="entries",
        verbose_name=_("decision"),
        db_index=False,  # entry_of_decision begins with it
    )
    on = models.DateField(_("day"))
    at = models.DateTimeField(_("time"))
    points_before = models.IntegerField(_("points before"), null=True)
    points_after = models.IntegerField(_("points after"), null=True)
    rating_before = models.FloatField(_("rating before"), null=True)
    rating_after = models.FloatField(_("rating after"), null=True)
    rank_before = models.CharField(_("rank before"), max_length=6, blank=True)
    rank_after = models.CharField(_("rank after"), max_length=6, blank=True)
    code = models.CharField(_("what happened"), max_length=16)
    reason = models.JSONField(_("reason"))
    state = models.JSONField(_("state"), help_text="The member's whole state after this entry.")

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        ordering = LEDGER_ORDER
        constraints = [
            models.UniqueConstraint(
                fields=["game", "member", "system"],
                condition=Q(game__isnull=False),
                name="entry_of_game",
            ),
            models.UniqueConstraint(
                fields=["decision", "member", "system"],
                condition=Q(decision__isnull=False),
                name="entry_of_decision",
            ),
            models.CheckConstraint(
                name="entry_game_or_decision",
                condition=Q(game__isnull=False, decision__isnull=True)
                | Q(game__isnull=True, decision__isnull=False),
            ),
            models.CheckConstraint(
                name="entry_points_or_rating",
                condition=Q(points_after__isnull=False, rating_after__isnull=True)
                | Q(points_after__isnull=True, rating_after__isnull=False),
            ),
        ]
        indexes = [models.Index(fields=["member", "system", "on", "at"], name="entry_in_order")]

    def __str__(self) -> str:
        before = "–" if self.before is None else self.before
        return f"{self.member} {self.system} {before} → {self.after}"

    def get_absolute_url(self) -> str:
        return reverse("games:entry", args=[self.pk])

    @property
    def before(self) -> int | float | None:
        """Points or rating before; None where the member began with this entry."""
        return self.rating_before if self.points_after is None else self.points_before

    @property
    def after(self) -> int | float:
        after = self.rating_after if self.points_after is None else self.points_after
        assert after is not None
        return after

    @property
    def delta(self) -> int | float:
        """The change; from 0 where the member began with this entry."""
        return self.after - (self.before or 0)

    @property
    def moved_rank(self) -> bool:
        return bool(self.rank_before) and self.rank_before != self.rank_after


class Revision(models.Model):
    """What a replay changed in a later line of the ledger: once 121, since a correction 122.

    A record of what happened, of no use to the rules: entries are computed again without it.
    ``cause`` the game that was corrected, made void, or confirmed late; None for facts that came
    together (a tournament) and for decisions.  ``before`` and ``after``: where the line leads, in
    points or rating, with the rank then held.
    """

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    system = models.CharField(max_length=8, choices=system_choices)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="+")
    decision = models.ForeignKey(
        StrengthDecision, on_delete=models.CASCADE, null=True, related_name="+"
    )
    cause = models.ForeignKey(
        Game, on_delete=models.CASCADE, null=True, related_name="revisions_caused"
    )
    at = models.DateTimeField(default=timezone.now)
    before = models.FloatField()
    after = models.FloatField()
    rank_before = models.CharField(max_length=6, blank=True)
    rank_after = models.CharField(max_length=6, blank=True)

    class Meta:
        verbose_name = _("revised rating change")
        verbose_name_plural = _("revised rating changes")
        ordering = ["at", "pk"]
        indexes = [models.Index(fields=["member", "system"], name="revision_of_member")]

    def __str__(self) -> str:
        return f"{self.member} {self.system} {self.before:g} → {self.after:g}"


class Recalculation(models.Model):
    """The one row that says from which day the ledger is still to be recalculated; none: it is not.

    Entries before ``next_day`` are right.  ``from_day`` is where the recalculation began.
    ``members`` are those whose facts changed (None: everyone's), ``system`` the only rating system
    concerned (empty: all), ``cause`` the one game and ``batch`` the one import behind it.
    ``stopped`` is the error that keeps it from going on.
    """

    from_day = models.DateField(_("from"))
    next_day = models.DateField(_("next day"))
    members = models.JSONField(_("members"), null=True)
    system = models.CharField(_("system"), max_length=8, blank=True, choices=system_choices)
    cause = models.ForeignKey(Game, on_delete=models.SET_NULL, null=True, related_name="+")
    batch = models.ForeignKey("games.Batch", on_delete=models.SET_NULL, null=True, related_name="+")
    asked_at = models.DateTimeField(_("requested at"), default=timezone.now)
    stopped = models.CharField(_("stopped by"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("pending recalculation")
        verbose_name_plural = _("pending recalculations")
        constraints = [models.CheckConstraint(name="one_recalculation", condition=Q(pk=1))]

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} ({self.from_day})"
