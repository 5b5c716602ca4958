"""A game that is recorded at the board, move by move."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from goclub.common.columns import FieldConstraint
from goclub.games.models.game import Game
from goclub.games.models.kifu import Kifu
from goclub.members.models import Member

#: A recording without a new move for so long is closed.
OPEN_FOR = timedelta(hours=6)


class RecordingQuerySet(models.QuerySet["Recording"]):
    """Adjectives for recordings."""

    def running(self) -> RecordingQuerySet:
        """Neither closed nor reported."""
        return self.filter(closed_at=None, kifu__game=None, kifu__filed_at=None)

    def forgotten(self, at: datetime) -> RecordingQuerySet:
        return self.running().filter(changed_at__lt=at - OPEN_FOR)

    def of_players(self, players: Collection[int]) -> RecordingQuerySet:
        """Between two members, whoever has which colour."""
        return self.filter(black__in=players, white__in=players)

    def with_players(self) -> RecordingQuerySet:
        return self.select_related("black", "white", "kifu__game")


class Recording(models.Model):
    """A game that a phone at the table records; a player who is None is a guest.

    ``log`` only ever grows: two letters for each entry, a point as SGF writes it, ``--`` for a
    pass, ``<<`` for taking back the move before.  ``token`` names the browser that may add to it,
    ``code`` lets another one take over.  ``kifu`` is the draft that was made at the end.
    """

    black = models.ForeignKey(
        Member,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("Black"),
    )
    white = models.ForeignKey(
        Member,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("White"),
    )
    board = models.PositiveSmallIntegerField(_("board"), choices=Game.BOARDS, default=19)
    handicap = models.PositiveSmallIntegerField(
        _("handicap stones"), default=0, validators=[MaxValueValidator(9)]
    )
    komi2 = models.SmallIntegerField(_("komi, doubled"), default=11)
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("started by"),
    )
    started_at = models.DateTimeField(_("started at"))
    changed_at = models.DateTimeField(_("changed at"), db_index=True)
    code = models.CharField(_("code"), max_length=6)
    token = models.CharField(_("device"), max_length=32)
    log = models.TextField(_("moves"), blank=True, default="")
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)
    kifu = models.OneToOneField(
        Kifu,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="recording",
        verbose_name=_("kifu"),
    )

    objects = RecordingQuerySet.as_manager()

    class Meta:
        verbose_name = _("recording")
        verbose_name_plural = _("recordings")
        ordering = ["-pk"]
        constraints = [
            FieldConstraint(
                name="recording_two_players",
                condition=Q(black=None) | Q(white=None) | ~Q(black=F("white")),
                violation_error_message=_(
                    "A player cannot play against themselves. Choose two different players."
                ),
                beside="white",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.black or _('guest')} – {self.white or _('guest')}"

    def get_absolute_url(self) -> str:
        """The page that records it, or follows it."""
        return reverse("games:recording", args=[self.pk])

    @property
    def is_over(self) -> bool:
        """Whether its game was reported, or its record filed."""
        return self.kifu is not None and not self.kifu.is_draft
