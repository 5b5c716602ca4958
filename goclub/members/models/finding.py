"""The index of names: under which beginnings a person is found."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from goclub.members.models.people import Member
from goclub.members.name_keys import LONGEST


class NameKey(models.Model):
    """What may be typed of a person's names and nicknames; written by ``members.finding`` alone.

    A search is a range of ``key``, so the index must order by code points: SQLite does, on
    PostgreSQL the migration gives the column the collation "C".
    """

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="name_keys")
    key = models.CharField(max_length=LONGEST)

    class Meta:
        verbose_name = _("name key")
        verbose_name_plural = _("name keys")
        constraints = [
            models.UniqueConstraint(fields=["key", "member"], name="name_key_once_per_member")
        ]

    def __str__(self) -> str:
        return self.key
