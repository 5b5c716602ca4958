"""What the leagues add to the start page: tournaments that are on, come next, or are new."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django import template
from django.utils import timezone

from goclub.leagues.league.services.timetable import starts_of
from goclub.leagues.models import Event

register = template.Library()
#: So many are looked at; a club that plans more finds them in the calendar.
MOST = 20


@register.simple_tag
def events_ahead() -> list[Event]:
    """Tournaments that are on or come next, the earliest first (one query)."""
    open_ones = Event.objects.under_way().filter(ends_on__gte=timezone.localdate())
    return list(open_ones.order_by("begins_on", "pk")[:MOST])


@register.filter
def new_since(events: Sequence[Event], since: datetime) -> list[Event]:
    """Those that were announced since a moment."""
    return [event for event in events if event.created_at > since]


@register.inclusion_tag("leagues/tournament/_start.html")
def next_event(events: Sequence[Event]) -> dict[str, object]:
    """The first of them, with the hour at which it begins."""
    event = events[0] if events else None
    starts = starts_of(event) if event else []
    return {"event": event, "begins": starts[0].at if starts else None}
