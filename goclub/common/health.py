"""Whether the database answers and takes what is written, asked without harm to either."""

from __future__ import annotations

import secrets
import shutil
from pathlib import Path
from typing import Final

from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import Error, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import resolve
from django.utils import timezone

from goclub.common.around import Middleware
from goclub.common.transactions import Fault, fault_of

ADDRESS: Final = "/health/"
#: Less room than this on the disk of the database is a fault, in bytes: a busy evening fills it.
LEAST_ROOM: Final = 20 * 1024 * 1024
#: For so many seconds an answer holds: whoever asks all the time does not keep others from writing.
_HOLDS: Final = 10
_SAID: Final = {
    Fault.BUSY: "the database is busy",
    Fault.FULL: "the disk of the database is full",
    Fault.READ_ONLY: "the database can only be read",
    Fault.AWAY: "the database is away",
}
#: When a monitor may ask again, in seconds.
_RETRY_AFTER: Final = 30


class HealthMiddleware(Middleware):
    """Answer before whatever asks for a database, a host's name or https on its way.

    A monitor on the same machine knows the site as 127.0.0.1, without https.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info != ADDRESS:
            return self.get_response(request)
        response: HttpResponse = resolve(ADDRESS).func(request)
        response.headers["X-Content-Type-Options"] = "nosniff"
        if response.status_code == 503:
            response.headers["Retry-After"] = str(_RETRY_AFTER)
        return response


def database_problems() -> list[str]:
    """What keeps the database from its work, in English; nothing where all is well."""
    return cache.get_or_set("health", _problems, _HOLDS) or []


def _problems() -> list[str]:
    return [*_answers(), *_room()] or _writes()


def _answers() -> list[str]:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error as error:
        return [problem_of(error)]
    return []


def _room() -> list[str]:
    """The room on the disk of a database that is a file."""
    file = Path(str(connection.settings_dict["NAME"]))
    if connection.vendor != "sqlite" or not file.is_file():
        return []
    room = shutil.disk_usage(file.parent).free
    return [f"{room // 1024} KB left on the disk of the database"] if room < LEAST_ROOM else []


def _writes() -> list[str]:
    """Write some pages and take them back; who is busy with others' writes is well."""
    row = Session(
        session_key=f"health{secrets.token_hex(8)}",
        session_data=secrets.token_hex(8192),
        expire_date=timezone.now(),
    )
    try:
        with transaction.atomic():
            row.save(force_insert=True)
            transaction.set_rollback(True)
    except Error as error:
        return [] if fault_of(error) is Fault.BUSY else [problem_of(error)]
    return []


def problem_of(error: Error) -> str:
    """An error of the database as the health page names it."""
    fault = fault_of(error)
    return _SAID[fault] if fault else f"the database does not answer: {type(error).__name__}"
