"""The handbook: every chapter there is, in every language it is written in."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from django.utils import translation

from goclub.common.tests.reading import read
from goclub.members.handbook.queries import CHAPTERS, FOLDER, read_chapter
from goclub.members.tests.factories import as_member, make_member

#: Those in which the handbook is written; readers of others are shown the original, and told so.
LANGUAGES = sorted(folder.name for folder in FOLDER.iterdir())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_is_written(language):
    assert {file.stem for file in (FOLDER / language).glob("*.md")} == set(CHAPTERS)
    for key in CHAPTERS:
        chapter = read_chapter(key, language)
        assert (chapter.language, len(chapter.text) > 200) == (language, True)


def test_a_reader_goes_from_chapter_to_chapter(client):
    contents = read(as_member(client, make_member(language="ja")).get(reverse("members:handbook")))
    addresses = contents.values("ol.chapters a", "href")
    assert len(addresses) == len(CHAPTERS)
    walked, address = [], addresses[0]
    while address:
        page = read(client.get(address))
        assert page.one("h1").attrs["lang"] == "ja"
        walked.append(address)
        later = page.values('nav a[rel="next"]', "href")
        address = later[0] if later else ""
    assert walked == addresses


@pytest.mark.parametrize("key", ["nothing", "a" * 5000, "first-hour.md"])
def test_what_is_no_chapter_is_not_found(client, key):
    assert client.get(f"/handbook/{key}/").status_code == 404


def test_a_chapter_not_yet_translated_is_shown_as_it_was_written(client, monkeypatch, tmp_path):
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "desk.md").write_text("# The desk\n\nWhat waits.\n")
    monkeypatch.setattr("goclub.members.handbook.queries.FOLDER", tmp_path)
    read_chapter.cache_clear()
    with translation.override("th"):
        page = read(client.get("/handbook/desk/", headers={"accept-language": "th"}))
    assert page.one("h1").attrs["lang"] == "en"
    assert page.all(".lead-line")
    read_chapter.cache_clear()


def test_links_between_chapters_lead_somewhere():
    for file in FOLDER.glob("*/*.md"):
        for target in re.findall(r"\]\(([^)#]+)\)", file.read_text(encoding="utf-8")):
            assert target.startswith(("http", "/")) or (file.parent / target).exists(), (
                file,
                target,
            )
