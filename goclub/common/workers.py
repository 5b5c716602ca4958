"""Who has taken a row of a queue, and whether he is still at it."""

from __future__ import annotations

import os
import secrets
import socket
from datetime import datetime, timedelta
from typing import Final

#: So long a row stays with a worker of another machine before it counts as stranded.
STRANDED: Final = timedelta(minutes=10)

#: Tells this process from an earlier one that had its number.
_TOKEN: Final = secrets.token_hex(4)


def worker_name() -> str:
    """Who takes a row: the machine, the number of the process, and what tells it from others."""
    return f"{socket.gethostname()[:50]}:{os.getpid()}:{_TOKEN}"


def is_alive(worker: str, since: datetime, at: datetime) -> bool:
    """Whether the worker that took a row is still at it; this one, asking, has none at hand."""
    host, pid = worker.rsplit(":", 2)[:2]
    if host == socket.gethostname()[:50]:
        if int(pid) == os.getpid():
            return False
        try:
            os.kill(int(pid), 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            pass  # it is there, and somebody else's
    return at - since < STRANDED
