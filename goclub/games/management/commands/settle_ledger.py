"""`python manage.py settle_ledger`: carry out the replays that were postponed, and jobs."""

from __future__ import annotations

import signal
import threading
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError, close_old_connections

from goclub.games.jobs.services import run_jobs
from goclub.games.rating.ledger.settling import settle_postponed

#: Seconds between two looks, and the longest pause while the database is away.
EVERY: Final = 2
LONGEST: Final = 60


class Command(BaseCommand):
    """Settles the ledger and carries out what was asked for, once or for as long as it runs.

    Of several one is at it at a time.
    """

    help = "Replay what late facts have left to be replayed (--watch: go on until it is ended)."

    def add_arguments(self, parser: CommandParser) -> None:
        """One switch."""
        parser.add_argument("--watch", action="store_true", help="go on until it is ended")

    def handle(self, *_args: Any, watch: bool, **_options: Any) -> None:
        """Settle; what is left in the middle, the next one begins again."""
        ended = threading.Event()
        if not watch:
            self._round()
            return
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, lambda *_: ended.set())
        pause = EVERY
        while not ended.is_set():
            close_old_connections()
            pause = EVERY if self._round() else min(pause * 2, LONGEST)
            ended.wait(pause)

    def _round(self) -> bool:
        """One look; False where the database is away."""
        try:
            changed = settle_postponed()
            run_jobs()
        except DatabaseError as error:
            self.stderr.write(f"The database does not answer: {error}")
            return False
        if changed:
            self.stdout.write(f"Rows of the ledger changed: {changed}")
        return True
