"""How the post is doing."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, Max, Q
from django.utils import timezone

from goclub.members.models import Letter

_ON_THE_WAY = [Letter.State.WAITING, Letter.State.SENDING, Letter.State.HANDED]


class MailState(NamedTuple):
    """Letters that wait, that trouble the office, that went out in a day, and the last one."""

    waiting: int
    troubled: int
    sent_today: int
    last_sent_at: datetime | None


def mail_state(now: datetime | None = None) -> MailState:
    """The outbox in one query."""
    day = (now or timezone.now()) - timedelta(days=1)
    sent = Q(state=Letter.State.SENT)
    counts = Letter.objects.aggregate(
        waiting=Count("pk", filter=Q(state__in=_ON_THE_WAY)),
        troubled=Count("pk", filter=Q(state__in=[Letter.State.FAILED, Letter.State.DOUBTFUL])),
        sent_today=Count("pk", filter=sent & Q(changed_at__gte=day)),
        last_sent_at=Max("changed_at", filter=sent),
    )
    return MailState(**counts)
