"""Reminds players of league games that are due, and closes challenges that lapsed."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from goclub.leagues.challenge.services.challenges import settle_lapsed
from goclub.leagues.official.services.reminding import remind_players


class Command(BaseCommand):
    """Tells both of each open league game whose term ends soon, and of each lapsed challenge."""

    help = (
        "Remind players of league games that are due, and end challenges that lapsed (once each)."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Remind them."""
        now = timezone.now()
        lapsed = settle_lapsed(at=now)
        self.stdout.write(f"Reminders: {remind_players(at=now)}, lapsed challenges: {lapsed}")
