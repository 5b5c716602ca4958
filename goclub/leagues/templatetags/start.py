"""What the leagues add to the start page: the next tournament."""

from __future__ import annotations

from django import template
from django.utils import timezone

from goclub.leagues.models import Event

register = template.Library()


@register.inclusion_tag("leagues/tournament/_start.html")
def next_event() -> dict[str, object]:
    """The tournament that is on or comes next (one query)."""
    open_ones = Event.objects.under_way().filter(ends_on__gte=timezone.localdate())
    return {"event": open_ones.order_by("begins_on", "pk").first()}
