"""How people come into the club, leave it and come back, and which roles they held."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from goclub.common.columns import AddressField
from goclub.common.name_field import NameField
from goclub.members.models.people import Member, language_choices


class InvitationQuerySet(models.QuerySet["Invitation"]):
    """Adjectives for invitations."""

    def open(self, at: datetime) -> InvitationQuerySet:
        """Those that still open the door."""
        return self.filter(withdrawn_at=None, valid_until__gt=at, used__lt=F("uses"))

    def letters(self) -> InvitationQuerySet:
        """Those that go to one address."""
        return self.exclude(email="")

    def links(self) -> InvitationQuerySet:
        """Those that go from hand to hand: a link with a code."""
        return self.filter(email="")


class Invitation(models.Model):
    """A way into the club that the office opened: for one address, or a link with a code.

    A link admits nobody by itself: whoever follows it names an address and is sent an invitation
    of their own (``source``), so that every address is confirmed and nobody learns of another's.
    """

    code = models.CharField(_("code"), max_length=40, unique=True)
    email = AddressField(_("e-mail address"), blank=True)
    name = NameField(_("name"), max_length=80, blank=True)
    language = models.CharField(_("language"), max_length=12, blank=True, choices=language_choices)
    message = models.TextField(_("message"), blank=True, max_length=1000)
    member = models.ForeignKey(
        Member,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="invitations",
        verbose_name=_("member"),
        help_text=_("The member record that the invited person takes over."),
    )
    source = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="issued",
        verbose_name=_("link"),
    )
    uses = models.PositiveSmallIntegerField(_("uses"), default=1, validators=[MinValueValidator(1)])
    used = models.PositiveSmallIntegerField(_("used"), default=0)
    valid_until = models.DateTimeField(_("valid until"))
    made_at = models.DateTimeField(_("created at"))
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("created by"),
    )
    sent_at = models.DateTimeField(_("sent at"), null=True, blank=True)
    sent_times = models.PositiveSmallIntegerField(_("times sent"), default=0)
    accepted_at = models.DateTimeField(_("accepted at"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                name="invitation_used_at_most_its_uses", condition=Q(used__lte=F("uses"))
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.email or self.code

    def get_absolute_url(self) -> str:
        """Where the invited person goes."""
        return reverse("members:invited", args=[self.code])

    def is_open(self, at: datetime) -> bool:
        """Whether it still opens the door."""
        return not self.withdrawn_at and self.used < self.uses and at < self.valid_until


class MembershipStep(models.Model):
    """What happened between a person and the club: asked, admitted, declined, left, came back.

    Append-only; written by ``membership.services`` alone.
    """

    class Kind(models.TextChoices):
        """What happened."""

        ASKED = "asked", _("requested membership")
        ADMITTED = "admitted", _("was admitted")
        DECLINED = "declined", _("was declined")
        REGISTERED = "registered", _("was entered by an admin")
        SIGNED_UP = "signed_up", _("accepted an invitation")
        LEFT = "left", _("left the club")
        LET_GO = "let_go", _("was removed from the club")
        FOUNDED = "founded", _("founded the club or took it over")
        RETURNED = "returned", _("came back")

    member = models.ForeignKey(
        Member, on_delete=models.CASCADE, related_name="steps", verbose_name=_("member")
    )
    kind = models.CharField(_("what happened"), max_length=12, choices=Kind.choices)
    at = models.DateTimeField(_("at"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("by"),
    )
    reason = models.CharField(_("reason"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("membership step")
        verbose_name_plural = _("membership steps")
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.member}: {self.get_kind_display()}"


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
