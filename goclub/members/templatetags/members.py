"""Tags of pages and letters: the reader's own hour, links of a letter, the sentence of a notice."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django import template
from django.conf import settings
from django.template import Context
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from goclub.members import club_time
from goclub.members.notices.queries import NoticeKind

register = template.Library()


@register.simple_tag(takes_context=True)
def own_time(context: Context, moment: datetime | None, zone: str = "") -> str:
    """Write the reader's own hour behind one that is shown in club time or in a named zone."""
    if moment is None:
        return ""
    if not zone and moment.tzinfo is not None and not hasattr(moment.tzinfo, "key"):
        moment = timezone.localtime(moment)
    return club_time.own_time(moment, context.get("me"))


#: What stands in the path of an address; the sign that ends a sentence is none of it.
_PATH: Final = r"(?:/(?:[\w\-.~%/?#=&+:@,;!]*[\w\-~%/#=&+])?|(?![\w\-.:@/]))"


@register.filter
def own_links(text: str) -> SafeString:
    """Make links of the site's own addresses in a text, and of nobody else's.

    The text holds names and messages: whoever writes an address into them sends nobody there.
    """
    own = re.compile(f"({re.escape(settings.SITE_URL)}{_PATH})", re.ASCII)
    parts = (
        format_html('<a href="{}">{}</a>', part, part) if number % 2 else part
        for number, part in enumerate(own.split(str(text)))
    )
    return format_html_join("", "{}", ((part,) for part in parts))


@register.simple_tag
def say(about: NoticeKind, params: Mapping[str, object]) -> str:
    """The sentence of a kind with a notice's params."""
    return about.say(params)
