"""Reminds players of league games that are due, and closes challenges that lapsed."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from goclub.leagues.challenge.services.challenges import settle_lapsed, settle_left
from goclub.leagues.official.services.matches import remind_players


class Command(BaseCommand):
    """Tells both of each open league game whose term ends soon, and of each challenge that ended.

    That is one that lapsed, or of whose two one left the club.
    """

    help = (
        "Remind players of league games that are due, and end challenges that have expired or "
        "whose opponent has left (once each)."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Remind them."""
        now = timezone.now()
        lapsed = settle_lapsed(at=now) + settle_left(at=now)
        self.stdout.write(f"Reminders: {remind_players(at=now)}, ended challenges: {lapsed}")
