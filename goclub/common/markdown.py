"""Texts that people write, as safe HTML: regulations, the handbook."""

from __future__ import annotations

from typing import Any

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

#: What a text may contain once it is HTML; headings begin below the page's own.
ALLOWED_TAGS = {
    "a", "blockquote", "br", "code", "em", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p",
    "pre", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
ALLOWED_ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}, "th": {"scope"}}
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def render_markdown(text: str) -> SafeString:
    """Return safe HTML of a Markdown text: raw HTML is shown, not run; links are plain.

    >>> render_markdown("*fair* play")
    '<p><em>fair</em> play</p>\\n'
    """
    tokens = _MARKDOWN.parse(text)
    headings = [token for token in tokens if token.type in ("heading_open", "heading_close")]
    # The page has the one first heading; the text's first rank of headings is the next, however it
    # was written, so that none is left out.
    first = min((int(token.tag[1]) for token in headings), default=1)
    for token in headings:
        token.tag = f"h{min(6, int(token.tag[1]) - first + 2)}"
    html = nh3.clean(
        _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}),
        tags=ALLOWED_TAGS,
        attributes=ALLOWED_ATTRIBUTES,
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener",
    )
    # Safe: nh3 leaves the elements and attributes named above, whatever was typed.
    return mark_safe(html)  # noqa: S308


def markdown_tree(text: str) -> list[dict[str, Any]]:
    """Return a Markdown text as nested parts, for what is no HTML.

    >>> markdown_tree("*fair*")[0]["children"][0]["children"][0]["type"]
    'em'
    """
    return [_part(node) for node in SyntaxTreeNode(_MARKDOWN.parse(text)).children]


def _part(node: SyntaxTreeNode) -> dict[str, Any]:
    if node.type == "text" or not node.children:
        return {"type": node.type, "text": node.content, "children": []}
    parts = [_part(child) for child in node.children]
    return {"type": node.type, "href": str(node.attrs.get("href", "")), "children": parts}
