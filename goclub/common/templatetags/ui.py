"""Small parts of every page: icons and addresses."""

from __future__ import annotations

from django import template
from django.template import Context
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """An icon of the sprite; hidden from screen readers unless it has a label.

    Usage: ``{% icon "check" %}`` or ``{% icon "check" "Confirmed" %}``.
    """
    if label:
        return format_html(
            '<svg class="icon" role="img" aria-label="{}"><use href="{}#{}"/></svg>',
            label,
            static("img/icons.svg"),
            name,
        )
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>',
        static("img/icons.svg"),
        name,
    )


@register.simple_tag(takes_context=True)
def current(context: Context, *prefixes: str) -> SafeString | str:
    """``aria-current`` for a navigation link whose pages begin with one of these paths."""
    request = context.get("request")
    path = request.path if request else ""
    here = any(path == p or (p != "/" and path.startswith(p)) for p in prefixes)
    return SafeString('aria-current="page"') if here else ""
