"""What members say about a kifu: a layer of their own over the record, which never changes."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from goclub.games.models.kifu import Kifu


class Annotation(models.Model):
    """Who added something to a kifu and when, and whether the office hid it."""

    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("author"),
    )
    at = models.DateTimeField(_("added at"))
    hidden_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("hidden by"),
    )
    hidden_at = models.DateTimeField(_("hidden at"), null=True, blank=True)
    hidden_reason = models.CharField(_("reason"), max_length=300, blank=True)

    class Meta:
        abstract = True

    @property
    def is_hidden(self) -> bool:
        return self.hidden_at is not None


HIDDEN_WITH_REASON = Q(hidden_at=None, hidden_by=None, hidden_reason="") | Q(
    hidden_at__isnull=False, hidden_by__isnull=False
) & ~Q(hidden_reason="")


class KifuVariation(Annotation):
    """Moves that a member adds below a node of the record.

    ``spot`` and ``moves`` as ``kifu.layers`` writes them; the moves were checked by the board.
    """

    kifu = models.ForeignKey(
        Kifu, on_delete=models.CASCADE, related_name="variations", verbose_name=_("kifu")
    )
    spot = models.CharField(_("place in the record"), max_length=300)
    moves = models.CharField(_("moves"), max_length=600)

    class Meta:
        verbose_name = _("variation")
        verbose_name_plural = _("variations")
        ordering = ["pk"]
        permissions = [("moderate_talk", "Can hide comments and variations")]
        constraints = [
            models.CheckConstraint(
                name="variation_hidden_with_reason", condition=HIDDEN_WITH_REASON
            ),
            models.CheckConstraint(name="variation_has_moves", condition=~Q(moves="")),
        ]

    def __str__(self) -> str:
        return f"{self.spot}: {self.moves}"

    def get_absolute_url(self) -> str:
        """The page of its record."""
        return f"{self.kifu.get_absolute_url()}#board"


class KifuNote(Annotation):
    """A comment on a node: of the record (``spot``), or of an added line (``step``, from 1)."""

    kifu = models.ForeignKey(
        Kifu, on_delete=models.CASCADE, related_name="notes", verbose_name=_("kifu")
    )
    spot = models.CharField(_("place in the record"), max_length=300, blank=True)
    variation = models.ForeignKey(
        KifuVariation,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="notes",
        verbose_name=_("variation"),
    )
    step = models.PositiveSmallIntegerField(_("move of the variation"), null=True, blank=True)
    text = models.TextField(_("comment"), max_length=2000)
    edited_at = models.DateTimeField(_("edited at"), null=True, blank=True)

    class Meta:
        verbose_name = _("comment")
        verbose_name_plural = _("comments")
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(name="note_hidden_with_reason", condition=HIDDEN_WITH_REASON),
            models.CheckConstraint(
                name="note_has_one_place",
                condition=Q(variation=None, step=None) & ~Q(spot="")
                | Q(variation__isnull=False, step__gte=1, spot=""),
            ),
        ]

    def __str__(self) -> str:
        return self.text[:60]

    def get_absolute_url(self) -> str:
        """Its place on the page of its record."""
        return f"{self.kifu.get_absolute_url()}#comment-{self.pk}"
