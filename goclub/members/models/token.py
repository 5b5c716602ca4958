"""Keys with which a member's programs read the site."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from goclub.common.name_field import NameField
from goclub.members.models.people import Member


class Scope(models.TextChoices):
    """What a program may read with a key."""

    PEOPLE = "people", _("members and rankings")
    GAMES = "games", _("games and records")
    EVENTS = "events", _("tournaments and leagues")


class ProgramKey(models.Model):
    """A key of one program, in the member's name; only its digest is kept.

    ``start`` its first letters, by which the member knows it again.
    """

    member = models.ForeignKey(
        Member, on_delete=models.CASCADE, related_name="program_keys", verbose_name=_("member")
    )
    name = NameField(_("program"), max_length=60)
    start = models.CharField(_("begins with"), max_length=8)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(_("can read"), default=list)
    made_at = models.DateTimeField(_("created at"))

    class Meta:
        verbose_name = _("program key")
        verbose_name_plural = _("program keys")
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.start}…)"

    @property
    def scope_labels(self) -> list[str]:
        """What it may read, in words."""
        return [str(scope.label) for scope in Scope if scope.value in self.scopes]
