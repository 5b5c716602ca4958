"""`python manage.py run_due`: whatever is due; for cron, for compose, and for timers."""

from __future__ import annotations

import fcntl
import signal
import threading
from typing import Any, Final

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import close_old_connections
from django.utils import timezone

from goclub.common.schedule import JOBS, Ran, ScheduledJob, is_due, memory, remember, remembered

#: Seconds between two looks.
EVERY: Final = 60


class Command(BaseCommand):
    """Runs what is due, once or for as long as it runs; one of it at a time."""

    help = "Run the tasks that are due: e-mails, backup, check of the ledger, digests, reminders."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare which tasks to run, and for how long."""
        keys = [job.key for job in JOBS]
        parser.add_argument(
            "--only", action="append", choices=keys, help="run this task even if it is not due"
        )
        parser.add_argument("--watch", action="store_true", help="keep running until stopped")
        parser.add_argument("--list", action="store_true", help="show when each task ran")

    def handle(self, *_args: Any, **options: Any) -> None:
        """One round, or rounds until SIGTERM."""
        if options["list"]:
            self._list()
            return
        chosen = [job for job in JOBS if not options["only"] or job.key in options["only"]]
        if not options["watch"]:
            if not self._round(chosen, threading.Event(), asked=bool(options["only"])):
                raise CommandError("Some tasks failed; see above.", returncode=1)
            return
        ended = threading.Event()
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, lambda *_: ended.set())
        while not ended.is_set():
            close_old_connections()
            self._round(chosen, ended, asked=False)
            ended.wait(EVERY)

    def _round(self, jobs: list[ScheduledJob], ended: threading.Event, *, asked: bool) -> bool:
        """Run what is due (all of *jobs* where asked for) until *ended*; whether all went well."""
        memory().parent.mkdir(parents=True, exist_ok=True)
        with memory().with_suffix(".lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if asked:
                    fcntl.flock(lock, fcntl.LOCK_EX)
                else:
                    return True  # another one is at it
            ran = remembered()
            now = timezone.now()
            due = [job for job in jobs if asked or is_due(job, ran.get(job.key, Ran()), now)]
            every_time: dict[ScheduledJob, bool] = {}
            well = True
            for job in due:  # all of them, whatever became of the first
                if ended.is_set():
                    break
                done = self._run(job)
                well = well and done
                if job.hour is None:
                    every_time[job] = done
                else:  # kept at once: a kill during the next one does not repeat it
                    remember({job: done}, at=timezone.now())
            remember(every_time, at=timezone.now())
            return well

    def _run(self, job: ScheduledJob) -> bool:
        done = True
        for name, *arguments in job.runnable():
            try:
                call_command(name, *arguments, stdout=self.stdout, stderr=self.stderr)
            except (Exception, SystemExit) as error:
                self.stderr.write(f"{job.key}: {name}: {type(error).__name__}: {error}")
                done = False
        return done

    def _list(self) -> None:
        ran = remembered()
        for job in JOBS:
            last = ran.get(job.key)
            hour = "every time" if job.hour is None else f"{job.hour:02}:00"
            when = f"{last.done:%Y-%m-%d %H:%M} UTC" if last and last.ever else "never"
            names = (
                ", ".join(" ".join(command) for command in job.runnable()) or "not in this release"
            )
            self.stdout.write(f"{job.key:<10} {hour:<11} last {when:<21} {names}")
