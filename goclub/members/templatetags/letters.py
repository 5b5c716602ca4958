"""What the HTML of a letter makes of its text."""

from __future__ import annotations

import re
from typing import Final

from django import template
from django.conf import settings
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

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
