"""Ends live lessons that nobody ended."""

from __future__ import annotations

from django.core.management.base import BaseCommand
from django.utils import timezone

from goclub.games.lessons.services import end_forgotten


class Command(BaseCommand):
    """``manage.py end_lessons``, as often as one likes."""

    help = "End live lessons whose leader has done nothing for three hours."

    def handle(self, *_args: object, **_options: object) -> None:
        self.stdout.write(f"Ended lessons: {end_forgotten(timezone.now())}")
