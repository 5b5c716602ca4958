"""Fetches the new OGS games of the members who asked for them."""

from __future__ import annotations

from django.core.management.base import BaseCommand
from django.utils import timezone

from goclub.games.library.services.ogs import fetch_new_games


class Command(BaseCommand):
    """``manage.py fetch_ogs``, once a night."""

    help = "Fetch the new OGS games of the members who asked for them, where the club allows it."

    def handle(self, *_args: object, **_options: object) -> None:
        self.stdout.write(f"Games from OGS: {fetch_new_games(timezone.now())}")
