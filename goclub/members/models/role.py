"""Which role somebody held, and who gave it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from goclub.members.models.people import Member


class RoleChange(models.Model):
    """A role given in place of another; a record, written by ``services.roles`` alone."""

    member = models.ForeignKey(
        Member, on_delete=models.CASCADE, related_name="role_changes", verbose_name=_("member")
    )
    before = models.CharField(_("before"), max_length=20, blank=True)
    after = models.CharField(_("after"), max_length=20, blank=True)
    at = models.DateTimeField(pgettext_lazy("a role", "given at"), default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("given by"),
    )
    reason = models.CharField(_("reason"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("role change")
        verbose_name_plural = _("role changes")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.member}: {self.before or '–'} → {self.after or '–'}"
