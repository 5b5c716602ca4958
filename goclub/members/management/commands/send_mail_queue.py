"""Sends what waits to go out: the letters, notices to devices, and what webhooks are told."""

from __future__ import annotations

import signal
import threading
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError, close_old_connections

from goclub.members.hooks.services import sending as hooks
from goclub.members.mail.services.sending import Unreachable, send_due
from goclub.members.push.services import sending as push

#: Seconds between two looks into the outbox, and the longest pause while the server is away.
EVERY: Final = 3
LONGEST: Final = 120


class Command(BaseCommand):
    """Sends what is due, once or for as long as it runs; several may run side by side."""

    help = "Send the e-mails and messages in the outboxes (--watch: keep running until stopped)."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare --watch."""
        parser.add_argument("--watch", action="store_true", help="keep running until stopped")

    def handle(self, *_args: Any, watch: bool, **_options: Any) -> None:
        """Send; SIGTERM and Ctrl-C finish the current e-mail first."""
        ended = threading.Event()
        if not watch:
            self._round(ended)
            return
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, lambda *_: ended.set())
        pause = EVERY
        while not ended.is_set():
            close_old_connections()
            pause = EVERY if self._round(ended) else min(pause * 2, LONGEST)
            ended.wait(pause)

    def _round(self, ended: threading.Event) -> bool:
        """One look into the three outboxes; False where the mail server or the database is away."""
        try:
            well = self._letters(ended)
            pushed = push.send_due(stop=ended.is_set)
            sent = hooks.send_due(stop=ended.is_set)
        except DatabaseError as error:
            self.stderr.write(f"The database does not respond: {error}")
            return False
        if pushed:
            self.stdout.write(f"Notifications to devices sent: {pushed}")
        if sent:
            self.stdout.write(f"Messages to programs sent: {sent}")
        return well

    def _letters(self, ended: threading.Event) -> bool:
        try:
            sent = send_due(stop=ended.is_set)
        except Unreachable as error:
            self.stderr.write(f"The mail server accepts nothing: {error}")
            return False
        if sent:
            self.stdout.write(f"E-mails sent: {sent}")
        return True
