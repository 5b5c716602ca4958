"""`python manage.py backup`: everything as it is now in one file, tried at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from goclub.common.backups.making import make_backup
from goclub.common.refusals.registry import refusing


class Command(BaseCommand):
    help = (
        "Make a backup while the site runs, restore it into a test database, compare the hashes of"
        " all tables, and print the name of the file."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, help="Folder, instead of BACKUP_DIR.")
        parser.add_argument("--keep", type=int, help="How many to keep, instead of BACKUP_KEEP.")

    def handle(self, *_args: object, **options: Any) -> None:
        with refusing():
            path, record = make_backup(at=timezone.now(), place=options["to"], keep=options["keep"])
        self.stdout.write(
            f"{record.rows:,} rows, {record.size:,} bytes, restored and compared in"
            f" {record.seconds} s; ledger {record.ledger[:16]}"
        )
        self.stdout.write(str(path))
