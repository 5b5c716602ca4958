"""A reader's last visit, noted when they sign in, send something or read a page."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Case, F, Q, When
from django.utils import timezone

from goclub.members.models import User
from goclub.members.models.people import VISITS_APART, VISITS_NOTED


def note_visit(*, user: User, at: datetime) -> bool:
    """Note that somebody is here; returns whether that was news.

    One statement, however many pages tell it at once.  After :data:`VISITS_APART` without a sign
    another visit begins, and the last sign of the one before is kept.
    """
    if not user.visit_due(at):
        return False
    due = Q(seen_at=None) | Q(seen_at__lte=at - VISITS_NOTED)
    ended = When(seen_at__lte=at - VISITS_APART, then=F("seen_at"))
    noted = User.objects.filter(due, pk=user.pk).update(
        seen_before=Case(ended, default=F("seen_before")), seen_at=at
    )
    user.refresh_from_db(fields=["seen_at", "seen_before"])
    return bool(noted)


def note_sign_in(*, user: User, **_kwargs: object) -> None:
    """Hear of somebody who signed in: a visit begins."""
    note_visit(user=user, at=timezone.now())
