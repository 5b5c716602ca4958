"""How often one address, or one login, may send what costs the site much.

The counts are django-ratelimit's, in the cache; the limits are settings (``LIMITS``), and what they
are for has a name there: ``sign_in``, ``join``, ``password``, ``upload``, ``toss``.  Looking is
never counted, but for the search of members (``find``), which asks at every letter, and for what
programs read (``programs``).
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django_ratelimit.core import get_usage

View = Callable[..., HttpResponseBase]


def seconds_to_wait(
    request: HttpRequest, name: str, *, method: str = "POST", counts: bool = True
) -> int:
    """Count a post, and say after how many seconds the next may come; 0 where this one may.

    Counted by login, and by address where nobody is signed in; *method*: which requests count.
    """
    usage = get_usage(
        request,
        group=name,
        key="user_or_ip",
        rate=settings.LIMITS[name],
        method=method,
        increment=counts,
    )
    if usage is None or not usage["should_limit"]:
        return 0
    return max(1, int(usage["time_left"]))


def asked_too_often(request: HttpRequest, name: str) -> JsonResponse | None:
    """What a script is told that asks at every letter, and may not just now."""
    seconds = seconds_to_wait(request, name, method="GET")
    if not seconds:
        return None
    return JsonResponse(
        {"said": try_again(seconds)}, status=429, headers={"Retry-After": str(seconds)}
    )


def refused(
    request: HttpRequest,
    seconds: int,
    template: str = "429.html",
    context: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """The page that says when to try again: one of its own, or the form as it was."""
    messages.error(request, _("Too many attempts. %(when)s") % {"when": try_again(seconds)})
    response = render(request, template, dict(context or {}), status=429)
    response["Retry-After"] = str(seconds)
    return response


def try_again(seconds: int) -> str:
    """When to come back, in words.

    >>> try_again(90)
    'Please try again in 2 minutes.'
    """
    if seconds < 60:
        text = ngettext(
            "Please try again in %(n)s second.", "Please try again in %(n)s seconds.", seconds
        )
        return text % {"n": seconds}
    minutes = -(-seconds // 60)
    text = ngettext(
        "Please try again in %(n)s minute.", "Please try again in %(n)s minutes.", minutes
    )
    return text % {"n": minutes}


def limited(name: str) -> Callable[[View], View]:
    """Let a view's posts count under *name*, and answer those above the limit in its place."""

    def around(view: View) -> View:
        @wraps(view)
        def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            seconds = seconds_to_wait(request, name)
            return refused(request, seconds) if seconds else view(request, *args, **kwargs)

        return counted

    return around


def limited_misses(name: str) -> Callable[[View], View]:
    """Let a view's answers “not found” count under *name*; above the limit nothing is looked up."""

    def around(view: View) -> View:
        @wraps(view)
        def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            method = request.method or "GET"
            if seconds := seconds_to_wait(request, name, method=method, counts=False):
                return refused(request, seconds)
            try:
                return view(request, *args, **kwargs)
            except Http404:
                seconds_to_wait(request, name, method=method)
                raise

        return counted

    return around


def client_address(request: HttpRequest) -> str:
    """The address of whoever asked the outermost proxy that is ours.

    ``TRUSTED_PROXIES`` says how many stand before the site.  Each adds at the end of
    X-Forwarded-For whom it heard; what stands further left anybody can write, and is not read.
    """
    nearest: str = request.META.get("REMOTE_ADDR") or "0.0.0.0"  # noqa: S104
    proxies: int = settings.TRUSTED_PROXIES
    addresses = request.headers.get("X-Forwarded-For", "").split(",") if proxies else []
    chain = [*addresses, nearest]
    # Without a proxy the nearest is the client; behind one it is whom that one heard.
    text = chain[max(-1 - proxies, -len(chain))].strip()
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        return nearest
