"""Texts that people write, as safe HTML: regulations, the handbook."""

from __future__ import annotations

import re

import nh3
from markdown_it import MarkdownIt

#: What a text may contain once it is HTML; headings begin below the page's own.
ALLOWED_TAGS = {
    "a", "blockquote", "br", "code", "em", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p",
    "pre", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
ALLOWED_ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}, "th": {"scope"}}
_HEADING = re.compile(r"<h([1-6])>")
_HEADING_TAG = re.compile(r"(</?h)([1-6])>")
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def render_markdown(text: str) -> str:
    """Return safe HTML of a Markdown text: raw HTML is shown, not run; links are plain.

    >>> render_markdown("*fair* play")
    '<p><em>fair</em> play</p>\\n'
    """
    html = _MARKDOWN.render(text)
    # The page has the one first heading; the text's first rank of headings is the next, however it
    # was written, so that none is left out.
    first = min((int(level) for level in _HEADING.findall(html)), default=1)
    html = _HEADING_TAG.sub(lambda tag: f"{tag[1]}{min(6, int(tag[2]) - first + 2)}>", html)
    return nh3.clean(
        html,
        tags=ALLOWED_TAGS,
        attributes=ALLOWED_ATTRIBUTES,
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener",
    )
