"""Headers that every answer bears."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware
from django.utils.cache import patch_cache_control
from django.utils.crypto import salted_hmac

GetResponse = Callable[[HttpRequest], HttpResponse]
READER = "goclub.reader"
#: As many bytes as nginx takes of an address by itself.
LONGEST_QUERY = 8000


class PermissionsPolicyMiddleware:
    """What browsers need not offer to the site, nor to anything framed in it."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.policy = ", ".join(f"{name}=()" for name in settings.PERMISSIONS_POLICY_DENIED)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", self.policy)
        return response


class LongAddressMiddleware:
    """Refuse an address that is longer than any of ours: no search looks for a whole book."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if len(request.META.get("QUERY_STRING", "")) > LONGEST_QUERY:
            return HttpResponse("The address is too long.", "text/plain", status=414)
        return self.get_response(request)


class PrivateAnswersMiddleware:
    """What was made for one reader is kept by nobody else: no shared cache stores it.

    That is every answer to somebody who is signed in, every answer that sets a cookie, and every
    page whose address is a secret (those whose view says so).  The reader's own browser asks again
    before it shows a page of a member, so that nobody finds it after the sign-out; it may keep one
    to go back to, with what was typed.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

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
