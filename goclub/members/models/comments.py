"""What comments of every kind have in common."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Annotation(models.Model):
    """Something that a member added: who, when, and whether an admin hid it, with a reason.

    ``MODERATE`` is the permission that hides and shows it again.
    """

    MODERATE: ClassVar[str]

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
