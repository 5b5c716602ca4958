"""`python manage.py rebuild_ratings`: replay every fact; change only what was wrong."""

from typing import Any

from django.core.management.base import BaseCommand

from goclub.games import ledger


class Command(BaseCommand):
    help = "Rebuilds the rating ledger from the facts and reports the number of changed rows."

    def handle(self, *_args: Any, **_options: Any) -> None:
        changed = ledger.rebuild()
        self.stdout.write(f"{changed} rows changed")
