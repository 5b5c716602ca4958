"""The handbook on the site: its chapters are files of ``docs/handbook/<language>/``."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from goclub.common.markdown import render_markdown
from goclub.members.requests import MemberRequest

FOLDER: Final = Path(settings.BASE_DIR) / "docs" / "handbook"
#: The language in which every chapter is written first.
ORIGINAL: Final = "en"
#: Every chapter by its key, in the order in which a club needs them.
CHAPTERS: Final = (
    "first-hour",
    "moving-in",
    "people",
    "desk",
    "club-night",
    "tournaments",
    "leagues",
    "points-and-rules",
    "keeping",
)


class Chapter(NamedTuple):
    """A chapter in one language: ``text`` is Markdown without its title."""

    key: str
    language: str
    title: str
    text: str


@cache
def read_chapter(key: str, language: str) -> Chapter | None:
    """A chapter in a language, or as it was first written; None where there is no such chapter."""
    if key not in CHAPTERS:
        return None
    file = FOLDER / language / f"{key}.md"
    if not file.is_file():
        return read_chapter(key, ORIGINAL) if language != ORIGINAL else None
    title, _blank, text = file.read_text(encoding="utf-8").partition("\n")
    return Chapter(key, language, title.removeprefix("#").strip(), text.strip())


def read_chapters(language: str) -> list[Chapter]:
    """Every chapter in the order of the handbook."""
    chapters = (read_chapter(key, language) for key in CHAPTERS)
    return [chapter for chapter in chapters if chapter is not None]


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
