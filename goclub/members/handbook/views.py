"""The handbook on the site."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from goclub.common.markdown import render_markdown
from goclub.members.handbook.queries import ORIGINAL, read_chapter, read_chapters
from goclub.members.requests import MemberRequest


@require_safe
def contents(request: MemberRequest) -> HttpResponse:
    """What the handbook holds."""
    context = {"chapters": read_chapters(get_language() or ORIGINAL)}
    return render(request, "members/handbook/contents.html", context)


@require_safe
def chapter(request: MemberRequest, key: str) -> HttpResponse:
    """One chapter, with the way to the one before and the one after."""
    language = get_language() or ORIGINAL
    shown = read_chapter(key, language)
    if shown is None:
        raise Http404
    every = read_chapters(language)
    at = [listed.key for listed in every].index(key)
    context = {
        "chapter": shown,
        "html": render_markdown(shown.text),
        "foreign": shown.language != language,
        "earlier": every[at - 1] if at else None,
        "later": every[at + 1] if at + 1 < len(every) else None,
    }
    return render(request, "members/handbook/chapter.html", context)
