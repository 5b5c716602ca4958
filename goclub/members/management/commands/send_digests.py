"""Writes the daily letters."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from goclub.members.notices.services import send_digests, tell_of_troubles


class Command(BaseCommand):
    """Tells the office of troubles; puts one letter into the outbox for each member who has not
    read what waits for them.
    """

    help = "Write the daily e-mails: one per member and day, however often it is run."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Write them."""
        at = timezone.now()
        self.stdout.write(f"Warnings to admins: {tell_of_troubles(at=at)}")
        self.stdout.write(f"Daily e-mails: {send_digests(at=at)}")
