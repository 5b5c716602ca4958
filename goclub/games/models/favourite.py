"""What members have starred."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from goclub.games.models.kifu import Kifu
from goclub.members.models import Member


class Favourite(models.Model):
    """A member or a kifu that ``owner`` has starred; private to the owner."""

    owner = models.ForeignKey(
        Member, on_delete=models.CASCADE, related_name="favourites", verbose_name=_("owner")
    )
    member = models.ForeignKey(
        Member,
        on_delete=models.CASCADE,
        null=True,
        related_name="favourite_of",
        verbose_name=_("member"),
    )
    kifu = models.ForeignKey(
        Kifu,
        on_delete=models.CASCADE,
        null=True,
        related_name="favourite_of",
        verbose_name=_("kifu"),
    )
    at = models.DateTimeField(_("starred at"))

    class Meta:
        verbose_name = _("favourite")
        verbose_name_plural = _("favourites")
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "member"],
                condition=Q(member__isnull=False),
                name="favourite_member_once",
            ),
            models.UniqueConstraint(
                fields=["owner", "kifu"],
                condition=Q(kifu__isnull=False),
                name="favourite_kifu_once",
            ),
            models.CheckConstraint(
                name="favourite_of_one_thing",
                condition=Q(member=None, kifu__isnull=False) | Q(member__isnull=False, kifu=None),
            ),
            models.CheckConstraint(
                name="favourite_is_another", condition=Q(member=None) | ~Q(member=F("owner"))
            ),
        ]

    def __str__(self) -> str:
        return str(self.member or self.kifu)
