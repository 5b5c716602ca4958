"""What stands around every view: headers, ETags, and answers for what a view could not answer."""

from __future__ import annotations

import logging
import sys
from typing import Final

from django.conf import settings
from django.contrib import messages
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseServerError,
    JsonResponse,
)
from django.http.response import HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.crypto import salted_hmac
from django.utils.html import escape

from goclub.common.around import Middleware
from goclub.common.http import page_before
from goclub.common.logs import request_number
from goclub.common.refusals.registry import describe
from goclub.common.transactions import Fault, fault_of, row_is_gone
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


class FaultMiddleware(Middleware):
    """Answer for a view that the database turned away to the very end, or did not hear, and for one
    whose row was deleted meanwhile."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page for this error; None where it is one of ours."""
        if isinstance(error, RuleError) and request.method == "POST":
            return _refusal(request, error)
        if row_is_gone(error) and request.method == "POST":
            _log.warning("%s %s: %s", request.method, request.path, error)
            raise Http404 from error
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


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Who asks is not looked up: it may be their cookie that cannot be read."""
    with translation.override(_language(request)):
        return HttpResponseBadRequest(render_to_string("400.html"))


READER = "goclub.reader"
#: As many bytes as nginx takes of an address by itself.
LONGEST_QUERY = 8000


class PermissionsPolicyMiddleware(Middleware):
    """What browsers need not offer to the site, nor to anything framed in it."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        policy = ", ".join(f"{name}=()" for name in settings.PERMISSIONS_POLICY_DENIED)
        response.headers.setdefault("Permissions-Policy", policy)
        return response


class LongAddressMiddleware(Middleware):
    """Refuse an address that is longer than any of ours: no search looks for a whole book."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if len(request.META.get("QUERY_STRING", "")) > LONGEST_QUERY:
            return HttpResponse("The address is too long.", "text/plain", status=414)
        return self.get_response(request)


class PrivateAnswersMiddleware(Middleware):
    """What was made for one reader is kept by nobody else: no shared cache stores it.

    That is every answer to somebody who is signed in, every answer that sets a cookie, and every
    page whose address is a secret (those whose view says so).  The reader's own browser asks again
    before it shows a page of a member, so that nobody finds it after the sign-out; it may keep one
    to go back to, with what was typed.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code >= 500:
            # Who was reading may be what could not be asked; a fault is kept by nobody at all.
            patch_cache_control(response, private=True, no_store=True)
            return response
        user = getattr(request, "user", None)
        known = user is not None and user.is_authenticated
        if response.cookies or known:
            patch_cache_control(response, private=True)
        if user is not None and known:
            # For the worker that keeps pages for when the line is away: not another reader's.
            response.headers["Reader"] = salted_hmac(READER, str(user.pk)).hexdigest()[:16]
        if known and "max-age" not in response.headers["Cache-Control"]:
            patch_cache_control(response, no_cache=True)
        return response


class SameForAllMiddleware(ConditionalGetMiddleware):
    """An ETag for what does not change from one asking to the next, and 304 where it is known.

    Records, tables as files, calendars, feeds, the club's colours, and the pages that a visitor
    reads: nothing in them belongs to a session.  A page of a member, and one that brings a token
    for its form, is another each time and gets none.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if response.headers.get("Content-Type", "").startswith("text/html") and (
            response.cookies or "private" in response.headers.get("Cache-Control", "")
        ):
            return response
        return super().process_response(request, response)
