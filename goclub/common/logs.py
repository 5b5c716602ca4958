"""What the site writes about itself: lines or JSON, without passwords, a refusal in one line.

The settings say which form (``LOG_FORMAT``) and how much (``LOG_LEVEL``); every line names the
request that it belongs to, and so does the page that a member sees when something broke.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from goclub.common import speed
from goclub.common.around import Middleware

#: The number of the request at hand; "" outside of one.
request_number: ContextVar[str] = ContextVar("request_number", default="")

_HEADER: Final = "X-Request-ID"
_NUMBER: Final = re.compile(r"[A-Za-z0-9-]{6,64}")
_SECRETS: Final = re.compile(
    r"(://[^\s:/@]*:)[^\s@]+(?=@)"
    r"|((?:pass(?:word|wd)?|secret(?:_key)?|token|sessionid|csrftoken|code|key)"
    r"[\"']?\s*[=:]\s*[\"']?)[^\s\"'&;,]+",
    re.IGNORECASE,
)
#: Parts of an address that are as good as a password.
_SECRET_PARTS: Final = {"token", "code", "uidb64", "key", "secret", "signed"}

_UNTOLD: Final = ("/static/", "/health/")

_access = logging.getLogger("goclub.access")


def without_secrets(text: str) -> str:
    """The same text with every password, key and token in it struck out.

    >>> without_secrets("postgres://club:hoshi@db/club and token=abc&page=2")
    'postgres://club:***@db/club and token=***&page=2'
    """
    return _SECRETS.sub(lambda match: f"{match[1] or match[2]}***", text)


class OrdinaryRefusals(logging.Filter):
    """A page that there is not, a form without its key, a foreign host: no traceback, no secret."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let everything through, shorter where a client was refused."""
        status = getattr(record, "status_code", 0)
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            path = path_of(request)
            record.args = tuple(
                path if argument == request.path else argument for argument in record.args
            )
        if 400 <= status < 500 or record.name.startswith("django.security"):
            record.exc_info = None
            record.exc_text = None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


class LineFormatter(logging.Formatter):
    """Time, level, who speaks, the request, what is said."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s%(request_tag)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """One line, with a traceback below where there is one."""
        number = request_number.get()
        record.request_tag = f" [{number}]" if number else ""
        return without_secrets(super().format(record))


class JsonFormatter(logging.Formatter):
    """The same as one JSON object a line, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, whatever is in the message."""
        fields: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
            "request": request_number.get(),
            **getattr(record, "figures", {}),
        }
        if record.exc_info:
            fields["traceback"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(fields, ensure_ascii=False, default=str)


def logging_config(*, form: str, level: str, access: bool, office: bool) -> dict[str, Any]:
    """What ``LOGGING`` is: everything to the error stream, which a service's journal keeps.

    ``access`` a line for every request; ``office`` whether the office is told of what breaks.
    """
    formatter = "JsonFormatter" if form == "json" else "LineFormatter"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"refusals": {"()": "goclub.common.logs.OrdinaryRefusals"}},
        "formatters": {"chosen": {"()": f"goclub.common.logs.{formatter}"}},
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": "chosen",
                "filters": ["refusals"],
            },
            "office": {"class": "goclub.common.error_reports.OfficeHandler", "level": "ERROR"},
        },
        "loggers": {
            "goclub.access": {"level": "INFO" if access else "CRITICAL"},
            # Django's own handlers write the same once more.
            "django": {"handlers": [], "level": level},
            "django.request": {"handlers": ["office"] if office else []},
        },
        "root": {"handlers": ["console"], "level": level},
    }


class RequestLogMiddleware(Middleware):
    """Give every request a number, and say in one line what became of it.

    The number stands in every line of the log, in the header X-Request-ID and on the error page;
    a proxy that gives numbers of its own is believed.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request_id = request.headers.get(_HEADER, "")
        number = request_id if _NUMBER.fullmatch(request_id) else secrets.token_hex(4)
        token = request_number.set(number)
        started = time.perf_counter()
        try:
            response = self.get_response(request)
            response.headers[_HEADER] = number
            seconds = time.perf_counter() - started
            _tell(request, response.status_code, seconds)
            if not request.path.startswith(_UNTOLD):
                speed.count(seconds)
            return response
        finally:
            request_number.reset(token)


def _tell(request: HttpRequest, status: int, seconds: float) -> None:
    if not _access.isEnabledFor(logging.INFO):
        return
    # Styles and monitors ask all the time, and say something only where they are refused.
    if status < 400 and request.path.startswith(_UNTOLD):
        return
    member = getattr(getattr(request, "member", None), "pk", None)
    figures = {
        "method": request.method,
        "path": path_of(request),
        "status": status,
        "ms": round(seconds * 1000),
        "member": member,
    }
    _access.info(
        "%(method)s %(path)s %(status)s %(ms)s ms member=%(member)s",
        figures,
        extra={"figures": figures},
    )


def path_of(request: HttpRequest) -> str:
    """Where a request went, without what comes after the question mark, secrets struck out."""
    # Line breaks of an address would let someone write lines of their own.
    path = request.path.encode("unicode_escape").decode("ascii") if not request.path.isprintable() \
        else request.path  # fmt: skip
    match = request.resolver_match
    for name, value in (match.kwargs if match else {}).items():
        if name in _SECRET_PARTS and value:
            path = path.replace(str(value), "***")
    return path
