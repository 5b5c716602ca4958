"""What takes too long for a request: asked for once, carried out beside the pages."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Job(models.Model):
    """Something that somebody asked for and that is computed beside the pages.

    ``kind`` and ``asked`` say what, ``mark`` both of them in short: the same asked for twice is one
    job.  ``back`` the page that shows the result, ``fields`` what is sent to it for that (empty: it
    is only opened).  ``done`` of ``total``.  ``result`` is for whoever asked alone; ``refusal`` why
    there is none.  ``worker`` who is at it since ``taken_at``; killed, the next begins again.
    """

    kind = models.CharField(max_length=30)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
    )
    mark = models.CharField(max_length=32, editable=False)
    asked = models.JSONField()
    title = models.CharField(max_length=200)
    back = models.CharField(max_length=300)
    fields = models.JSONField(default=list)
    asked_at = models.DateTimeField(default=timezone.now)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    result = models.JSONField(null=True)
    refusal = models.JSONField(null=True)
    finished_at = models.DateTimeField(null=True)
    worker = models.CharField(max_length=80, blank=True, editable=False)
    taken_at = models.DateTimeField(null=True, editable=False)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["by", "mark"], name="job_once")]

    def __str__(self) -> str:
        return self.title
