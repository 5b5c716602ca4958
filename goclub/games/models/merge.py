"""Two rows of members made one: who, when, why, and which rows moved."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from goclub.members.models import Member


class Merge(models.Model):
    """A record of a merge, never of use to the rules.

    ``gone`` the number that the merged row had, whose addresses lead to ``kept`` from then on.
    ``moved`` by table and field the keys of the rows that are the kept member's now; ``dropped``
    rows that two people cannot both have (a nickname twice, the second declaration), as values.
    """

    kept = models.ForeignKey(
        Member, on_delete=models.CASCADE, related_name="merges", verbose_name=_("kept member")
    )
    gone = models.PositiveBigIntegerField(_("number of the merged row"), unique=True)
    name = models.CharField(_("name of the merged row"), max_length=80)
    at = models.DateTimeField(_("merged at"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("merged by"),
    )
    reason = models.CharField(_("reason"), max_length=300)
    moved = models.JSONField(_("rows moved"), default=dict)
    dropped = models.JSONField(_("rows deleted"), default=dict)

    class Meta:
        verbose_name = _("member merge")
        verbose_name_plural = _("member merges")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} → {self.kept}"
