"""The record of a game: the bytes as they came, and what we made of them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .game import Game


class Kifu(models.Model):
    """A kifu.  Without a game it is a draft that only the uploader sees.

    ``original`` holds the uploaded bytes and is handed back only to the uploader and the office;
    everybody else gets ``normalised``, which the server wrote itself.
    """

    game = models.OneToOneField(
        Game,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="kifu",
        verbose_name=_("game"),
    )
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("uploaded by"),
    )
    uploaded_at = models.DateTimeField(_("uploaded at"))
    filename = models.CharField(_("file name"), max_length=120, blank=True)
    original = models.BinaryField(_("original bytes"))
    normalised = models.TextField(_("normalised SGF"))
    encoding = models.CharField(_("encoding"), max_length=20)
    digest = models.CharField(
        _("digest of the moves"),
        max_length=64,
        db_index=True,
        help_text=_("Equal for the same moves under any rotation or reflection."),
    )
    moves = models.PositiveIntegerField(_("moves"))
    note = models.CharField(_("note"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("kifu")
        verbose_name_plural = _("kifu")

    def __str__(self) -> str:
        return self.filename or f"kifu {self.pk}"
