"""`python manage.py open_event FILE`: the site of a laptop in the hall, with one event."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from goclub.common.refusals.registry import refusing
from goclub.leagues.tournament.services.event_file import read_event_file
from goclub.leagues.tournament.services.laptop import ACCOUNT, open_event, renew_account
from goclub.members.requests import Act
from ratings.errors import Code, RuleError


class Command(BaseCommand):
    help = (
        "Fill an empty site with the event of a file, as script/server --event does on a laptop. "
        "Prints the address for the phones in the hall and a new password of the organisers; the "
        "address stands alone on the last line."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")

    def handle(self, *_args: object, **options: Any) -> None:
        with refusing():
            try:
                data = Path(options["file"]).read_bytes()
            except OSError as error:
                raise RuleError(
                    Code.UNKNOWN, "file", options["file"], error.strerror or ""
                ) from error
            event = open_event(Act(None), read_event_file(data))
        password = secrets.token_urlsafe(9)
        renew_account(password)
        address = f"{settings.SITE_URL}{event.get_absolute_url()}"
        segno.make(address, error="m").terminal(self.stdout, compact=True, border=2)  # type: ignore[arg-type]
        self.stdout.write(f"{event.name}: phones in the hall open this code or the address below.")
        self.stdout.write(f"Organisers sign in as {ACCOUNT} with the password {password}")
        self.stdout.write(address)
