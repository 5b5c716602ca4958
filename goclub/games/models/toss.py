"""The fact of an electronic toss for colour (S1-18): who said what, and when."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from goclub.games.models.game import Game
from goclub.members.models import Member
from ratings.toss import Call

RIGHT = Q(call="even", digit__in=[0, 2, 4, 6, 8]) | Q(call="odd", digit__in=[1, 3, 5, 7, 9])
WRONG = Q(call="even", digit__in=[1, 3, 5, 7, 9]) | Q(call="odd", digit__in=[0, 2, 4, 6, 8])


class TossQuerySet(models.QuerySet["Toss"]):
    """Adjectives for tosses."""

    def decided(self) -> TossQuerySet:
        return self.filter(decided_at__isnull=False)

    def unfinished(self) -> TossQuerySet:
        """Neither decided nor cancelled."""
        return self.filter(decided_at=None, cancelled_at=None)

    def of(self, member: Member) -> TossQuerySet:
        return self.filter(Q(opener=member) | Q(caller=member))

    def between(self, first: Member, second: Member) -> TossQuerySet:
        return self.filter(Q(opener=first, caller=second) | Q(opener=second, caller=first))

    def waiting_for(self, *, member: int) -> TossQuerySet:
        """Tosses that cannot go on before this member calls, or posts again."""
        his_turn = Q(caller=member, call="") | Q(opener=member) & ~Q(call="")
        return self.unfinished().filter(his_turn)

    def with_players(self) -> TossQuerySet:
        return self.select_related("opener", "caller")

    def newest_first(self) -> TossQuerySet:
        return self.order_by("-pk")


class Toss(models.Model):
    """A toss in three posts: the opener opens, the caller calls, the opener's second post decides.

    The stamps are the server's, in whole milliseconds.  ``digit`` and ``black`` are what the rule
    made of them; they stand here so that the database itself holds the parity to the call.
    """

    CALLS = [(Call.EVEN.value, _("even")), (Call.ODD.value, _("odd"))]

    opener = models.ForeignKey(
        Member, on_delete=models.PROTECT, related_name="tosses_opened", verbose_name=_("opened by")
    )
    caller = models.ForeignKey(
        Member, on_delete=models.PROTECT, related_name="tosses_called", verbose_name=_("called by")
    )
    opened_at = models.DateTimeField(_("opened at"))
    open_key = models.UUIDField(_("form key"), default=uuid.uuid4, unique=True, editable=False)
    call = models.CharField(_("call"), max_length=4, choices=CALLS, blank=True)
    called_at = models.DateTimeField(_("called at"), null=True, blank=True)
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    digit = models.PositiveSmallIntegerField(_("digit"), null=True, blank=True)
    black = models.ForeignKey(
        Member,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("Black"),
    )
    cancelled_at = models.DateTimeField(_("cancelled at"), null=True, blank=True)
    cancelled_by = models.ForeignKey(
        Member,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("cancelled by"),
    )
    game = models.OneToOneField(
        Game,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="toss",
        verbose_name=_("game"),
    )

    objects = TossQuerySet.as_manager()
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("nigiri")
        verbose_name_plural = _("nigiri")
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(name="toss_two_players", condition=~Q(opener=F("caller"))),
            models.CheckConstraint(
                name="toss_call_with_stamp",
                condition=Q(call="", called_at=None)
                | Q(call__in=["even", "odd"], called_at__isnull=False),
            ),
            models.CheckConstraint(
                name="toss_decided_as_a_whole",
                condition=Q(decided_at=None, digit=None, black=None)
                | Q(
                    call__in=["even", "odd"],
                    decided_at__isnull=False,
                    digit__isnull=False,  # a range over NULL would not fail the check
                    digit__range=(0, 9),
                    black__isnull=False,
                ),
            ),
            models.CheckConstraint(
                name="toss_stamps_in_order",
                condition=(Q(called_at=None) | Q(called_at__gte=F("opened_at")))
                & (Q(decided_at=None) | Q(decided_at__gt=F("called_at"))),
            ),
            models.CheckConstraint(
                name="toss_black_by_parity",
                condition=Q(black=None)
                | RIGHT & Q(black=F("caller"))
                | WRONG & Q(black=F("opener")),
            ),
            models.CheckConstraint(
                name="toss_cancelled_before_call",
                condition=Q(cancelled_at=None, cancelled_by=None)
                | Q(call="", cancelled_at__isnull=False, cancelled_by__isnull=False),
            ),
            models.CheckConstraint(
                name="toss_game_when_decided",
                condition=Q(game=None) | Q(decided_at__isnull=False),
            ),
            models.UniqueConstraint(
                Least("opener", "caller"),
                Greatest("opener", "caller"),
                condition=Q(decided_at=None, cancelled_at=None),
                name="toss_one_unfinished_per_pair",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.opener} – {self.caller}"

    def get_absolute_url(self) -> str:
        return reverse("games:toss", args=[self.pk])

    @property
    def is_unfinished(self) -> bool:
        return self.decided_at is None and self.cancelled_at is None

    @property
    def due(self) -> Member | None:
        """The player whose post comes next; None when the toss is over."""
        if not self.is_unfinished:
            return None
        return self.opener if self.call else self.caller

    @property
    def white(self) -> Member | None:
        """The other player, once Black is known."""
        if self.black_id is None:
            return None
        return self.caller if self.black_id == self.opener_id else self.opener

    @property
    def called_right(self) -> bool:
        return self.black_id is not None and self.black_id == self.caller_id
