"""Reminds players of league games that are due, and closes challenges that lapsed."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from goclub.leagues.challenge.services.challenges import settle_lapsed
from goclub.leagues.official.services.reminding import remind_players


class Command(BaseCommand):
    """Tells both players of each open league game whose term ends within two weeks, once; both
    of each challenge that lapsed.
    """

    help = "Remind players of league games that are due (once a game)."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Remind them."""
        now = timezone.now()
        self.stdout.write(f"Reminders: {remind_players(at=now)}")
        self.stdout.write(f"Lapsed challenges: {settle_lapsed(at=now)}")
