"""Reading from a replica of the database, and one's own writes at once.

A page that only reads (GET, HEAD) is read from the replica of ``REPLICA_URL``, all of it; what is
written, and all that is read in a request that may write, goes to the primary.  Who has written
bears a cookie for ``REPLICA_OWN_WRITES`` seconds and reads the primary until then, so that nobody
misses what he wrote himself; that of others he sees ``REPLICA_LAG`` seconds later at most: a
replica that is further behind, or away, is left alone, and a page that met its end is made again.
While the primary is away, pages are read from the replica as it stands; nothing can be written.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextvars import ContextVar
from threading import Lock
from typing import Any, Final

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.http import HttpRequest, HttpResponse

_log = logging.getLogger(__name__)

REPLICA: Final = "replica"
#: The cookie of those who have just written.
MARK: Final = "wrote"
#: How often the replica is asked how far behind it is, and how long one that failed rests.
LOOK_EVERY: Final = 1.0
REST: Final = 5.0
#: Behind by so many seconds; nothing where it has all that the primary sent.
_BEHIND: Final = """
    SELECT CASE
        WHEN NOT pg_is_in_recovery() THEN 0
        WHEN NOT EXISTS (SELECT FROM pg_stat_wal_receiver) THEN NULL
        WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
        ELSE extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())
    END"""

_reading: ContextVar[str] = ContextVar("reading", default=DEFAULT_DB_ALIAS)
_wrote: ContextVar[bool] = ContextVar("wrote", default=False)


def has_replica() -> bool:
    """Whether the settings name one."""
    return REPLICA in settings.DATABASES


def reading_alias() -> str:
    """The database that this request reads."""
    alias = _reading.get()
    # What a transaction has written itself is in no other database.
    if alias != DEFAULT_DB_ALIAS and connections[DEFAULT_DB_ALIAS].in_atomic_block:
        return DEFAULT_DB_ALIAS
    return alias


def note_written() -> None:
    """Whoever asks has written, now or when this request came before: he reads the primary."""
    _wrote.set(True)
    _reading.set(DEFAULT_DB_ALIAS)


class ReplicaRouter:
    """Reads where the request reads; writes, and all reading after one, on the primary."""

    def db_for_read(self, _model: type, **_hints: Any) -> str:
        """The replica, in a request that only reads."""
        return reading_alias()

    def db_for_write(self, _model: type, **_hints: Any) -> str:
        """The primary, from here on for reading too."""
        note_written()
        return DEFAULT_DB_ALIAS

    def allow_relation(self, _one: object, _other: object, **_hints: Any) -> bool:
        """Both hold the same rows."""
        return True

    def allow_migrate(self, db: str, _app_label: str, **_hints: Any) -> bool:
        """The replica follows by itself."""
        return db == DEFAULT_DB_ALIAS


class _Health:
    """Whether the replica may be read, asked once a second in each process."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.good = False
        self.until = 0.0

    def __call__(self) -> bool:
        with self.lock:
            now = time.monotonic()
            if now >= self.until:
                self.good = self._looks_good()
                self.until = now + (LOOK_EVERY if self.good else REST)
            return self.good

    def failed(self) -> None:
        """A page met its end."""
        with self.lock:
            self.good, self.until = False, time.monotonic() + REST

    def _looks_good(self) -> bool:
        try:
            behind = seconds_behind()
        except Error as error:
            _log.warning("the replica is away: %s", error)
            return False
        if behind is None or behind > settings.REPLICA_LAG:
            _log.warning("the replica is behind: %s s", "?" if behind is None else round(behind, 1))
            return False
        return True


health = _Health()


def seconds_behind() -> float | None:
    """How far the replica is behind; None where it hears nothing of the primary.

    Raises django.db.Error where it is away.
    """
    connection = connections[REPLICA]
    connection.close_if_unusable_or_obsolete()
    with connection.cursor() as cursor:
        cursor.execute(_BEHIND)
        (behind,) = cursor.fetchone()
    return None if behind is None else float(behind)


class ReplicaMiddleware:
    """Choose what a request reads, and mark who has written."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not has_replica():
            return self.get_response(request)
        only_reads = request.method in ("GET", "HEAD") and MARK not in request.COOKIES
        alias = REPLICA if only_reads and health() else DEFAULT_DB_ALIAS
        response = self._read(request, alias)
        if alias == REPLICA and response.status_code in (500, 503):
            connections[REPLICA].close()
            health.failed()
            return self._read(request, DEFAULT_DB_ALIAS)
        if only_reads and alias == DEFAULT_DB_ALIAS and response.status_code == 503:
            instead = self._read(request, REPLICA)
            return instead if instead.status_code < 500 else response
        return response

    def _read(self, request: HttpRequest, alias: str) -> HttpResponse:
        tokens = _reading.set(alias), _wrote.set(False)
        try:
            response = self.get_response(request)
            if _wrote.get():
                response.set_cookie(
                    MARK, "1", max_age=settings.REPLICA_OWN_WRITES, httponly=True,
                    samesite="Lax", secure=settings.SESSION_COOKIE_SECURE,
                )  # fmt: skip
            return response
        finally:
            _reading.reset(tokens[0])
            _wrote.reset(tokens[1])
