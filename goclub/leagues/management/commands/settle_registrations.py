"""Gives places that nobody confirmed to those who wait, and deletes registrations of long ago."""

from __future__ import annotations

from django.core.management.base import BaseCommand
from django.utils import timezone

from goclub.leagues.signup.services.organising import settle_all


class Command(BaseCommand):
    """``manage.py settle_registrations``, as often as one likes."""

    help = (
        "End registrations that were not confirmed in time, let the waiting list move up, and "
        "delete what is older than SIGNUP_KEEP_DAYS."
    )

    def handle(self, *_args: object, **_options: object) -> None:
        self.stdout.write(f"Deleted registrations: {settle_all(timezone.now())}")
