"""`python manage.py rebuild_ratings`: replay every fact; change only what was wrong."""

from contextlib import nullcontext
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from goclub.games.models import RatingEntry
from goclub.games.rating.ledger.production import LedgerCheck, save_check
from goclub.games.rating.ledger.recalculation import incomplete_systems, rebuild


class Command(BaseCommand):
    help = "Rebuild the rating ledger from the facts and print the number of rows changed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--if-incomplete",
            action="store_true",
            help="Only if a rating system has no standings yet, as after an upgrade.",
        )

        parser.add_argument(
            "--check",
            action="store_true",
            help="Change nothing; print how many rows differ, with exit status 1 if any does.",
        )

    def handle(self, *_args: object, **options: Any) -> None:
        if options["if_incomplete"] and not incomplete_systems():
            return
        # A pipe or a log gets the result alone.
        shows_progress = bool(getattr(self.stdout, "isatty", lambda: False)())
        # By itself the replay is a transaction that is tried again where the database was busy.
        with transaction.atomic() if options["check"] else nullcontext():
            changed = rebuild(progress=self._tell if shows_progress else None)
            if options["check"]:
                transaction.set_rollback(True)
        if shows_progress:
            self.stdout.write("\r" + " " * 40 + "\r", ending="")
        differing = changed if options["check"] else 0
        lines = RatingEntry.objects.count()
        save_check(LedgerCheck(at=timezone.now(), lines=lines, differ=differing))
        if options["check"]:
            self.stdout.write(f"{changed} rows differ")
            if changed:
                raise CommandError("Run rebuild_ratings and look at what differed.", returncode=1)
            return
        self.stdout.write(f"{changed} rows changed")

    def _tell(self, done: int, total: int) -> None:
        share = 100 * done // max(total, 1)
        self.stdout.write(f"\rReplaying: {done:,} of {total:,} facts ({share} %)", ending="")
        self.stdout.flush()
