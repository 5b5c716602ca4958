"""Work that a request leaves to the background, and who has taken a row of a queue.

Work is done by a thread of this process, or by a worker: with ``BACKGROUND_JOBS=worker`` nothing
starts here, and ``manage.py run_jobs --watch`` looks for it.
"""

from __future__ import annotations

import logging
import os
import secrets
import socket
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import connection

_log = logging.getLogger(__name__)
_lock = threading.Lock()
#: Work that a thread is doing, and whether it was asked for again meanwhile.
_running: dict[Callable[[], object], bool] = {}


def start(work: Callable[[], object], *, by_worker: bool = False, is_daemon: bool = False) -> None:
    """Let a thread do *work*, once more where it is at it already; nothing where workers do it.

    *by_worker* where this is the worker; *is_daemon* for work that ends with the process.
    """
    if settings.BACKGROUND_JOBS == "worker" and not by_worker:
        return
    with _lock:
        is_running = work in _running
        _running[work] = is_running
    if not is_running:
        # No daemon: a process that is stopped finishes what it was doing, a command too.
        name = work.__name__
        threading.Thread(target=_run, args=[work], name=name, daemon=is_daemon).start()


def _run(work: Callable[[], object]) -> None:
    while True:
        try:
            work()
        except Exception:
            # It is still pending: the next who starts it, or run_due, goes on.
            _log.exception("%s failed", work.__name__)
        finally:
            connection.close()
        with _lock:
            if not _running[work]:
                del _running[work]
                return
            _running[work] = False


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
