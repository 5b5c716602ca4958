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
from django.utils.text import Truncator

from goclub.common.markdown import render_markdown
from goclub.members import club_time
from goclub.members.models import Member, NewsPost
from goclub.members.news.labels import plain_text
from goclub.members.notices.queries import NoticeKind
from goclub.members.push.services.keys import is_offered
from goclub.members.visitors import VisitorRights

register = template.Library()
register.filter("as_markdown", render_markdown)
#: Letters of a post that a list shows.
EXCERPT: Final = 240


@register.simple_tag(takes_context=True)
def own_time(context: Context, moment: datetime | None, zone: str = "") -> str:
    """Write the reader's own hour behind one that is shown in club time or in a named zone."""
    if moment is None:
        return ""
    if not zone and moment.tzinfo is not None and not hasattr(moment.tzinfo, "key"):
        moment = timezone.localtime(moment)
    return club_time.own_time(moment, context.get("me"))


@register.inclusion_tag("members/push/_devices.html", takes_context=True)
def push_devices(context: Context) -> dict[str, object]:
    """Show the devices on which the reader is notified, and the button that adds this one."""
    offered = is_offered()
    devices = context["me"].push_devices.all() if offered else ()
    return {"offered": offered, "devices": devices, "csrf_token": context.get("csrf_token")}


@register.filter
def shows_face(sees: VisitorRights | None, member: Member) -> bool:
    """Whether this reader sees a picture of the member; asks no query."""
    return bool(member.face and sees and sees.face_of(member))


@register.filter
def news_excerpt(post: NewsPost) -> str:
    """The first words of a post, without marks."""
    return Truncator(plain_text(post)).chars(EXCERPT)


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
