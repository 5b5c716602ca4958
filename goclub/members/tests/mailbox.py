"""A mail server of the tests."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from aiosmtpd.controller import Controller


class Mailbox:
    """A mail server that notes what it took, and says no to some."""

    def __init__(self):
        self.taken = []
        self.changed = threading.Condition()
        self.says = "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("nobody"):
            return "550 no such mailbox"
        if address.startswith("later"):
            return "451 come back later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        with self.changed:
            if self.says.startswith("250"):
                self.taken.append((envelope.rcpt_tos[0], envelope.content))
            self.changed.notify_all()
        if self.says == "hang up":
            self.taken.append((envelope.rcpt_tos[0], envelope.content))
            server.transport.close()
        return self.says

    def wait_for(self, count):
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.taken) >= count, timeout=60)


@contextmanager
def serving(port: int) -> Iterator[Mailbox]:
    """A mail server at a port of this machine."""
    box = Mailbox()
    box.port = port
    server = Controller(box, hostname="127.0.0.1", port=port)
    server.start()
    try:
        yield box
    finally:
        server.stop()
