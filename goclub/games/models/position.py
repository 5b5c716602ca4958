"""Every position of every record in the library, to be found again: a projection of the kifu."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from goclub.games.models.kifu import Kifu


class Position(models.Model):
    """A position of a record, under its key (see :mod:`goclub.go.positions`).

    ``kind`` 0 is the whole board, else the lines of a corner; ``following`` the next move there
    in the key's frame, -1 for none; ``winner`` stands here so that counting needs no other table.
    """

    WINNERS = {"B": 1, "W": 2}

    kifu = models.ForeignKey(
        Kifu, on_delete=models.CASCADE, related_name="positions", verbose_name=_("kifu")
    )
    kind = models.PositiveSmallIntegerField(_("kind"))
    number = models.BigIntegerField(_("key"))
    move = models.PositiveIntegerField(_("after move"))
    following = models.SmallIntegerField(_("next move"))
    winner = models.PositiveSmallIntegerField(_("winner"))

    class Meta:
        verbose_name = _("position")
        verbose_name_plural = _("positions")
        indexes = [
            models.Index(fields=["number", "kifu", "following", "winner"], name="position_number")
        ]

    def __str__(self) -> str:
        return f"{self.kifu_id}: {self.kind} after {self.move}"
