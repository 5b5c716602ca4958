"""Closes recordings of games that nobody ended, and deletes those of long ago."""

from __future__ import annotations

from django.core.management.base import BaseCommand
from django.utils import timezone

from goclub.games.library.services.recording import close_forgotten


class Command(BaseCommand):
    """``manage.py close_recordings``, as often as one likes."""

    help = "Close recordings without a move for six hours; delete those that ended a month ago."

    def handle(self, *_args: object, **_options: object) -> None:
        self.stdout.write(f"Closed recordings: {close_forgotten(timezone.now())}")
