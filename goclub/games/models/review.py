"""What an engine says about a record: in a layer of its own, never in the record."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from goclub.games.models.kifu import Kifu


class EngineReview(models.Model):
    """The review of a record, and its place in the queue until then.

    ``digest`` names the moves that were reviewed: another one, and the review is out of date.
    ``done`` of ``total`` positions.  ``result`` is a projection that a new review makes again (see
    ``library.services.reviewing``), ``failure`` the reason why there is none.  ``worker`` reviews
    since ``taken_at``; the database lets only one review run.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        READY = "ready"
        FAILED = "failed"

    kifu = models.OneToOneField(Kifu, on_delete=models.CASCADE, related_name="review")
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+"
    )
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    digest = models.CharField(max_length=64)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    engine = models.CharField(max_length=80, blank=True)
    result = models.JSONField(default=dict)
    failure = models.CharField(max_length=20, blank=True)
    finished_at = models.DateTimeField(null=True)
    worker = models.CharField(max_length=80, blank=True, editable=False)
    taken_at = models.DateTimeField(null=True, editable=False)
    tries = models.PositiveSmallIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("engine review")
        verbose_name_plural = _("engine reviews")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["state"], condition=Q(state="running"), name="one_review_runs"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kifu_id}: {self.state}"

    def get_absolute_url(self) -> str:
        """Its place on the page of its record."""
        return f"{self.kifu.get_absolute_url()}#review"

    @property
    def is_open(self) -> bool:
        """Whether it is waiting or running."""
        return self.state in (self.State.WAITING, self.State.RUNNING)
