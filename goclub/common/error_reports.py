"""What breaks is told to the office: once an hour for each kind, and nobody's page waits for it."""

from __future__ import annotations

import logging
import threading
import traceback
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import connections
from django.dispatch import Signal
from django.utils import timezone

from goclub.common.logs import path_of, request_number, without_secrets

#: Sent in a thread of its own with ``failure``, a :class:`Failure`; apps above write the letter.
site_failed: Final = Signal()
EVERY: Final = timedelta(hours=1)
_log = logging.getLogger(__name__)


class ErrorReport:
    """Something that broke: its kind, where, when, and what the log has of it."""

    def __init__(self, *, error: BaseException, path: str, number: str, at: datetime) -> None:
        frame = _place(error)
        self.kind: Final = f"{type(error).__name__} in {frame}"
        self.path: Final = path
        self.number: Final = number
        self.at: Final = at
        self.trace: Final = without_secrets("".join(traceback.format_exception(error)))[-6000:]

    @property
    def key(self) -> str:
        """The same for all that is of one kind within one hour, in every process."""
        return f"site-failed:{self.kind}"[:60] + f":{self.at:%Y%m%d%H}"


def _place(error: BaseException) -> str:
    """File and line of ours where it broke; of others where none of ours is on the way."""
    frames = traceback.extract_tb(error.__traceback__)
    root = Path(settings.BASE_DIR)
    ours = [frame for frame in frames if Path(frame.filename).is_relative_to(root / "goclub")]
    if not frames:
        return "?"
    last = (ours or list(frames))[-1]
    path = Path(last.filename)
    name = path.relative_to(root) if path.is_relative_to(root) else path.name
    return f"{name}:{last.lineno}"


class OfficeHandler(logging.Handler):
    """Hears of pages that broke; refusals and a database that is away are no such thing."""

    def __init__(self, level: int = logging.ERROR) -> None:
        super().__init__(level)
        self._told: dict[str, datetime] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Tell, unless the same was told within the hour.  Never fails, never waits."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None or getattr(record, "status_code", 0) != 500:
            return
        try:
            request: Any = getattr(record, "request", None)
            failure = ErrorReport(
                error=error,
                path=path_of(request) if request is not None else "",
                number=request_number.get(),
                at=timezone.now(),
            )
            if self._is_new(failure):
                start(failure)
        except Exception:
            self.handleError(record)

    def _is_new(self, failure: ErrorReport) -> bool:
        with self.lock or threading.RLock():
            self._told = {k: at for k, at in self._told.items() if failure.at - at < EVERY}
            if failure.kind in self._told:
                return False
            self._told[failure.kind] = failure.at
            return True


def start(failure: ErrorReport) -> None:
    """Tell in a thread of its own, with connections of its own: the request goes on meanwhile."""
    threading.Thread(target=tell, args=(failure,), daemon=True).start()


def tell(failure: ErrorReport) -> None:
    """Let the apps above write; where the database is away, the log alone has it."""
    try:
        for _receiver, answer in site_failed.send_robust(sender=ErrorReport, failure=failure):
            if isinstance(answer, Exception):
                _log.warning("The office was not told: %s", answer)
    finally:
        if threading.current_thread() is not threading.main_thread():
            connections.close_all()
