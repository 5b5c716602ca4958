"""Problems to solve, and what a member made of them and of games to guess."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from goclub.common.name_field import NameField
from goclub.games.models.kifu import Kifu
from goclub.members.models import Member


class ProblemCollection(models.Model):
    """The problems of an uploaded file.

    ``games_read`` says how much of the file is read, so that a job that was stopped goes on there;
    ``left_out`` holds the number and the reason of what is no problem.
    """

    title = NameField(_("Title"), max_length=120)
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("uploaded by"),
    )
    added_at = models.DateTimeField(_("uploaded at"))
    original = models.BinaryField(_("original bytes"))
    digest = models.CharField(max_length=64, unique=True, editable=False)
    games_read = models.PositiveIntegerField(default=0, editable=False)
    left_out = models.JSONField(default=list, editable=False)

    class Meta:
        verbose_name = _("problem collection")
        verbose_name_plural = _("problem collections")
        ordering = ["title", "pk"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The pictures of its problems."""
        return reverse("games:problem-collection", args=[self.pk])


class Problem(models.Model):
    """A problem; ``number`` in its file, ``rows`` the position at first."""

    collection = models.ForeignKey(
        ProblemCollection,
        on_delete=models.CASCADE,
        related_name="problems",
        verbose_name=_("problem collection"),
    )
    number = models.PositiveIntegerField(_("number in the file"))
    name = models.CharField(_("Title"), max_length=120, blank=True)
    normalised = models.TextField(_("normalised SGF"))
    rows = models.TextField(_("position"))

    class Meta:
        verbose_name = _("problem")
        verbose_name_plural = _("problems")
        ordering = ["collection", "number"]
        constraints = [
            models.UniqueConstraint(fields=["collection", "number"], name="problem_once")
        ]

    def __str__(self) -> str:
        if self.name:
            return f"{self.number}. {self.name}"
        return gettext("Problem %(n)d") % {"n": self.number}

    def get_absolute_url(self) -> str:
        """The board on which it is solved."""
        return reverse("games:problem", args=[self.collection_id, self.number])


class ProblemResult(models.Model):
    """How a member fares with a problem: ``solved_in`` so many tries, ``vote`` how hard it is."""

    class Difficulty(models.IntegerChoices):
        VERY_EASY = 1, _("very easy")
        EASY = 2, _("easy")
        MEDIUM = 3, _("medium")
        HARD = 4, _("hard")
        VERY_HARD = 5, _("very hard")

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="problem_results")
    problem = models.ForeignKey(Problem, on_delete=models.CASCADE, related_name="results")
    tries = models.PositiveIntegerField(default=0)
    solved_in = models.PositiveIntegerField(null=True)
    solved_at = models.DateTimeField(null=True)
    vote = models.PositiveSmallIntegerField(null=True, choices=Difficulty)

    class Meta:
        verbose_name = _("result of a problem")
        verbose_name_plural = _("results of problems")
        constraints = [
            models.UniqueConstraint(fields=["member", "problem"], name="problem_result_once")
        ]

    def __str__(self) -> str:
        return f"{self.member_id}: {self.problem_id}"


class GuessedGame(models.Model):
    """A game whose moves a member guesses: ``guesses`` so far, of which ``hits`` and ``near``;
    ``latest`` the name of the point that was guessed last."""

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="guessed_games")
    kifu = models.ForeignKey(Kifu, on_delete=models.CASCADE, related_name="guessed")
    guesses = models.PositiveIntegerField(default=0)
    hits = models.PositiveIntegerField(default=0)
    near = models.PositiveIntegerField(default=0)
    latest = models.CharField(max_length=4, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("guessed game")
        verbose_name_plural = _("guessed games")
        ordering = ["-at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["member", "kifu"], name="guessed_once")]

    def __str__(self) -> str:
        return f"{self.member_id}: {self.kifu_id}"
