"""What a view could not answer: a database that takes nothing now, or a refusal, said in words."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseServerError, JsonResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.html import escape

from goclub.common.http import page_before
from goclub.common.logs import request_number
from goclub.common.refusals.registry import describe
from goclub.common.transactions import Fault, fault_of
from ratings.errors import RuleError

_log = logging.getLogger(__name__)

#: When to come back, in seconds: others' writes pass soon, a disk waits for somebody to make room.
RETRY_AFTER: Final = {
    Fault.BUSY: 10,
    Fault.FULL: 300,
    Fault.READ_ONLY: 300,
    Fault.AWAY: 30,
}
STATUS: Final = {Fault.BUSY: 503, Fault.FULL: 507, Fault.READ_ONLY: 503, Fault.AWAY: 503}
#: The error page where not even a page can be made; the number stands once.
PLAIN: Final = """<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>500</title>
</head>
<body>
<h1>Something broke</h1>
<p>It is our fault, not yours. Please try again in a moment.</p>
<p lang="ja">こちらの不具合です。しばらくしてからもう一度お試しください。</p>
<p lang="pl">To nasza wina, nie twoja. Spróbuj ponownie za chwilę.</p>
<p lang="th">เป็นความผิดพลาดของเรา ไม่ใช่ของคุณ โปรดลองอีกครั้งในอีกสักครู่</p>
<p><code>{number}</code></p>
<p><a href="/">/</a></p>
</body>
</html>
"""


class FaultMiddleware:
    """Answer for a view that the database turned away to the very end, or did not hear."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page for this error; None where it is one of ours."""
        if isinstance(error, RuleError) and request.method == "POST":
            return _refusal(request, error)
        fault = fault_of(error)
        if fault is None:
            return None
        _log.error("%s %s: %s", request.method, request.path, error)
        return fault_page(request, fault)


def _refusal(request: HttpRequest, error: RuleError) -> HttpResponse:
    """Say a refusal that no form of the view took, on the page from which it was sent."""
    text = describe(error)
    if request.headers.get("Accept", "").startswith("application/json"):
        return JsonResponse({"said": text}, status=422)
    messages.error(request, text)
    return redirect(page_before(request))


def fault_page(request: HttpRequest, fault: Fault) -> HttpResponse:
    """Why nothing could be written or read, and when to try again.  Asks nothing of the database.

    Where the fault came before the reader was known, in the language that the browser asks for.
    """
    context = {"fault": fault.value, "sent": request.method not in ("GET", "HEAD")}
    with translation.override(_language(request)):
        text = render_to_string("503.html", context)
    after = str(RETRY_AFTER[fault])
    headers = {"Retry-After": after, "Cache-Control": "private, no-store"}
    return HttpResponse(text, status=STATUS[fault], headers=headers)


def _language(request: HttpRequest) -> str:
    """The reader's, where it is known who reads; else what the browser asks for."""
    known: str = getattr(request, "LANGUAGE_CODE", "")
    return known or translation.get_language_from_request(request)


def server_error(request: HttpRequest) -> HttpResponse:
    """The last resort; what other middleware wanted to write or read may have met a fault too.

    Nothing is asked of what may have broken: no database, no context but the number to quote; and
    where templates or catalogues are what broke, a text that needs neither.
    """
    error = sys.exc_info()[1]
    number = request_number.get()
    fault = fault_of(error) if error else None
    try:
        if fault:
            return fault_page(request, fault)
        with translation.override(_language(request)):
            text: str = render_to_string("500.html", {"number": number})
    except Exception:
        _log.exception("the error page itself cannot be shown")
        text = PLAIN.format(number=escape(number))
    return HttpResponseServerError(text, headers={"Cache-Control": "private, no-store"})
