"""What every template keeps to, read as text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).resolve().parents[3] / "templates"
PAGES = sorted(TEMPLATES.rglob("*.html"))


def named(path: Path) -> str:
    return path.relative_to(TEMPLATES).as_posix()


def test_there_are_templates():
    assert len(PAGES) > 100


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_every_header_of_a_table_says_something(path):
    """A reader who cannot see the table hears the header before each cell."""
    assert not re.findall(r"<th\b[^>]*>\s*</th>", path.read_text())


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_a_section_and_the_table_in_it_are_not_named_alike(path):
    """Two landmarks of one name cannot be told apart."""
    text = path.read_text()
    sections = re.findall(r'<section\b[^>]*aria-labelledby="([^"{]+)"', text)
    regions = re.findall(r'role="region"[^>]*aria-labelledby="([^"{]+)"', text)
    assert set(sections).isdisjoint(regions)


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_no_page_turns_under_its_reader(path):
    """What looks again does so by a script that can be stopped; without one a link does it."""
    text = re.sub(r"<noscript>.*?</noscript>", "", path.read_text(), flags=re.DOTALL)
    assert "http-equiv" not in text


#: Links and summaries that say no more than “Why?” to whoever hears them alone.
_WHY = re.compile(
    r"<(a|summary)\b[^>]*>(?:(?!</\1>).)*?\{% translate \"Why\?\" %\}(?:(?!</\1>).)*</\1>",
    re.DOTALL,
)


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_a_why_names_what_it_explains(path):
    for found in _WHY.finditer(path.read_text()):
        said = re.sub(r"\{% translate \"Why\?\" %\}|</?[a-z][^>]*>", "", found[0])
        assert said.strip() or re.search(r"aria-(label|describedby)=", found[0]), found[0]
