"""Bulletins: what the club prints of its games, and the file that was made of it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from goclub.common.name_field import NameField
from goclub.games.models.kifu import Kifu

LONGEST_TEXT = 10_000
_MARKDOWN = _("Markdown: *emphasis*, **strong**, [a link](https://…), lists with - or 1.")


class Bulletin(models.Model):
    """A bulletin; a draft until it is published.  ``language`` is that of the words around its
    games."""

    title = NameField(_("title"), max_length=120)
    issued_on = models.DateField(_("date"), default=timezone.localdate)
    language = models.CharField(_("language"), max_length=10, choices=settings.LANGUAGES)
    introduction = models.TextField(
        _("introduction"), max_length=LONGEST_TEXT, blank=True, help_text=_MARKDOWN
    )
    published_at = models.DateTimeField(_("published at"), null=True, editable=False)
    changed_at = models.DateTimeField(_("changed at"), editable=False)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        editable=False,
        verbose_name=_("changed by"),
    )

    class Meta:
        verbose_name = _("bulletin")
        verbose_name_plural = _("bulletins")
        ordering = ["-issued_on", "-pk"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """Its contents, with the PDF."""
        return reverse("games:bulletin", args=[self.pk])

    @property
    def version(self) -> str:
        """A word that is another one after each change."""
        return self.changed_at.isoformat() if self.pk else ""


class BulletinItem(models.Model):
    """A part of a bulletin: a game (gone where it was deleted since), standings, or a text.

    ``standings`` is a key of :data:`goclub.games.bulletin.queries.STANDINGS`.
    """

    class Kind(models.TextChoices):
        GAME = "game", _("Game")
        STANDINGS = "standings", _("Standings")
        TEXT = "text", _("Text")

    class Diagrams(models.TextChoices):
        ALL = "all", _("the game and its variations")
        GAME = "game", _("the game without variations")
        FINAL = "final", _("the final position only")

    bulletin = models.ForeignKey(
        Bulletin, on_delete=models.CASCADE, related_name="items", verbose_name=_("bulletin")
    )
    position = models.PositiveIntegerField(editable=False)
    kind = models.CharField(max_length=9, choices=Kind, editable=False)
    kifu = models.ForeignKey(
        Kifu, on_delete=models.SET_NULL, null=True, editable=False, related_name="+",
        verbose_name=_("kifu"),
    )  # fmt: skip
    standings = models.CharField(_("Standings"), max_length=40, blank=True)
    title = NameField(_("title"), max_length=120, blank=True)
    text = models.TextField(_("text"), max_length=LONGEST_TEXT, blank=True, help_text=_MARKDOWN)
    diagrams = models.CharField(_("Diagrams"), max_length=5, choices=Diagrams, default=Diagrams.ALL)

    class Meta:
        verbose_name = _("part of a bulletin")
        verbose_name_plural = _("parts of bulletins")
        ordering = ["position", "pk"]

    def __str__(self) -> str:
        return self.title


class BulletinFile(models.Model):
    """The PDF of a bulletin; ``mark`` says of what it was made."""

    bulletin = models.OneToOneField(
        Bulletin, on_delete=models.CASCADE, primary_key=True, related_name="file",
        verbose_name=_("bulletin"),
    )  # fmt: skip
    mark = models.CharField(max_length=32)
    data = models.BinaryField(_("file"))
    size = models.PositiveIntegerField(_("size"))
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("file of a bulletin")
        verbose_name_plural = _("files of bulletins")

    def __str__(self) -> str:
        return str(self.bulletin_id)
