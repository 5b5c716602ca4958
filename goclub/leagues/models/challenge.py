"""One member challenges another: under which conditions, when, and what became of it."""

from __future__ import annotations

import uuid
from datetime import datetime

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from goclub.games.models import Game
from goclub.members.models import Member, User

#: The longest message, in characters.
LONGEST = 500


class ChallengeQuerySet(models.QuerySet["Challenge"]):
    """Adjectives for challenges."""

    def of(self, member: Member | int) -> ChallengeQuerySet:
        """Those in which a member is one of the two."""
        return self.filter(Q(challenger=member) | Q(challenged=member))

    def between(self, first: Member, second: Member) -> ChallengeQuerySet:
        """Those of two members, whoever began."""
        return self.filter(
            Q(challenger=first, challenged=second) | Q(challenger=second, challenged=first)
        )

    def present(self) -> ChallengeQuerySet:
        """Those of two who both are members now."""
        there = Member.Status.MEMBER
        return self.filter(challenger__status=there, challenged__status=there)

    def unplayed(self) -> ChallengeQuerySet:
        """Those whose game was not reported, or was made void since."""
        return self.filter(Q(game=None) | Q(game__state=Game.State.VOID))

    def absent(self) -> ChallengeQuerySet:
        """Those of two of whom one is no member now."""
        there = Member.Status.MEMBER
        return self.exclude(challenger__status=there, challenged__status=there)

    def underway(self, at: datetime) -> ChallengeQuerySet:
        """Those that are neither over nor played, wherever the two stand."""
        going = [Challenge.State.OPEN, Challenge.State.ACCEPTED]
        return self.unplayed().filter(state__in=going, lapses_at__gt=at)

    def pending(self, at: datetime) -> ChallengeQuerySet:
        """Those on which something is still to be said or played."""
        return self.underway(at).present()

    def on_ladder(self) -> ChallengeQuerySet:
        """Those whose game is one of the ladder."""
        return self.exclude(play_by=None)

    def with_people(self) -> ChallengeQuerySet:
        """With the two and the game."""
        return self.select_related("challenger", "challenged", "game")


class Challenge(models.Model):
    """A game that one member proposes to another.

    The terms are those that stand now, said by the challenger or, where they proposed others, by
    the challenged; older ones are in the history.  ``lapses_at`` ends whatever state it is in: it
    is set anew by each proposal, by the acceptance, and by nothing else.  ``off_by_challenger``
    says who called an agreed game off, None where nobody did.  ``uid`` names it in calendar
    programs and never changes.
    """

    class State(models.TextChoices):
        OPEN = "open", _("waiting for an answer")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        OFF = "off", _("cancelled")
        LAPSED = "lapsed", _("expired")

    class Side(models.TextChoices):
        """Who takes Black; empty where colour is tossed for."""

        TOSS = "", _("nigiri")
        CHALLENGER = "one", _("the challenger")
        CHALLENGED = "other", _("the challenged player")

    _change_reason: str | None  # read by the history

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    challenger = models.ForeignKey(
        Member, on_delete=models.CASCADE, related_name="challenges", verbose_name=_("challenger")
    )
    challenged = models.ForeignKey(
        Member, on_delete=models.CASCADE, related_name="challenged_by", verbose_name=_("challenged")
    )
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.OPEN, db_index=True
    )
    by_challenger = models.BooleanField(_("proposed by the challenger"), default=True)
    version = models.PositiveIntegerField(_("version"), default=1)

    conditions = models.CharField(_("conditions"), max_length=8)
    handicap = models.PositiveSmallIntegerField(_("handicap stones"), default=0)
    komi2 = models.SmallIntegerField(
        _("komi, doubled"), default=13, help_text=_("Given by Black; negative for reverse komi.")
    )
    board = models.PositiveSmallIntegerField(_("board"), choices=Game.BOARDS, default=19)
    black = models.CharField(
        _("Black"), max_length=5, choices=Side.choices, blank=True, default=Side.TOSS
    )
    rated = models.BooleanField(_("rated"), default=True)
    first_time = models.DateTimeField(_("first time"))
    second_time = models.DateTimeField(_("second time"), null=True, blank=True)
    third_time = models.DateTimeField(_("third time"), null=True, blank=True)
    message = models.CharField(_("message"), max_length=LONGEST, blank=True)

    play_by = models.DateTimeField(
        _("to be played by"),
        null=True,
        blank=True,
        db_index=True,
        help_text=_("Used on the ladder; empty for other games."),
    )
    off_by_challenger = models.BooleanField(
        _("cancelled by the challenger"), null=True, editable=False
    )

    agreed_for = models.DateTimeField(_("agreed for"), null=True, blank=True)
    game = models.OneToOneField(
        Game,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="challenge",
        verbose_name=_("game"),
    )
    opened_at = models.DateTimeField(_("opened at"))
    changed_at = models.DateTimeField(_("changed at"))
    lapses_at = models.DateTimeField(_("expires at"))

    objects = ChallengeQuerySet.as_manager()
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")
        ordering = ["-opened_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                name="challenge_of_two", condition=~Q(challenger=F("challenged"))
            ),
            models.CheckConstraint(
                name="challenge_state",
                condition=Q(
                    state__in=["open", "accepted", "declined", "withdrawn", "off", "lapsed"]
                ),
            ),
            models.CheckConstraint(
                name="challenge_agreed",
                condition=Q(state="open", agreed_for=None)
                | ~Q(state__in=["open", "accepted"])
                | Q(state="accepted", agreed_for__isnull=False),
            ),
            models.CheckConstraint(
                name="challenge_handicap",
                condition=Q(handicap=0) | Q(handicap__gte=2, handicap__lte=9),
            ),
            models.CheckConstraint(
                name="challenge_komi", condition=Q(komi2__gte=-722, komi2__lte=722)
            ),
            models.CheckConstraint(name="challenge_board", condition=Q(board__in=[9, 13, 19])),
            models.UniqueConstraint(
                fields=["challenger", "challenged"],
                condition=Q(state="open"),
                name="challenge_one_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.challenger} – {self.challenged}"

    def get_absolute_url(self) -> str:
        return reverse("leagues:challenge", args=[self.pk])

    @classmethod
    def to_be_answered_by(cls, member: Member | int) -> Q:
        """As a condition: open, and it is this member's turn."""
        mine = Q(challenged=member, by_challenger=True) | Q(challenger=member, by_challenger=False)
        return mine & Q(state=cls.State.OPEN)

    @property
    def times(self) -> list[datetime]:
        """The proposed times, in the order in which they were said."""
        return [time for time in (self.first_time, self.second_time, self.third_time) if time]

    @property
    def due(self) -> Member:
        """Who has to answer while it is open."""
        return self.challenged if self.by_challenger else self.challenger

    @property
    def proposer(self) -> Member:
        """Whose terms stand now."""
        return self.challenger if self.by_challenger else self.challenged

    @property
    def black_player(self) -> Member | None:
        """Who takes Black; None where colour is tossed for."""
        players = {self.Side.CHALLENGER: self.challenger, self.Side.CHALLENGED: self.challenged}
        return players.get(self.Side(self.black))

    @property
    def is_played(self) -> bool:
        """Whether its game was reported and stands."""
        return self.game is not None and self.game.state != Game.State.VOID

    def has_lapsed(self, at: datetime) -> bool:
        """Whether its time ran out, said already or not."""
        going = self.state in (self.State.OPEN, self.State.ACCEPTED) and not self.is_played
        return self.state == self.State.LAPSED or (going and self.lapses_at <= at)

    def is_pending(self, at: datetime) -> bool:
        """As :meth:`ChallengeQuerySet.pending` asks of many, wherever the two stand."""
        going = self.state in (self.State.OPEN, self.State.ACCEPTED)
        return going and not self.is_played and self.lapses_at > at

    def other_than(self, member: Member) -> Member:
        """The other one of the two."""
        return self.challenged if member.pk == self.challenger_id else self.challenger

    def plays(self, user: User | None) -> bool:
        """Whether a login is one of the two."""
        return user is not None and user.pk in {self.challenger.user_id, self.challenged.user_id}
