"""`python manage.py index_positions`: find every position of every record again."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from goclub.games.library.services.positions import clear_index, index_missing
from goclub.games.models import Kifu


class Command(BaseCommand):
    help = "Add missing game records to the index of positions."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--rebuild", action="store_true", help="Delete the index first.")

    def handle(self, *_args: object, **options: Any) -> None:
        if options["rebuild"]:
            clear_index()
        # A pipe or a log gets the result alone.
        shows_progress = bool(getattr(self.stdout, "isatty", lambda: False)())
        progress = self._tell if shows_progress else None
        count = index_missing(progress=progress, unreadable=self._name_unreadable)
        if shows_progress:
            self.stdout.write("\r" + " " * 40 + "\r", ending="")
        self.stdout.write(f"{count} records indexed")

    def _name_unreadable(self, pk: int, why: str) -> None:
        kifu = Kifu.objects.light().with_game().get(pk=pk)
        self.stderr.write(f"Kifu {pk} ({kifu.heading}) cannot be read and was skipped: {why}")

    def _tell(self, done: int, total: int) -> None:
        share = 100 * done // max(total, 1)
        self.stdout.write(f"\rIndexing: {done:,} of {total:,} records ({share} %)", ending="")
        self.stdout.flush()
