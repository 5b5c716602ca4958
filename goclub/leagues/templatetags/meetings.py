"""The next evening on pages that stand below the calendar, such as the start page."""

from __future__ import annotations

from django import template
from django.template import Context
from django.utils import timezone

from goclub.leagues.calendar.labels.entries import asked_of
from goclub.leagues.calendar.labels.wording import when
from goclub.leagues.calendar.queries import coming_to, next_meeting
from goclub.leagues.models import Coming

register = template.Library()


@register.inclusion_tag("leagues/calendar/_home.html", takes_context=True)
def next_evening(context: Context) -> dict[str, object]:
    """When and where one meets next, and for a member whether he comes (four queries at most)."""
    soon = next_meeting(timezone.now())
    if soon is None:
        return {}
    me = context.get("me")
    return {
        "request": context["request"],
        "csrf_token": context.get("csrf_token"),
        "soon": soon,
        "soon_when": when(soon),
        "soon_asked": asked_of(coming_to([soon]), me)[soon.key] if me else None,
        "answers": Coming.Answer,
    }
