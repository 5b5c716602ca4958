"""`python manage.py import_tournament FILE`: store a tournament; its slug is the last line."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from goclub.common.refusals.registry import refusing
from goclub.common.sheets.text import ENCODINGS
from goclub.leagues.tournament.labels.lines import remark_texts
from goclub.leagues.tournament.services import exchange
from goclub.members.requests import Act
from ratings.errors import Code, RuleError
from tournaments.formats.remarks import Remark


class Command(BaseCommand):
    help = (
        "Read a tournament from a file (OpenGotha or MacMahon XML, .tour, H9, .tou) and store it "
        "as an event of guests. Prints a summary and, alone on the last line, the slug of the "
        "new event."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument(
            "--encoding",
            default="",
            choices=[name for name, _title in ENCODINGS],
            help="the encoding, if letters would be read wrongly otherwise",
        )
        parser.add_argument(
            "--name", default="", help="the name of the event, instead of the one in the file"
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="read and check only; nothing is stored"
        )
        parser.add_argument(
            "--for-ledger", action="store_true", help="its games will count for the ratings"
        )

    def handle(self, *_args: object, **options: Any) -> None:
        with refusing():
            path = Path(options["file"])
            remarks: list[Remark] = []
            tournament = exchange.read_file(_read(path), remarks, encoding=options["encoding"])
            for text in remark_texts(remarks):
                self.stderr.write(text)
            games = sum(len(tournament_round.games) for tournament_round in tournament.rounds)
            self.stdout.write(
                f"{len(tournament.players)} players, {len(tournament.rounds)} rounds, {games} games"
            )
            if options["dry_run"]:
                return
            event = exchange.import_tournament(
                Act(None),
                tournament,
                name=options["name"],
                for_ledger=options["for_ledger"],
                rng=random.SystemRandom(),
            )
        self.stdout.write(event.slug)


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(exchange.MAX_BYTES + 1)
    except OSError as error:
        raise RuleError(Code.UNKNOWN, "file", str(path), error.strerror or "") from error
