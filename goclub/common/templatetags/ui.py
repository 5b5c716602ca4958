"""Small parts of every page: icons and addresses."""

from __future__ import annotations

from typing import Final

from django import template
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.template import Context
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString

register = template.Library()

#: Nobody wants to come back to these after signing in.
_DOORS: Final = ("/sign-in/", "/sign-out/", "/join/", "/password/")


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
def sign_in_address(context: Context) -> str:
    """Where one signs in, and comes back to this page afterwards."""
    address = reverse("members:sign-in")
    request = context.get("request")
    if request is None or request.path == reverse("home") or request.path.startswith(_DOORS):
        return address
    return f"{address}?{urlencode({REDIRECT_FIELD_NAME: request.get_full_path()})}"


@register.simple_tag(takes_context=True)
def current(context: Context, *prefixes: str) -> SafeString | str:
    """``aria-current`` for a navigation link whose pages begin with one of these paths."""
    request = context.get("request")
    path = request.path if request else ""
    here = any(path == p or (p != "/" and path.startswith(p)) for p in prefixes)
    return SafeString('aria-current="page"') if here else ""
