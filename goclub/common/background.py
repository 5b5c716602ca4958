"""Work that a request leaves to the background: done by a thread of this process, or by a worker.

With ``BACKGROUND_JOBS=worker`` nothing starts here: ``manage.py run_jobs --watch`` looks for it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from django.conf import settings
from django.db import connection

_log = logging.getLogger(__name__)
_lock = threading.Lock()
#: Work that a thread is doing, and whether it was asked for again meanwhile.
_running: dict[Callable[[], object], bool] = {}


def start(work: Callable[[], object]) -> None:
    """Let a thread do *work*, once more where it is at it already; nothing where workers do it."""
    if settings.BACKGROUND_JOBS == "worker":
        return
    with _lock:
        is_running = work in _running
        _running[work] = is_running
    if not is_running:
        # No daemon: a process that is stopped finishes what it was doing, a command too.
        threading.Thread(target=_run, args=[work], name=work.__name__).start()


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
