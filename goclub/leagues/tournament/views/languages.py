"""Pages that somebody asks for in another language than his own: prints, screens, phones."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import HttpResponseBase
from django.utils import translation

from goclub.members.context import own_names
from goclub.members.requests import MemberRequest

View = Callable[..., HttpResponseBase]


def in_language(view: View) -> View:
    """A page that follows ``?language=ja``; an unknown language is left alone."""

    @wraps(view)
    def wrapped(request: MemberRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        code = request.GET.get("language", "")
        if code not in dict(settings.LANGUAGES):
            return view(request, *args, **kwargs)
        with translation.override(code):
            return view(request, *args, **kwargs)

    return wrapped


def language_links(request: MemberRequest) -> list[dict[str, object]]:
    """The same page in every language of the site: ``code``, ``name``, ``query``, ``here``."""
    now = translation.get_language()
    links = []
    for code, name in own_names():
        query = request.GET.copy()
        query["language"] = code
        links.append(
            {
                "code": code,
                "name": name,
                "query": query.urlencode(),
                "here": code == now,
            }
        )
    return links
