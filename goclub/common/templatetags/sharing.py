"""What stands in the head of every page for those who find or share it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.conf import settings
from django.template import Context, Node, NodeList
from django.template.base import Parser, Token
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import get_language

from goclub.common.notation import dotted
from goclub.common.reading import read_number
from goclub.common.sharing import PICTURE_SIZE, Shared, absolute

register = template.Library()

#: Languages with their countries, as Open Graph wants them.
LOCALES = {"en": "en_GB", "ja": "ja_JP", "th": "th_TH", "pl": "pl_PL"}
LONGEST = 200


class KeptNode(Node):
    """Renders what it encloses into a variable, as plain text on one line."""

    def __init__(self, nodelist: NodeList, name: str) -> None:
        self.nodelist = nodelist
        self.name = name

    def render(self, context: Context) -> str:
        escaped = context.autoescape
        # Safe: this is text, which is escaped wherever it is said.
        context.autoescape = False
        try:
            text = str(self.nodelist.render(context))
        finally:
            context.autoescape = escaped
        context[self.name] = " ".join(text.split())
        return ""


@register.tag
def kept(parser: Parser, token: Token) -> KeptNode:
    """``{% kept as name %}…{% endkept %}``: a block whose text is said twice."""
    _tag, _as, name = token.split_contents()
    nodelist = parser.parse(("endkept",))
    parser.delete_first_token()
    return KeptNode(nodelist, name)


@register.inclusion_tag("common/_sharing.html", takes_context=True)
def sharing(context: Context) -> Mapping[str, Any]:
    """Description, canonical address and Open Graph of a public page; others ask for no index."""
    shared: Shared | None = context.get("shared_page") or context.get("listed_page")
    request, club = context.get("request"), context.get("club")
    if shared is None or not shared.public or request is None or club is None:
        return {"public": False}
    page = shared.numbered and read_number(request.GET.get("page"), low=2, high=100_000)
    language = get_language() or settings.LANGUAGE_CODE
    title = context.get("page_title", "") or club.name
    text = shared.description or club.motto or club.name
    if shared.titled:
        text = dotted((title, text))
    width, height = PICTURE_SIZE
    return {
        "public": True,
        # A club that shows visitors nothing wants its pages found by nobody.
        "hidden": club.visitors_see == club.Visitors.NOTHING,
        "club": club,
        "title": title,
        "description": Truncator(text).chars(LONGEST),
        "address": absolute(request, request.path + (f"?page={page}" if page else "")),
        "kind": shared.kind,
        "picture": absolute(request, shared.picture or reverse("picture")),
        "alt": shared.alt or club.name,
        "width": width,
        "height": height,
        "locale": LOCALES.get(language, language),
        "others": [locale for code, locale in LOCALES.items() if code != language],
    }
