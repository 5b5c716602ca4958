"""The page for when the line is away, and the worker that shows it."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from goclub.common.release import release_of
from goclub.front.queries import offline_walls
from goclub.members.requests import MemberRequest


@require_safe
def page(request: MemberRequest) -> HttpResponse:
    """The same for everybody: nothing on it says who read it last."""
    response = render(request, "front/offline.html", {"walls": offline_walls()})
    response["Content-Language"] = get_language() or settings.LANGUAGE_CODE
    return response


@require_safe
@cache_control(no_cache=True)
def worker(request: MemberRequest) -> HttpResponse:
    """The one service worker of the site; standing at its root, it may answer for every page."""
    context = {"release": _release()}
    return render(
        request, "front/worker.js", context, content_type="text/javascript; charset=utf-8"
    )


@lru_cache(maxsize=1)
def _release() -> str:
    return release_of(settings.BASE_DIR)
