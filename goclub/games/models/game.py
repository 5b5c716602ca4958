"""The fact that a game was played, and who says so."""

from __future__ import annotations

import uuid
from decimal import Decimal

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from goclub.common.name_field import NameField
from goclub.members.models import Member
from ratings.system import Ending, Outcome


class GameQuerySet(models.QuerySet["Game"]):
    """Adjectives for games."""

    def confirmed(self) -> GameQuerySet:
        return self.filter(state=Game.State.CONFIRMED)

    def rated(self) -> GameQuerySet:
        """Games that the ledger knows: a forfeit in the official league moves nothing (S1-24)."""
        return self.confirmed().but_forfeits()

    def but_forfeits(self) -> GameQuerySet:
        """Without the forfeits of the official league."""
        return self.exclude(official=True, ending__in=Game.FORFEITS)

    def open(self) -> GameQuerySet:
        """Games on which somebody still has to say something."""
        return self.filter(state__in=[Game.State.REPORTED, Game.State.DISPUTED])

    def of(self, member: Member | int) -> GameQuerySet:
        return self.filter(Q(black=member) | Q(white=member))

    def between(self, first: Member, second: Member) -> GameQuerySet:
        return self.filter(Q(black=first, white=second) | Q(black=second, white=first))

    def waiting_for(self, *, member: int, user: int) -> GameQuerySet:
        """On which this player, by both their keys, has to answer; :meth:`Game.waits_for` asks the
        same of one.
        """
        by_others = Q(state=Game.State.REPORTED) & ~Q(reported_by=user)
        claimed = Q(
            state=Game.State.DISPUTED,
            claimed_winner__isnull=False,
            reported_by__isnull=False,
            reported_by=user,
        )
        return self.of(member).filter(by_others | claimed)

    def shown(self) -> GameQuerySet:
        """Games of the public lists: everything but what was voided."""
        return self.exclude(state=Game.State.VOID)

    def with_players(self) -> GameQuerySet:
        return self.select_related("black", "white")

    def newest_first(self) -> GameQuerySet:
        return self.order_by("-played_on", "-pk")


class Game(models.Model):
    """One game between two people; half points are kept doubled, as whole numbers."""

    class State(models.TextChoices):
        REPORTED = "reported", _("waiting")
        CONFIRMED = "confirmed", _("confirmed")
        DISPUTED = "disputed", _("disputed")
        VOID = "void", _("void")

    class Winner(models.TextChoices):
        BLACK = Outcome.BLACK.value, _("Black won")
        WHITE = Outcome.WHITE.value, _("White won")
        JIGO = Outcome.JIGO.value, _("Jigo (a draw)")
        NO_RESULT = Outcome.NO_RESULT.value, _("No result")

    class Ended(models.TextChoices):
        POINTS = Ending.POINTS.value, _("by points")
        RESIGNATION = Ending.RESIGNATION.value, _("by resignation")
        TIME = Ending.TIME.value, _("on time")
        FORFEIT = Ending.FORFEIT.value, _("by forfeit: no-show")
        LEFT = Ending.LEFT.value, _("by forfeit: left, or played no first stone")
        UNKNOWN = Ending.UNKNOWN.value, _("not recorded")
        CALLED = Ending.CALLED.value, _("time was called")
        # No ending of the rules: whoever is penalised has lost, as by resigning (S4-6, E7).
        PENALTY = "penalty", _("by sanction")

    class Kind(models.TextChoices):
        """Who sits at the board; all but the first move nobody's points (S0-11, S0-12)."""

        ORDINARY = "", _("two players")
        PAIR = "pair", _("pair go")
        COMPUTER = "computer", _("against a computer")

    #: A game that was not played, whichever of the two cases it was (S0-24).
    FORFEITS = tuple(ending.value for ending in (Ending.FORFEIT, Ending.LEFT))

    BOARDS = [(19, "19×19"), (13, "13×13"), (9, "9×9")]

    black = models.ForeignKey(
        Member,
        on_delete=models.PROTECT,
        related_name="games_as_black",
        verbose_name=_("Black"),
        db_index=False,  # game_black_newest begins with it
    )
    white = models.ForeignKey(
        Member,
        on_delete=models.PROTECT,
        related_name="games_as_white",
        verbose_name=_("White"),
        db_index=False,  # game_white_newest begins with it
    )
    played_on = models.DateField(_("played on"))
    place = NameField(_("place"), max_length=80, blank=True)
    board = models.PositiveSmallIntegerField(_("board"), choices=BOARDS, default=19)
    handicap = models.PositiveSmallIntegerField(_("handicap stones"), default=0)
    komi2 = models.SmallIntegerField(
        _("komi, doubled"), default=11, help_text=_("Given by Black; negative for reverse komi.")
    )
    winner = models.CharField(_("result"), max_length=1, choices=Winner.choices)
    ending = models.CharField(_("how it ended"), max_length=8, choices=Ended.choices, blank=True)
    margin2 = models.PositiveSmallIntegerField(_("margin, doubled"), null=True, blank=True)
    black_free = models.BooleanField(_("unrated at Black’s request"), default=False)
    white_free = models.BooleanField(_("unrated at White’s request"), default=False)
    kind = models.CharField(
        _("kind of game"), max_length=8, choices=Kind.choices, blank=True, default=Kind.ORDINARY
    )
    black_partner = NameField(_("Black’s partner"), max_length=80, blank=True)
    white_partner = NameField(_("White’s partner"), max_length=80, blank=True)
    for_league = models.BooleanField(
        _("counts for a league"),
        default=False,
        editable=False,
        help_text=_("Played in an event that counts for a league and its Elo."),
    )
    official = models.BooleanField(
        _("official league game"),
        default=False,
        editable=False,
        help_text=_("A forfeit counts in the league’s order and changes nobody’s points."),
    )

    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.REPORTED, db_index=True
    )
    reported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("reported by"),
    )
    reported_at = models.DateTimeField(_("reported at"))
    report_key = models.UUIDField(_("form key"), default=uuid.uuid4, unique=True, editable=False)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("confirmed by"),
    )
    confirmed_at = models.DateTimeField(_("confirmed at"), null=True, blank=True)
    disputed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("disputed by"),
    )
    reason = models.CharField(
        _("reason"),
        max_length=300,
        blank=True,
        help_text=_("Why it was disputed, decided, corrected or made void."),
    )
    # The result according to the player who disputes it; NULL if they gave none.
    claimed_winner = models.CharField(  # noqa: DJ001
        _("result claimed in the dispute"),
        max_length=1,
        choices=Winner.choices,
        null=True,
        blank=True,
        editable=False,
    )
    claimed_ending = models.CharField(  # noqa: DJ001
        _("ending claimed in the dispute"),
        max_length=8,
        choices=Ended.choices,
        null=True,
        blank=True,
        editable=False,
    )
    claimed_margin2 = models.PositiveSmallIntegerField(
        _("margin claimed in the dispute, doubled"), null=True, blank=True, editable=False
    )

    objects = GameQuerySet.as_manager()
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["-played_on", "-pk"]
        permissions = [
            ("report_for_others", "Can report games of other members"),
            ("decide_game", "Can decide, correct and void games"),
        ]
        indexes = [
            models.Index(fields=["played_on", "confirmed_at", "id"], name="game_ledger_order"),
            models.Index(fields=["black", "-played_on", "-id"], name="game_black_newest"),
            models.Index(fields=["white", "-played_on", "-id"], name="game_white_newest"),
        ]
        constraints = [
            models.CheckConstraint(name="game_two_players", condition=~Q(black=F("white"))),
            models.CheckConstraint(
                name="game_partners_of_pairs",
                condition=(Q(kind="pair") & ~Q(black_partner="") & ~Q(white_partner=""))
                | Q(kind__in=["", "computer"], black_partner="", white_partner=""),
            ),
            models.CheckConstraint(name="game_board_size", condition=Q(board__in=[9, 13, 19])),
            models.CheckConstraint(
                name="game_handicap_range",
                condition=Q(handicap=0) | Q(handicap__gte=2, handicap__lte=9),
            ),
            models.CheckConstraint(
                name="game_komi_range", condition=Q(komi2__gte=-722, komi2__lte=722)
            ),
            models.CheckConstraint(
                name="game_margin_with_points",
                condition=Q(ending="points", margin2__gt=0)
                | (~Q(ending="points") & Q(margin2=None)),
            ),
            models.CheckConstraint(
                name="game_ending_with_winner",
                condition=(Q(winner__in=["B", "W"]) & ~Q(ending__in=["", "called"]))
                | Q(winner__in=["J", "N"], ending="")
                | Q(winner="J", ending="called"),
            ),
            models.CheckConstraint(
                name="game_confirmed_has_time",
                condition=~Q(state="confirmed") | Q(confirmed_at__isnull=False),
            ),
            models.CheckConstraint(
                name="game_claim_is_a_result",
                condition=Q(claimed_winner=None, claimed_ending=None, claimed_margin2=None)
                | Q(claimed_winner__isnull=False, claimed_ending__isnull=False)
                & (
                    Q(claimed_winner__in=["J", "N"], claimed_ending="", claimed_margin2=None)
                    | Q(claimed_winner="J", claimed_ending="called", claimed_margin2=None)
                    | Q(claimed_winner__in=["B", "W"])
                    & (
                        Q(claimed_ending="points", claimed_margin2__isnull=False)
                        | ~Q(claimed_ending__in=["", "called", "points"]) & Q(claimed_margin2=None)
                    )
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.black} – {self.white}, {self.played_on}"

    def get_absolute_url(self) -> str:
        return reverse("games:detail", args=[self.pk])

    @property
    def komi(self) -> Decimal:
        """Komi in points, given by Black."""
        return Decimal(self.komi2) / 2

    @property
    def margin(self) -> Decimal | None:
        """Winning margin in points after komi."""
        return None if self.margin2 is None else Decimal(self.margin2) / 2

    @property
    def is_rated(self) -> bool:
        """Whether the ledger knows it, as :meth:`GameQuerySet.rated` asks of many."""
        unplayed = self.official and self.is_forfeit
        return self.state == self.State.CONFIRMED and not unplayed

    @property
    def is_forfeit(self) -> bool:
        """Whether it was not played: somebody did not appear, or left (S0-24)."""
        return self.ending in self.FORFEITS

    @property
    def is_open(self) -> bool:
        return self.state in (self.State.REPORTED, self.State.DISPUTED)

    def waits_for(self, user: int | None) -> bool:
        """Return whether a player's account has to answer a report, or a claim against it."""
        if self.state == self.State.DISPUTED:
            reported = user is not None and self.reported_by_id == user
            return reported and self.claimed_winner is not None
        return self.state == self.State.REPORTED and self.reported_by_id != user

    @property
    def players(self) -> tuple[Member, Member]:
        return self.black, self.white

    def colour_of(self, member: Member) -> str:
        return "B" if member.pk == self.black_id else "W"
