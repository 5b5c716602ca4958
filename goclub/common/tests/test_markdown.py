"""What people write in Markdown, as a part of a page."""

from __future__ import annotations

import re

import pytest

from goclub.common.markdown import render_markdown


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("# One\n## Two\n# Three", "232"),
        ("## One\n### Two", "23"),
        ("### One", "2"),
        ("# One\n###### Six", "26"),
        ("plain", ""),
    ],
)
def test_headings_follow_that_of_the_page_without_a_gap(text, levels):
    assert "".join(re.findall(r"<h(\d)>", render_markdown(text))) == levels
    assert re.findall(r"<h\d>", render_markdown(text)) == [f"<h{n}>" for n in levels]


def test_what_looks_like_a_tag_is_shown():
    assert "<h1>" not in render_markdown("<h1>raw</h1>")
