"""The club night on pages: stones of a pair, and whether a night is open."""

from __future__ import annotations

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.translation import gettext as _

from goclub.games.templatetags.go import stone
from goclub.leagues.evening.queries import open_night

register = template.Library()


@register.simple_tag
def night_stone(colour: str) -> str:
    """A stone before a name: B, W, T where the colour is drawn by lot, none without one."""
    if colour == "T":
        return format_html(
            '<span class="stone stone-lot" role="img" aria-label="{}"></span>', _("at random")
        )
    return stone(colour) if colour else ""


@register.inclusion_tag("leagues/evening/_now.html", takes_context=True)
def night_now(context: Context) -> dict[str, object]:
    """Tonight on the start page, while a night is open (one query)."""
    request = context["request"]
    night = open_night() if request.user.is_authenticated else None
    return {"night": night, "perms": context.get("perms")}
