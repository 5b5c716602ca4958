"""`python manage.py settle_winners`: the winners that lists name, in line with the final tables."""

from __future__ import annotations

from django.core.management.base import BaseCommand
from django.db.models import Q

from goclub.leagues.models import Event
from goclub.leagues.tournament.services.closing import settle_winners
from goclub.leagues.tournament.services.steps import State


class Command(BaseCommand):
    help = (
        "Recalculate who won each finished event, and print how many rows changed (0 if nothing "
        "was wrong)."
    )

    def handle(self, *_args: object, **_options: object) -> None:
        events = Event.objects.filter(Q(state=State.CLOSED) | Q(participants__won=True))
        changed = sum(map(settle_winners, events.distinct().order_by("pk")))
        self.stdout.write(f"{changed} rows changed.")
