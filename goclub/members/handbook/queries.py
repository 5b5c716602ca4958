"""The chapters of the handbook, files of ``docs/handbook/<language>/``."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings

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
