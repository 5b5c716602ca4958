"""`python manage.py import_kifu PATH...`: records of files, folders and archives to the library."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from goclub.common.refusals.registry import describe
from goclub.games.library.labels.records import added_text
from goclub.games.library.services.importing import (
    ACCEPTED,
    DUPLICATE,
    REJECTED,
    ImportOutcome,
    import_kifu,
)
from goclub.go.records.reading import NAMED
from goclub.members.models import User
from goclub.members.requests import Act

FORMAT_NAMES = ", ".join(kind.NAME for kind in NAMED)


class Command(BaseCommand):
    help = (
        f"Read game records ({FORMAT_NAMES} in any encoding) from files, folders, zip and tar "
        "archives, and add them to the library. A bad file is reported; the others are imported."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="file, folder or archive")
        parser.add_argument(
            "--format",
            choices=("text", "json"),
            default="text",
            help="json prints one line with an object for each game",
        )
        parser.add_argument("--by", metavar="USERNAME", help="who uploads the records")
        parser.add_argument(
            "--dry-run", action="store_true", help="check the files, but store nothing"
        )

    def handle(self, *_args: object, **options: Any) -> None:
        by = None
        if options["by"]:
            by = User.objects.filter(username=options["by"]).first()
            if by is None:
                raise CommandError(f"no such user: {options['by']}", returncode=2)
        tally: Counter[str] = Counter()
        missing = False
        outcomes = import_kifu(Act(by), options["paths"], dry_run=options["dry_run"])
        for outcome in outcomes:
            tally[outcome.status] += 1
            missing = missing or outcome.reason in ("no_such_file", "internal_error")
            as_json = options["format"] == "json"
            line = json.dumps(outcome.as_json(), ensure_ascii=False) if as_json else _line(outcome)
            self.stdout.write(line)
        self.stderr.write(
            f"{tally[ACCEPTED]} accepted, {tally[DUPLICATE]} duplicate, {tally[REJECTED]} rejected"
        )
        if missing:
            # A path that is not there, or a fault of ours, was not handled.
            raise CommandError("some files could not be read; see above", returncode=2)


def _line(outcome: ImportOutcome) -> str:
    facts = outcome.facts
    name = outcome.path if outcome.game is None else f"{outcome.path} #{outcome.game}"
    if outcome.status == REJECTED:
        why = outcome.reason if outcome.error is None else describe(outcome.error)
        return f"{outcome.status:<10}{name}: {why}"
    if outcome.status == DUPLICATE:
        of = facts.get("duplicate_of")
        return f"{outcome.status:<10}{name}: {outcome.reason}" + (f" to {of}" if of else "")
    players = f"{facts['black'] or '?'} – {facts['white'] or '?'}"
    line = (
        f"{outcome.status:<10}{name}: {players}, {facts['moves']} moves, {facts['result'] or '?'}"
    )
    if outcome.reason == "enriched":
        line += f"; added to {facts['duplicate_of']}: {added_text(outcome.added)}"
    elif outcome.reason:
        line += f"; beside {facts['duplicate_of']}"
    warnings = facts["warnings"]
    if isinstance(warnings, list) and "no_moves_after_repair" in warnings:
        line += "; the file was damaged, and no move is left"
    return line
