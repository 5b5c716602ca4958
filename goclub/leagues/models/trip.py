"""An event that runs on a laptop in the hall, and its file as both sides last had it."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from goclub.leagues.models.event import Event


class EventTrip(models.Model):
    """How an event went to the hall; the laptop has the same row for the event that came to it.

    ``token`` is in the event's file, so that no other event takes it.  ``base`` is the event as
    both sides last had it alike: what differs from it was changed on one of them.  ``written_at``
    is the time of the newest file that came home.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="trip")
    token = models.UUIDField(_("mark of the file"), default=uuid.uuid4, unique=True)
    base = models.JSONField(_("as both sides had it"))
    left_at = models.DateTimeField(_("left at"))
    left_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("taken by"),
    )
    written_at = models.DateTimeField(_("newest file"), null=True)
    #: On the laptop: its event came in a file and goes home again.
    hosted = models.BooleanField(_("came in a file"), default=False)

    class Meta:
        verbose_name = _("event in the hall")
        verbose_name_plural = _("events in the hall")

    def __str__(self) -> str:
        return str(self.event)
