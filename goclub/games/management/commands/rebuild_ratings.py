"""`python manage.py rebuild_ratings`: replay every fact; change only what was wrong."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from goclub.games.rating.ledger.posting import incomplete_systems, rebuild


class Command(BaseCommand):
    help = "Rebuilds the rating ledger from the facts and reports the number of changed rows."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--if-incomplete",
            action="store_true",
            help="Only where a rating system has no standings yet, as after an upgrade.",
        )

    def handle(self, *_args: object, **options: Any) -> None:
        if options["if_incomplete"] and not incomplete_systems():
            return
        # A pipe or a log gets the result alone.
        shows_progress = bool(getattr(self.stdout, "isatty", lambda: False)())
        changed = rebuild(progress=self._tell if shows_progress else None)
        if shows_progress:
            self.stdout.write("\r" + " " * 40 + "\r", ending="")
        self.stdout.write(f"{changed} rows changed")

    def _tell(self, done: int, total: int) -> None:
        share = 100 * done // max(total, 1)
        self.stdout.write(f"\rReplaying: {done:,} of {total:,} facts ({share} %)", ending="")
        self.stdout.flush()
