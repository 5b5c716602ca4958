"""`python manage.py follow_sanctions`: tables and ledger in line with the sanctions of leagues."""

from __future__ import annotations

from django.core.management.base import BaseCommand
from django.utils import timezone

from goclub.leagues.models import Event
from goclub.leagues.tournament.services.verdicts import settle_event


class Command(BaseCommand):
    help = (
        "Recalculate what the sanctions of season leagues decided, correct the games of closed "
        "events, and print how many rows changed (0 if nothing was wrong)."
    )

    def handle(self, *_args: object, **_options: object) -> None:
        events = Event.objects.filter(league_event__sanctions__isnull=False).distinct()
        changed = sum(settle_event(event, at=timezone.now()) for event in events.order_by("pk"))
        self.stdout.write(f"{changed} rows changed.")
