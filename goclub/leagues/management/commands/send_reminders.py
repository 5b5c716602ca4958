"""Reminds players of league games that are due."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from goclub.leagues.official.services.reminding import remind_players


class Command(BaseCommand):
    """Tells both players of each open league game whose term ends within two weeks, once."""

    help = "Remind players of league games that are due (once a game)."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Remind them."""
        self.stdout.write(f"Reminders: {remind_players(at=timezone.now())}")
