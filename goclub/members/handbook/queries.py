"""The chapters of the handbook: files of ``docs/handbook/<language>/``, and the search in them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from goclub.members.searching.queries import Finder, Hit, Reader, excerpt

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


class HandbookFinder(Finder):
    """Chapters of the handbook, for members."""

    key = "handbook"
    title = _("Handbook")
    place = 90

    def is_open_to(self, reader: Reader) -> bool:
        return reader.member is not None

    def find(self, text: str, reader: Reader, most: int) -> list[Hit]:  # noqa: ARG002
        """Return the chapters that hold all words, those with them in the title first."""
        hits = []
        for chapter in read_chapters(get_language() or ORIGINAL):
            plain = " ".join(chapter.text.replace("#", " ").replace("*", "").split())
            in_title = excerpt(chapter.title, text) is not None
            part = excerpt(f"{chapter.title} {plain}", text)
            if part is not None:
                url = reverse("members:handbook-chapter", args=[chapter.key])
                hits.append((not in_title, Hit(chapter.title, url, "" if in_title else part)))
        hits.sort(key=lambda found: found[0])
        return [hit for _later, hit in hits[:most]]
