"""Pages that visitors read, kept a short time as they went over the wire.

Kept in the memory of each process, under all that shows in a page: its address and host, the
language and look that were chosen or asked for, and the state of the database, so that a page is
made anew after whatever was written.  Nothing of a session is in them: who is signed in, or brings
any cookie but those of language and look, gets a page of his own, and a page that sets a cookie
(as one with a token for its form does) is not kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Final, cast

from django.conf import settings
from django.core.cache import caches
from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

from goclub.common.written import asked_once, state_of_database

#: Longer addresses, and pages of more bytes, are made each time.
LONGEST: Final = 300
LARGEST: Final = 200_000
#: What a visitor may bring and still get the same page as others; a token is in none that is kept.
_SAME: Final = {settings.LANGUAGE_COOKIE_NAME, "theme", settings.CSRF_COOKIE_NAME}
_SHOWN: Final = (settings.LANGUAGE_COOKIE_NAME, "theme")

Kept = tuple[list[tuple[str, str]], bytes]


class KeptPagesMiddleware:
    """Answer a visitor with the page that was made for another one, where nothing was written."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with asked_once():
            return self._answer(request)

    def _answer(self, request: HttpRequest) -> HttpResponse:
        key = _key(request) if settings.KEEP_PAGES else ""
        if not key:
            return self.get_response(request)
        cache = caches["pages"]
        kept: Kept | None = cache.get(key)
        if kept is None:
            response = self.get_response(request)
            if _is_for_all(request, response):
                page = (list(response.items()), response.content)
                cache.set(key, page, settings.KEEP_PAGES)
            return response
        headers, content = kept
        answer = HttpResponse(content, headers=dict(headers))
        return cast(
            HttpResponse,
            get_conditional_response(request, etag=answer.headers.get("ETag"), response=answer),
        )


def _key(request: HttpRequest) -> str:
    """Under which name the page of this request is kept; "" where it is made for one reader."""
    meta = request.META
    asked: list[Any] = [
        request.scheme,
        meta.get("HTTP_HOST", ""),
        request.get_full_path(),
        meta.get("HTTP_ACCEPT_LANGUAGE", ""),
        *(request.COOKIES.get(name, "") for name in _SHOWN),
        "gzip" in meta.get("HTTP_ACCEPT_ENCODING", ""),
    ]
    if (
        request.method != "GET"
        or "HTTP_AUTHORIZATION" in meta
        or not request.COOKIES.keys() <= _SAME
        or any(len(str(part)) > LONGEST for part in asked)
    ):
        return ""
    try:
        state = state_of_database()
    except Error:
        return ""  # what is made of it says so in words
    return state and hashlib.sha256(repr((state, asked)).encode()).hexdigest()


def _is_for_all(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether every visitor who asks so gets this very page."""
    user = getattr(request, "user", None)
    return (
        response.status_code == 200
        and not response.streaming
        and response.headers.get("Content-Type", "").startswith("text/html")
        and not response.cookies
        and not {"private", "no-store", "no-cache"}
        & set(response.headers.get("Cache-Control", "").replace(",", " ").split())
        and not request.META.get("CSRF_COOKIE_NEEDS_UPDATE")
        and user is not None
        and not user.is_authenticated
        and len(response.content) <= LARGEST
    )
