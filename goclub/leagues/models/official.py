"""The official league (公式戦, S1-20 … S1-26): terms, divisions, players and pairings."""

from __future__ import annotations

from datetime import date
from typing import Any, Self

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from simple_history.models import HistoricalRecords

from goclub.common.columns import FieldConstraint, HalfPointsField, changed_columns
from goclub.common.name_field import NameField
from goclub.games.models import Game
from goclub.leagues.models.league import League
from goclub.members.models import Member
from tournaments.official.facts import Annul, Rest


class Term(models.Model):
    """One run of an official league, from sign-up to its final table, with its settings.

    What people may edit are the settings; those with a default pass on to the next term.
    """

    class State(models.TextChoices):
        SIGN_UP = "sign_up", _("open for sign-up")
        RUNNING = "running", _("being played")
        CLOSED = "closed", _("closed")

    class Conditions(models.TextChoices):
        START = "start", _("fixed when the league starts")
        GAME = "game", _("from the points on the day of the game")

    #: What may still change while the term is played.
    CHANGEABLE_WHILE_PLAYED = frozenset(
        {"name", "ends_on", "exemption", "moving_up", "moving_down"}
    )

    league = models.ForeignKey(
        League,
        on_delete=models.PROTECT,
        related_name="terms",
        editable=False,
        verbose_name=_("league"),
    )
    number = models.PositiveIntegerField(_("number"), default=1, editable=False)
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.SIGN_UP, editable=False
    )
    name = NameField(_("Name"), max_length=80, help_text=_("For example “Spring 2026”."))
    sign_up_until = models.DateField(_("Sign up until"))
    starts_on = models.DateField(_("First day"))
    ends_on = models.DateField(_("Last day"))
    meetings = models.PositiveSmallIntegerField(
        _("Games per pair"), default=1, validators=[MinValueValidator(1), MaxValueValidator(4)]
    )
    forfeit_margin2 = HalfPointsField(
        _("Forfeit margin"),
        default=40,
        validators=[MaxValueValidator(40)],
        help_text=_("0 to 20 points, in halves. A resignation counts as 20."),
    )
    time_losses = models.BooleanField(_("Games can be lost on time"), default=False)
    annul = models.CharField(
        _("Games of players who withdraw"),
        max_length=10,
        choices=[
            (Annul.BELOW_HALF.value, _("annulled if fewer than half were played")),
            (Annul.ALWAYS.value, _("always annulled")),
            (Annul.NEVER.value, _("always kept")),
        ],
        default=Annul.BELOW_HALF.value,
    )
    rest = models.CharField(
        _("Open games of players who withdraw"),
        max_length=10,
        choices=[
            (Rest.FORFEITED.value, _("forfeited to the opponents")),
            (Rest.DROPPED.value, _("dropped")),
        ],
        default=Rest.FORFEITED.value,
    )
    conditions = models.CharField(
        _("Handicap and komi"), max_length=5, choices=Conditions.choices, default=Conditions.START
    )
    moving_up = models.PositiveSmallIntegerField(
        _("Promoted"), default=1, validators=[MaxValueValidator(20)]
    )
    moving_down = models.PositiveSmallIntegerField(
        _("Relegated"), default=1, validators=[MaxValueValidator(20)]
    )
    exemption = models.BooleanField(_("Players aged 70 or over need not organise"), default=True)
    closed_at = models.DateTimeField(_("closed at"), null=True, editable=False)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("official league term")
        verbose_name_plural = _("official league terms")
        ordering = ["league", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="term_number_once"),
            FieldConstraint(
                name="term_days",
                condition=Q(ends_on__gte=F("starts_on")),
                violation_error_message=_("The last day cannot be before the first."),
                beside="ends_on",
            ),
            FieldConstraint(
                name="term_sign_up",
                condition=Q(sign_up_until__lte=F("starts_on")),
                violation_error_message=_("Sign-up closes on the first day at the latest."),
                beside="sign_up_until",
            ),
            models.CheckConstraint(
                name="term_meetings", condition=Q(meetings__gte=1, meetings__lte=4)
            ),
            models.CheckConstraint(
                name="term_forfeit_margin", condition=Q(forfeit_margin2__lte=40)
            ),
            models.CheckConstraint(
                name="term_closed_has_time",
                condition=~Q(state="closed") | Q(closed_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league}, {self.name}"

    def get_absolute_url(self) -> str:
        return reverse("leagues:term", args=[self.league.slug, self.number])

    @classmethod
    def next_for(cls, league: League, **settings: Any) -> Self:
        """Return a term that is not stored yet, with the settings of the one before."""
        before = league.terms.order_by("-number").first()
        term = cls(league=league)
        if before is not None:
            term.number = before.number + 1
            for column in cls._meta.concrete_fields:
                if column.editable and column.has_default():
                    setattr(term, column.name, getattr(before, column.name))
        for name, value in settings.items():
            setattr(term, name, value)
        return term

    def clean(self) -> None:
        """Refuse changes of what is settled: all of a closed term, most of one that is played."""
        before = type(self).objects.filter(pk=self.pk).first()
        changed = changed_columns(before, self) if before else set()
        if before is None or not changed or before.state == self.State.SIGN_UP:
            return
        if before.state == self.State.CLOSED:
            raise ValidationError(
                _("“%(value)s” is closed; its settings stay as they were."),
                code="closed",
                params={"value": before.name},
            )
        text = _("It has already begun, so this can no longer be changed.")
        if fixed := changed - self.CHANGEABLE_WHILE_PLAYED:
            raise ValidationError({name: ValidationError(text, code="began") for name in fixed})


class Division(models.Model):
    """A group of a term that plays a table of its own; level 1 is the strongest."""

    term = models.ForeignKey(Term, on_delete=models.CASCADE, related_name="divisions")
    level = models.PositiveSmallIntegerField(pgettext_lazy("of a division", "level"))
    name = NameField(_("name"), max_length=40)

    class Meta:
        verbose_name = _("division")
        verbose_name_plural = _("divisions")
        ordering = ["term", "level"]
        constraints = [
            models.UniqueConstraint(fields=["term", "level"], name="division_level_once"),
            models.UniqueConstraint(fields=["term", "name"], name="division_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A member who signed up for a term: a player as the rules of the league see them.

    ``points`` those at the start (S1-23), empty before.  ``willing`` to organise although exempt.
    """

    term = models.ForeignKey(
        Term, on_delete=models.CASCADE, related_name="entries", verbose_name=_("term")
    )
    member = models.ForeignKey(
        Member, on_delete=models.PROTECT, related_name="league_entries", verbose_name=_("member")
    )
    division = models.ForeignKey(
        Division,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="entries",
        verbose_name=_("division"),
    )
    seed = models.PositiveIntegerField(_("seed"), default=0)
    points = models.PositiveIntegerField(_("points at the start"), null=True, blank=True)
    willing = models.BooleanField(
        _("willing to organise"),
        default=False,
        help_text=_("Even where the rules make an exception."),
    )
    signed_up_at = models.DateTimeField(_("signed up at"))
    withdrawn_on = models.DateField(_("withdrew on"), null=True, blank=True)
    withdrawal_reason = models.CharField(_("reason"), max_length=300, blank=True)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("league term player")
        verbose_name_plural = _("league term players")
        ordering = ["term", "seed", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["term", "member"], name="league_entry_once"),
            models.CheckConstraint(
                name="league_withdrawal_has_reason",
                condition=Q(withdrawn_on=None) | ~Q(withdrawal_reason=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member}, {self.term}"

    @property
    def born(self) -> date | None:
        """When the player was born, for the exemption of S1-26."""
        return self.member.birth_date

    def get_absolute_url(self) -> str:
        return reverse(
            "leagues:player", args=[self.term.league.slug, self.term.number, self.member_id]
        )


class Match(models.Model):
    """Two players of a division who are to meet; the result is an ordinary game, or a forfeit.

    ``handicap``, ``komi2`` (doubled, from Black) and ``black`` where conditions are fixed at the
    start; ``black`` empty at equal points, where the colour is tossed for.
    """

    class Forfeit(models.TextChoices):
        NONE = "", _("none")
        FIRST = "first", _("by the first player")
        SECOND = "second", _("by the second player")
        BOTH = "both", _("by both players")

    division = models.ForeignKey(
        Division, on_delete=models.CASCADE, related_name="matches", verbose_name=_("division")
    )
    first = models.ForeignKey(
        Entry,
        on_delete=models.PROTECT,
        related_name="matches_as_first",
        verbose_name=_("first player"),
    )
    second = models.ForeignKey(
        Entry,
        on_delete=models.PROTECT,
        related_name="matches_as_second",
        verbose_name=_("second player"),
    )
    meeting = models.PositiveSmallIntegerField(_("game of the pair"), default=1)
    handicap = models.PositiveSmallIntegerField(_("handicap stones"), null=True, blank=True)
    komi2 = models.SmallIntegerField(_("komi, doubled"), null=True, blank=True)
    black = models.ForeignKey(
        Entry,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("Black"),
    )
    arranged_for = models.DateTimeField(_("arranged for"), null=True, blank=True)
    place = NameField(_("place"), max_length=80, blank=True)
    game = models.OneToOneField(
        Game,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="league_match",
        verbose_name=_("game"),
    )
    forfeit = models.CharField(
        _("forfeit"), max_length=6, choices=Forfeit.choices, default=Forfeit.NONE, blank=True
    )
    forfeit_on = models.DateField(_("forfeited on"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("official league pairing")
        verbose_name_plural = _("official league pairings")
        ordering = ["division", "meeting", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["first", "second", "meeting"], name="match_once"),
            models.CheckConstraint(name="match_two_players", condition=~Q(first=F("second"))),
            models.CheckConstraint(
                name="match_forfeit_explained",
                condition=Q(forfeit="") | (~Q(reason="") & Q(forfeit_on__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first.member} – {self.second.member}"

    @property
    def reported(self) -> bool:
        """Whether a report still has to be confirmed."""
        return self.game is not None and self.game.is_open

    def get_absolute_url(self) -> str:
        return reverse("leagues:match", args=[self.pk])


class OrganiserChoice(models.Model):
    """Who organises next time (S1-25, S1-26), as computed and as the chair confirmed it.

    ``steps`` the searches as rows (search, member, place, verdict, willing), without any date of
    birth or age; for the chair alone.
    """

    term = models.OneToOneField(
        Term, on_delete=models.CASCADE, related_name="choice", verbose_name=_("term")
    )
    winner = models.ForeignKey(
        Member, on_delete=models.PROTECT, related_name="+", verbose_name=_("for the winner")
    )
    booby = models.ForeignKey(
        Member, on_delete=models.PROTECT, related_name="+", verbose_name=_("for the booby")
    )
    steps = models.JSONField(_("calculation"), default=list)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("confirmed by"),
    )
    confirmed_at = models.DateTimeField(_("confirmed at"))
    history = HistoricalRecords(excluded_fields=["steps"])

    class Meta:
        verbose_name = _("choice of organisers")
        verbose_name_plural = _("choices of organisers")
        constraints = [
            models.CheckConstraint(name="organisers_two_people", condition=~Q(winner=F("booby"))),
        ]

    def __str__(self) -> str:
        return f"{self.winner}, {self.booby}"


class Rollover(models.Model):
    """From one term to the next, once: who moved where, and who said so."""

    term = models.OneToOneField(
        Term, on_delete=models.PROTECT, related_name="rollover", verbose_name=_("from the term")
    )
    into = models.OneToOneField(
        Term, on_delete=models.PROTECT, related_name="rolled_from", verbose_name=_("to the term")
    )
    moves = models.JSONField(pgettext_lazy("between divisions", "moves"))
    committed_at = models.DateTimeField(_("carried out at"))
    committed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("carried out by"),
    )

    class Meta:
        verbose_name = _("rollover")
        verbose_name_plural = _("rollovers")
        constraints = [models.CheckConstraint(name="rollover_onward", condition=~Q(term=F("into")))]

    def __str__(self) -> str:
        return f"{self.term} → {self.into}"
