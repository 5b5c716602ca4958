"""Kinds of notice about news, and posts in words."""

from __future__ import annotations

from html import unescape
from typing import Final

from django.utils.html import strip_tags
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from goclub.common.markdown import render_markdown
from goclub.members.models import NewsPost
from goclub.members.notices.queries import Mail, NoticeGroup, NoticeKind

KINDS: Final = [
    NoticeKind(
        "news.post",
        NoticeGroup.CLUB,
        label=_("Club news"),
        text=_("Club news: %(title)s"),
        mail=Mail.NEVER,
    ),
    NoticeKind(
        "news.comment",
        NoticeGroup.CLUB,
        label=_("Someone commented on club news, mine or that I commented on"),
        text=_("%(author)s commented on “%(title)s”."),
        mail=Mail.NEVER,
    ),
]


def plain_text(post: NewsPost) -> str:
    """The words of a post without marks, as programs show them; points of a list with dots."""
    # Safe: what comes of it is a plain text again, which templates and feeds escape.
    html = render_markdown(post.text).replace("</li>\n<li>", " · ")
    for end in ("</ul>\n<p>", "</ol>\n<p>"):
        html = html.replace(end, " · ")
    return " ".join(unescape(strip_tags(html)).split())


def summary_of(post: NewsPost) -> str:
    """The beginning of a post, for those who share it."""
    return Truncator(plain_text(post)).chars(200)
