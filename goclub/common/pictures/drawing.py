"""SVG to PNG, drawn once for what it shows and kept by that; and the answer that carries it.

The name of a kept picture is a digest of the SVG, so none can be out of date.  Putting the SVG
together costs less than the page of the same thing; drawing it costs about as much as a large page
(80 ms), happens once, one at a time in a process, and is counted by address (``LIMIT_PICTURE``).
"""

from __future__ import annotations

import logging
from hashlib import sha256
from threading import Lock
from typing import Final

import resvg_py
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag

from goclub.common.limits import seconds_to_wait
from goclub.common.pictures.fonts import font_files

_log = logging.getLogger(__name__)
_drawing: Final = Lock()


def rasterise(svg: str) -> bytes:
    """The SVG as PNG, in its own size, in the fonts of this machine."""
    files = list(font_files().values())
    with _drawing:
        return bytes(
            resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=files)
        )


def picture_response(request: HttpRequest, svg: str) -> HttpResponse:
    """The picture; 304 where the asker has it, 429 where he has too many drawn."""
    name = _name(svg)
    etag = quote_etag(name)
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = _answer(request, svg, name)
    # Whoever may see it is asked again each time, as for the page.
    patch_cache_control(response, no_cache=True)
    if response.status_code != 429:
        response["ETag"] = etag
    return response


def _name(svg: str) -> str:
    made_with = (svg, resvg_py.__version__, *font_files().values())
    return sha256("\0".join(made_with).encode()).hexdigest()[:40]


def _answer(request: HttpRequest, svg: str, name: str) -> HttpResponse:
    png: bytes | None = _kept(name)
    if png is None:
        seconds = seconds_to_wait(request, "picture", method=request.method or "GET")
        if seconds:
            return HttpResponse(status=429, headers={"Retry-After": str(seconds)})
        png = rasterise(svg)
        _keep(name, png)
    return HttpResponse(png, content_type="image/png")


def forget_pictures() -> None:
    """Throw all pictures away: a name that was replaced for good stands on none of them."""
    try:
        caches["pictures"].clear()
    except OSError:
        _log.warning("the pictures could not be thrown away", exc_info=True)


def _kept(name: str) -> bytes | None:
    try:
        picture: bytes | None = caches["pictures"].get(name)
    except OSError:
        return None
    return picture


def _keep(name: str, png: bytes) -> None:
    """A full disk is no reason to show nothing."""
    try:
        caches["pictures"].set(name, png)
    except OSError:
        _log.warning("a picture could not be kept", exc_info=True)
