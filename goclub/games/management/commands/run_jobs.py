"""`python manage.py run_jobs`: the pending recalculation of the ledger, jobs, and reviews."""

from __future__ import annotations

import signal
import threading
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError, close_old_connections

from goclub.games.jobs.services import run_jobs
from goclub.games.library.services.reviewing import start_reviews
from goclub.games.rating.ledger.recalculation import recalculate_pending

#: Seconds between two looks, and the longest pause while the database is away.
EVERY: Final = 2
LONGEST: Final = 60


class Command(BaseCommand):
    """Recalculates the ledger and carries out jobs, once or until it is stopped.

    While it watches, a thread beside it reviews games by an engine.

    Several may run: a job is done by one of them, a recalculation in turns.
    """

    help = (
        "Recalculate ratings after late games and run jobs (--watch: keep running until stopped)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--watch", action="store_true", help="keep running until stopped")

    def handle(self, *_args: Any, watch: bool, **_options: Any) -> None:
        stopped = threading.Event()
        if not watch:
            self._round()
            return
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, lambda *_: stopped.set())
        pause = EVERY
        while not stopped.is_set():
            close_old_connections()
            start_reviews(by_worker=True)
            pause = EVERY if self._round() else min(pause * 2, LONGEST)
            stopped.wait(pause)

    def _round(self) -> bool:
        """Do what is pending; return False where the database is away."""
        try:
            changed = recalculate_pending()
            run_jobs()
        except DatabaseError as error:
            self.stderr.write(f"The database does not respond: {error}")
            return False
        if changed:
            self.stdout.write(f"Rows of the ledger changed: {changed}")
        return True
