"""`python manage.py restore FILE`: the site's database as it was when the backup was made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from goclub.common.backups.restoring import restore_backup
from goclub.common.refusals.registry import refusing


class Command(BaseCommand):
    help = (
        "Check a backup, restore it into the empty database of DATABASE_URL (SQLite or PostgreSQL,"
        " whichever it came from), and compare the hashes of all tables."
    )
    #: The database may be empty, or another release's.
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="Do not ask.")
        parser.add_argument(
            "--replace",
            action="store_true",
            help="Replace the club in the database, which is backed up first.",
        )

    def handle(self, *_args: object, **options: Any) -> None:
        if options["replace"] and not options["yes"]:
            self.stdout.write("Everything in the database will be replaced by the backup.")
            try:
                answer = input("Type yes to continue: ")
            except EOFError:
                raise CommandError(
                    "Nothing was changed: there is no terminal to ask on. Add --yes.",
                    returncode=1,
                ) from None
            if answer.strip().lower() != "yes":
                raise CommandError("Nothing was changed.", returncode=1)
        with refusing():
            manifest = restore_backup(
                file=options["file"],
                at=timezone.now(),
                replace=options["replace"],
                tell=self.stdout.write,
            )
        self.stdout.write(
            f"Restored: the site as of {manifest.at:%Y-%m-%d %H:%M} UTC, release"
            f" {manifest.release}, {manifest.rows:,} rows, {len(manifest.files)} files; all hashes"
            f" equal, ledger {manifest.ledger[:16]}. Everyone has to sign in again."
        )
