"""A round: its pairings table by table, the seats that keep everybody to one of them, claims."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from goclub.games.models import Game, Toss
from goclub.leagues.models.event import Event
from goclub.leagues.models.participant import Participant
from tournaments.events.field import GameResult
from tournaments.events.settings import MAX_STONES, MOST_BRACKET_ROUNDS

#: Board 2 of match 7 is table 702.
BOARDS_FROM: Final = 100


class Round(models.Model):
    """One round of an event, counted from 1.

    ``weight`` is the exact total of all pairs, kept as text since it may exceed 64 bits; ``proof``
    says why the pairing cannot be bettered; ``request`` what the organiser asked for; ``ended_at``
    when its games ended, where somebody said so (:mod:`goclub.leagues.tournament.queries.events`).
    """

    class State(models.TextChoices):
        OPEN = "open", _("not paired yet")
        PAIRED = "paired", _("preview")
        PUBLISHED = "published", _("published")
        COMPLETE = "complete", _("complete")

    #: In these states everybody may see it.
    OUT = (State.PUBLISHED, State.COMPLETE)

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("round"))
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.OPEN)
    seed = models.BigIntegerField(_("seed of the draw"), null=True, blank=True)
    proof = models.CharField(_("proof"), max_length=20, blank=True)
    weight = models.CharField(_("weight"), max_length=40, blank=True)
    request = models.JSONField(_("request"), default=dict)
    played_on = models.DateField(_("played on"), null=True, blank=True)
    paired_at = models.DateTimeField(_("paired at"), null=True, blank=True)
    published_at = models.DateTimeField(_("published at"), null=True, blank=True)
    completed_at = models.DateTimeField(_("completed at"), null=True, blank=True)
    ended_at = models.DateTimeField(_("its games ended at"), null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="round_once"),
            models.CheckConstraint(
                name="round_number_range",
                condition=Q(number__gte=1, number__lte=MOST_BRACKET_ROUNDS),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.number}"

    @property
    def is_out(self) -> bool:
        """Whether everybody may see it."""
        return self.state in self.OUT


class Pairing(models.Model):
    """Two players at a table of a round, and the result.

    ``fixed``: made or changed by hand, so that pairing again keeps it.  ``ending`` and ``margin2``
    are known only where somebody said so; a draw with the ending CALLED was not over when time was
    called (S4-15), and is no jigo.  ``game``: the ordinary game that closing the event
    posted; after reopening it stays linked while it is void.  ``ended_at`` when the game
    itself ended, where it is known apart from its round; ``reported_at`` only when that was typed.
    ``verdict`` and ``unplayed`` are what the sanctions made of the result (S4-18),
    which itself stays as it was told.
    """

    class Outcome(models.TextChoices):
        WHITE = GameResult.WHITE.value, _("White won")
        BLACK = GameResult.BLACK.value, _("Black won")
        EQUAL = GameResult.EQUAL.value, _("Jigo (a draw)")
        BOTH_WIN = GameResult.BOTH_WIN.value, _("both win")
        BOTH_LOSE = GameResult.BOTH_LOSE.value, _("both lose")
        UNKNOWN = GameResult.UNKNOWN.value, _("open")

    class Source(models.TextChoices):
        NONE = "", _("nobody yet")
        ORGANISER = "organiser", _("the organiser")
        PLAYERS = "players", _("both players")
        FILE = "file", _("a file")
        SCHEDULE = "schedule", _("the schedule")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    table = models.PositiveSmallIntegerField(pgettext_lazy("in the hall", "table"))
    match = models.ForeignKey(
        "self",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="boards",
        verbose_name=_("match"),
        help_text=_("Of two teams, for a game at one of its boards."),
    )
    black = models.ForeignKey(Participant, on_delete=models.PROTECT, related_name="as_black")
    white = models.ForeignKey(Participant, on_delete=models.PROTECT, related_name="as_white")
    handicap = models.PositiveSmallIntegerField(_("handicap stones"), default=0)
    komi2 = models.SmallIntegerField(_("komi, doubled"), default=13)
    fixed = models.BooleanField(_("manual"), default=False)
    known_colour = models.BooleanField(_("colours known"), default=True)
    result = models.CharField(
        _("result"), max_length=10, choices=Outcome.choices, default=Outcome.UNKNOWN
    )
    by_default = models.BooleanField(_("by forfeit"), default=False)
    ending = models.CharField(
        _("how it ended"), max_length=8, choices=Game.Ended.choices, blank=True
    )
    margin2 = models.PositiveSmallIntegerField(_("margin, doubled"), null=True, blank=True)
    verdict = models.CharField(
        _("decided by a sanction"),
        max_length=10,
        choices=[("", "–"), *Outcome.choices],
        blank=True,
        default="",
        editable=False,
    )
    unplayed = models.BooleanField(
        _("after a player was removed"),
        default=False,
        editable=False,
        help_text=_("In a round after the player was removed: not played, so no rating changes."),
    )
    source = models.CharField(
        _("result from"), max_length=10, choices=Source.choices, blank=True, default=Source.NONE
    )
    reported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("result entered by"),
    )
    reported_at = models.DateTimeField(_("result entered at"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    toss = models.OneToOneField(
        Toss,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="pairing",
        verbose_name=_("nigiri"),
    )
    game = models.OneToOneField(
        Game,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="pairing",
        verbose_name=_("game"),
    )

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering = ["round", "table"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="pairing_table_once"),
            models.CheckConstraint(name="pairing_two_players", condition=~Q(black=F("white"))),
            models.CheckConstraint(name="pairing_table_from_one", condition=Q(table__gte=1)),
            models.CheckConstraint(
                name="pairing_handicap_range", condition=Q(handicap__lte=MAX_STONES)
            ),
            models.CheckConstraint(
                name="pairing_komi_range", condition=Q(komi2__gte=-722, komi2__lte=722)
            ),
            models.CheckConstraint(
                name="pairing_default_has_result",
                condition=Q(by_default=False) | ~Q(result="unknown"),
            ),
            models.CheckConstraint(
                name="pairing_result_has_source", condition=Q(result="unknown") | ~Q(source="")
            ),
            models.CheckConstraint(
                name="pairing_margin_with_points",
                condition=Q(margin2=None) | Q(ending="points", margin2__gt=0),
            ),
            models.CheckConstraint(
                name="pairing_called_is_a_draw",
                condition=~Q(ending="called") | Q(result="equal"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.black} – {self.white}"

    @property
    def komi(self) -> Decimal:
        """Komi in points, given by Black."""
        return Decimal(self.komi2) / 2

    @property
    def board(self) -> int:
        """The board of a match, counted from 1; 0 for a table of its own."""
        return self.table % BOARDS_FROM if self.match_id else 0

    @property
    def whole_komi(self) -> bool:
        """Whether the scores can be equal."""
        return self.komi2 % 2 == 0

    @property
    def players(self) -> tuple[Participant, Participant]:
        return self.black, self.white

    @property
    def counted(self) -> str:
        """What counts, one of :class:`Outcome`: the result, or as a sanction decided (S4-18)."""
        return str(self.verdict or self.result)

    @property
    def counted_default(self) -> bool:
        """Whether what counts was decided without play."""
        return self.by_default or self.unplayed

    @property
    def result_name(self) -> str:
        """The result as it was told: a draw because time was called is no jigo (S4-15)."""
        if self.ending == Claim.CALLED:
            return str(Claim(result=Claim.CALLED).get_result_display())
        forfeits = {
            "white": _("White won by forfeit"),
            "black": _("Black won by forfeit"),
            "both_lose": _("both lose by forfeit"),
        }
        if self.by_default and self.result in forfeits:
            return str(forfeits[self.result])
        return str(self.get_result_display())

    @property
    def has_result(self) -> bool:
        return self.counted != Pairing.Outcome.UNKNOWN


class Seat(models.Model):
    """Where a player is in a round: at a table, or with the bye.

    Written beside every pairing, so that the database itself keeps everybody to one seat a round,
    two different colours to a table and one bye to a round.
    """

    class Colour(models.TextChoices):
        BLACK = "B", _("Black")
        WHITE = "W", _("White")
        BYE = "-", _("bye")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    participant = models.ForeignKey(Participant, on_delete=models.PROTECT, related_name="seats")
    pairing = models.ForeignKey(
        Pairing, on_delete=models.CASCADE, null=True, blank=True, related_name="seats"
    )
    colour = models.CharField(_("colour"), max_length=1, choices=Colour.choices)
    fixed = models.BooleanField(_("manual bye"), default=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["round", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "participant"], name="seat_once_a_round"),
            models.UniqueConstraint(
                fields=["pairing", "colour"],
                condition=Q(pairing__isnull=False),
                name="seat_colour_once",
            ),
            models.UniqueConstraint(
                fields=["round"], condition=Q(pairing__isnull=True), name="seat_one_bye"
            ),
            models.CheckConstraint(
                name="seat_bye_without_table",
                condition=Q(pairing__isnull=True, colour="-")
                | Q(pairing__isnull=False, colour__in=["B", "W"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} {self.participant} {self.colour}"


class Claim(models.Model):
    """What one of the two players says the result is; the same from both makes it the result.

    A draw because time was called (S4-15) is said as CALLED.  ``device`` tells phones apart, so
    that none speaks for both; ``by``: who was signed in.
    """

    #: As it is said and typed; a pairing keeps it as an equal result with this ending.
    CALLED = Game.Ended.CALLED.value

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="claims")
    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="claims")
    result = models.CharField(
        _("result"),
        max_length=10,
        choices=[*Pairing.Outcome.choices, (CALLED, _("Draw (time was called)"))],
    )
    margin2 = models.PositiveSmallIntegerField(_("margin, doubled"), null=True, blank=True)
    claimed_at = models.DateTimeField(_("reported at"))
    device = models.CharField(_("device"), max_length=32, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("signed in"),
    )

    class Meta:
        verbose_name = _("claim")
        verbose_name_plural = _("claims")
        ordering = ["pairing", "claimed_at"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "participant"], name="claim_once_a_player"),
            models.CheckConstraint(name="claim_is_a_result", condition=~Q(result="unknown")),
        ]

    def __str__(self) -> str:
        return f"{self.pairing}: {self.participant} {self.result}"


class ForbiddenPair(models.Model):
    """Two players who must not meet, in one round (counted from 1) or in any."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="forbidden_pairs")
    first = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("forbidden pair")
        verbose_name_plural = _("forbidden pairs")
        ordering = ["event", "pk"]
        constraints = [
            # The one with the lower number in the event comes first: a pair has one row.
            models.UniqueConstraint(
                fields=["first", "second"],
                condition=Q(number__isnull=True),
                name="forbidden_once_for_all",
            ),
            models.UniqueConstraint(
                fields=["first", "second", "number"],
                condition=Q(number__isnull=False),
                name="forbidden_once_a_round",
            ),
            models.CheckConstraint(name="forbidden_two_players", condition=~Q(first=F("second"))),
        ]

    def __str__(self) -> str:
        return f"{self.first} / {self.second}"
