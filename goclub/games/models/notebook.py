"""What a club brought along from the time before this site: files, drafts, batches entered."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from goclub.games.models.game import Game
from goclub.members.models import Member, User


class BatchQuerySet(models.QuerySet["Batch"]):
    """Adjectives for batches."""

    def seen_by(self, user: User) -> BatchQuerySet:
        """What was entered is the office's; a draft is its author's alone."""
        return self.filter(~Q(state=Batch.State.DRAFT) | Q(by=user))


class Batch(models.Model):
    """Files that come in together: a draft until they are entered, in one transaction.

    ``receipt`` what was entered, as :class:`goclub.games.notebook.services.entering.Receipt` reads
    it; it stays when the batch is undone.
    """

    class State(models.TextChoices):
        """How far a batch has come."""

        DRAFT = "draft", pgettext_lazy("of a batch", "draft")
        ENTERED = "entered", pgettext_lazy("of a batch", "entered")
        UNDONE = "undone", pgettext_lazy("of a batch", "undone")

    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.DRAFT)
    key = models.UUIDField(_("form key"), default=uuid.uuid4, unique=True, editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("uploaded by"),
    )
    at = models.DateTimeField(_("uploaded at"))
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("entered by"),
    )
    entered_at = models.DateTimeField(
        pgettext_lazy("of a batch", "entered at"), null=True, blank=True
    )
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("undone by"),
    )
    undone_at = models.DateTimeField(_("undone at"), null=True, blank=True)
    receipt = models.JSONField(_("receipt"), default=dict, blank=True)

    objects = BatchQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("of members and games", "import")
        verbose_name_plural = pgettext_lazy("of members and games", "imports")
        ordering = ["-pk"]
        permissions = [("bring_notebook", "Can bring in and take out members and games as files")]
        constraints = [
            models.CheckConstraint(
                name="batch_entered_has_time",
                condition=Q(state="draft", entered_at=None)
                | (~Q(state="draft") & Q(entered_at__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("games:batch", args=[self.pk])


class BatchFile(models.Model):
    """One file of a batch: its original bytes, kept privately, and how it is to be read.

    ``columns`` and ``choices`` what a person decided about headings and rows, as the judging reads
    them; an empty ``encoding`` is found out from the bytes.
    """

    class Kind(models.TextChoices):
        """What the rows of a file are; members come in before games."""

        MEMBERS = "members", pgettext_lazy("of a file", "members")
        GAMES = "games", pgettext_lazy("of a file", "games")

    batch = models.ForeignKey(
        Batch, on_delete=models.CASCADE, related_name="files", verbose_name=_("import")
    )
    kind = models.CharField(_("contents"), max_length=8, choices=Kind.choices)
    name = models.CharField(_("name of the file"), max_length=200)
    data = models.BinaryField(_("original"), editable=False)
    encoding = models.CharField(_("encoding"), max_length=20, blank=True)
    sheet = models.CharField(_("sheet"), max_length=100, blank=True)
    columns = models.JSONField(_("columns"), default=dict, blank=True)
    choices = models.JSONField(_("answers"), default=dict, blank=True)

    class Meta:
        verbose_name = pgettext_lazy("of a batch", "file")
        verbose_name_plural = pgettext_lazy("of a batch", "files")
        ordering = ["batch", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["batch", "kind"], name="batch_file_once_per_kind")
        ]

    def __str__(self) -> str:
        return self.name


class BroughtMember(models.Model):
    """A member or guest created by an import, and the row of the file (0: a guest of its games)."""

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="brought_members")
    member = models.OneToOneField(Member, on_delete=models.CASCADE, related_name="brought")
    row = models.PositiveIntegerField(_("row"))

    class Meta:
        verbose_name = _("imported member")
        verbose_name_plural = _("imported members")
        ordering = ["row", "pk"]

    def __str__(self) -> str:
        return f"{self.member} ({self.row})"


class BroughtGame(models.Model):
    """A game that a batch made, and the row of the file."""

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="brought_games")
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="brought")
    row = models.PositiveIntegerField(_("row"))

    class Meta:
        verbose_name = _("imported game")
        verbose_name_plural = _("imported games")
        ordering = ["row", "pk"]

    def __str__(self) -> str:
        return f"#{self.game_id} ({self.row})"
