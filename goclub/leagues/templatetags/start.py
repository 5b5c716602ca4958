"""What the leagues add to the start page: the next tournament."""

from __future__ import annotations

from django import template
from django.utils import timezone

from goclub.leagues.models import Event
from goclub.leagues.tournament.services.timetable import starts_of

register = template.Library()


@register.inclusion_tag("leagues/tournament/_start.html")
def next_event() -> dict[str, object]:
    """The tournament that is on or comes next (one query)."""
    open_ones = Event.objects.under_way().filter(ends_on__gte=timezone.localdate())
    event = open_ones.order_by("begins_on", "pk").first()
    starts = starts_of(event) if event else []
    return {"event": event, "begins": starts[0].at if starts else None}
