"""What strength was declared, and what the chair decided."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from goclub.members.models.people import Member


class StrengthDecision(models.Model):
    """A fact about strength (S1-3…S1-6): declared on joining, set by the office, certified.

    Append-only: a wrong decision is answered by another one, never overwritten.
    """

    class Kind(models.TextChoices):
        """What was declared or decided."""

        DECLARED = "declared", _("declared on joining")
        SET = "set", _("set by an admin")
        CERTIFIED = "certified", _("certified as official")
        REVISED = "revised", _("provisional rank changed by the member")

    class System(models.TextChoices):
        """The systems in which strength is declared."""

        PAA = "paa", _("PAA points")
        IGS = "igs", _("IGS rank")

    member = models.ForeignKey(
        Member, on_delete=models.PROTECT, related_name="decisions", verbose_name=_("member")
    )
    system = models.CharField(
        _("system"),
        max_length=8,
        choices=System.choices,
        default=System.PAA,
        help_text=_("The first declared strength starts the member in every system."),
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    points = models.PositiveSmallIntegerField(
        _("points"), null=True, blank=True, help_text=_("0 to 999.")
    )
    rank = models.CharField(
        _("rank"),
        max_length=4,
        blank=True,
        help_text=_("Leave empty to derive the rank from the points."),
    )
    effective_on = models.DateField(_("valid from"))
    decided_at = models.DateTimeField(_("decided at"))
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    reason = models.CharField(_("reason"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("strength decision")
        verbose_name_plural = _("strength decisions")
        ordering = ["effective_on", "decided_at", "pk"]
        constraints = [
            models.CheckConstraint(
                name="decision_points_in_range", condition=Q(points=None) | Q(points__lte=999)
            ),
            models.CheckConstraint(
                name="decision_by_office_has_reason",
                condition=Q(kind__in=["declared", "revised"]) | ~Q(reason=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member}: {self.get_kind_display()}"
