"""`python manage.py move_database --to URL`: from SQLite to PostgreSQL, or back."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from goclub.common.backups.moving import move_database
from goclub.common.refusals.registry import refusing


class Command(BaseCommand):
    help = (
        "Copy everything into the empty database at URL (as in DATABASE_URL) and compare rows"
        " and hashes of every table. The site's database stays as it is. Stop the site first, so"
        " that nothing is entered in the meantime. Sessions are not copied."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", required=True, metavar="URL")

    def handle(self, *_args: object, **options: Any) -> None:
        # A pipe or a log gets the result alone.
        shows = bool(getattr(self.stdout, "isatty", lambda: False)())
        with refusing():
            moved = move_database(
                url=options["to"], tell=self._tell if shows else lambda *_progress: None
            )
        if shows:
            self.stdout.write("\r" + " " * 70 + "\r", ending="")
        for table in moved:
            self.stdout.write(f"{table.table:<40} {table.rows:>9,}  {table.sha256[:16]}")
        rows = sum(table.rows for table in moved)
        self.stdout.write(
            f"{len(moved)} tables, {rows:,} rows: all equal. Now set DATABASE_URL"
            " to that database and start the site again."
        )

    def _tell(self, table: str, done: int, total: int) -> None:
        self.stdout.write(f"\r{table[:40]:<40} {done:>9,} of {total:,}", ending="")
        self.stdout.flush()
