"""Open the club night that the calendar has now; close one that was forgotten."""

from __future__ import annotations

from django.core.management.base import BaseCommand
from django.utils import timezone

from goclub.leagues.evening.services.nights import open_by_calendar


class Command(BaseCommand):
    """``manage.py open_club_night``, as often as one likes."""

    help = "Start the club night that is due in the calendar, and end one that was forgotten."

    def handle(self, *_args: object, **_options: object) -> None:
        night = open_by_calendar(at=timezone.now())
        if night is not None:
            self.stdout.write(str(night))
