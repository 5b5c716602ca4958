"""Pages of visitors, and counts of the header, cached for ``KEEP_PAGES`` seconds.

A page is kept under all that shows in it: its address and host, the language and look that were
chosen or asked for, and a word that is new after every request that may have written.  Nothing of
a session is in it: who is signed in, or brings any cookie but those of language and look, gets a
page of their own, and a page that sets a cookie, as one with a token for its form, is not kept.
What jobs and commands write shows when the seconds are over; so does, in another process, what a
request wrote, where the processes share no cache (``CACHE_URL``).
"""

from __future__ import annotations

import hashlib
import time
import uuid
from collections.abc import Callable
from typing import Any, Final, cast

from django.conf import settings
from django.core.cache import cache, caches
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

from goclub.common.around import Middleware

#: Longer addresses, and pages of more bytes, are made each time.
LONGEST: Final = 300
LARGEST: Final = 200_000
#: What a visitor may bring and still get the same page as others; a token is in none that is kept.
_SAME: Final = {settings.LANGUAGE_COOKIE_NAME, "theme", settings.CSRF_COOKIE_NAME}
_SHOWN: Final = (settings.LANGUAGE_COOKIE_NAME, "theme")
#: In the cache: the word of the last write.  In a session: when its owner last sent something.
_WRITTEN: Final = "pages.written"
_ACTED: Final = "acted_at"

Kept = tuple[list[tuple[str, str]], bytes]


class KeptPagesMiddleware(Middleware):
    """Answer a visitor with the page that was made for another one, where nothing was written."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = _key(request) if settings.KEEP_PAGES else ""
        if not key:
            response = self.get_response(request)
            if settings.KEEP_PAGES and request.method not in ("GET", "HEAD", "OPTIONS"):
                cache.set(_WRITTEN, uuid.uuid4().hex, None)
            return response
        kept: Kept | None = caches["pages"].get(key)
        if kept is None:
            response = self.get_response(request)
            if _is_for_all(request, response):
                page = (list(response.items()), response.content)
                caches["pages"].set(key, page, settings.KEEP_PAGES)
            return response
        headers, content = kept
        answer = HttpResponse(content, headers=dict(headers))
        return cast(
            HttpResponse,
            get_conditional_response(request, etag=answer.headers.get("ETag"), response=answer),
        )


def note_step(request: HttpRequest) -> None:
    """Let the counts of whoever sends this be counted anew, in every process."""
    if settings.KEEP_PAGES:
        request.session[_ACTED] = time.time()


def counted(request: HttpRequest, name: str, count: Callable[[], int]) -> int:
    """Return a count of the header, at most ``KEEP_PAGES`` seconds old.

    ``name`` what is counted for the user of this request.  After a step of their own it is new.
    """
    key = f"{name}.{request.user.pk}.{request.session.get(_ACTED, '')}"
    return cast(int, caches["pages"].get_or_set(key, count, settings.KEEP_PAGES))


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
    return hashlib.sha256(repr((cache.get(_WRITTEN), asked)).encode()).hexdigest()


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
