"""What every template keeps to, read as text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).resolve().parents[3] / "templates"
PAGES = sorted(TEMPLATES.rglob("*.html"))


#: Links and summaries that say no more than “Why?” to whoever hears them alone.
_WHY = re.compile(
    r"<(a|summary)\b[^>]*>(?:(?!</\1>).)*?\{% translate \"Why\?\" %\}(?:(?!</\1>).)*</\1>",
    re.DOTALL,
)


def has_silent_header(text: str) -> bool:
    """A reader who cannot see the table hears the header before each cell."""
    return bool(re.search(r"<th\b[^>]*>\s*</th>", text))


def has_two_landmarks_of_one_name(text: str) -> bool:
    sections = re.findall(r'<section\b[^>]*aria-labelledby="([^"{]+)"', text)
    regions = re.findall(r'role="region"[^>]*aria-labelledby="([^"{]+)"', text)
    return not set(sections).isdisjoint(regions)


def turns_under_its_reader(text: str) -> bool:
    """What looks again does so by a script that can be stopped; without one a link does it."""
    return "http-equiv" in re.sub(r"<noscript>.*?</noscript>", "", text, flags=re.DOTALL)


def has_a_why_without_what(text: str) -> bool:
    whys = [found[0] for found in _WHY.finditer(text)]
    said = (re.sub(r"\{% translate \"Why\?\" %\}|</?[a-z][^>]*>", "", why).strip() for why in whys)
    named = (re.search(r"aria-(label|describedby)=", why) for why in whys)
    return not all(a or b for a, b in zip(said, named, strict=True))


def has_bare_words(text: str) -> bool:
    """Words between the tags that cannot be translated."""
    for left_out in (
        r"{%-?\s*blocktranslate.*?endblocktranslate\s*-?%}",
        r"{% block (?:body|paper)class %}.*?{% endblock[^%]*%}",
        r"{#.*?#}|<!--.*?-->|<script.*?</script>|<code>.*?</code>",
        r"{%.*?%}|{{.*?}}",
        r"<[^>]*>|&\w+;",
    ):
        text = re.sub(left_out, " ", text, flags=re.DOTALL)
    return bool(set(re.findall(r"[^\W\d_]{2,}", text)) - {"PAA", "aa"})


def lets_a_rank_leave_its_name(text: str) -> bool:
    """A line may break at an ordinary space; the badge would begin the next one."""
    name = r"(?:\{% player [^%]*%\}|</bdi>(?:</a>|</strong>)?)"
    return bool(re.search(name + r"\s+(?:<span class=\"on-phone\">)?\{% rank_", text))


def needs_an_exception_from_the_policy(text: str) -> bool:
    tags = re.sub(r"{%.*?%}|{{.*?}}", "", text, flags=re.DOTALL)
    scripts = re.findall(r"<script[^>]*>", text)
    return bool(re.search(r"<style|\sstyle=|\son\w+=|javascript:", tags)) or not all(
        "src=" in script or "application/json" in script for script in scripts
    )


@pytest.mark.parametrize(
    "fault",
    [
        has_silent_header,
        has_two_landmarks_of_one_name,
        turns_under_its_reader,
        has_a_why_without_what,
        has_bare_words,
        lets_a_rank_leave_its_name,
        needs_an_exception_from_the_policy,
    ],
)
def test_no_template(fault):
    # Programs that read mail know no style sheets.
    for_pages = fault is needs_an_exception_from_the_policy
    pages = [path for path in PAGES if not (for_pages and "email" in path.parts)]
    assert len(pages) > 100
    assert [str(path.relative_to(TEMPLATES)) for path in pages if fault(path.read_text())] == []
