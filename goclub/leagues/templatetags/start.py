"""What competition adds to the start page: tournaments and, for visitors, the next club night."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django import template
from django.template import Context
from django.utils import timezone

from goclub.leagues.calendar.labels.entries import asked_of, when
from goclub.leagues.calendar.queries import Occurrence, coming_to, meetings_ahead
from goclub.leagues.challenge.labels import terms_text
from goclub.leagues.league.services.timetable import starts_of
from goclub.leagues.models import ClubNight, Coming, Event
from goclub.members.models import Member

register = template.Library()
#: So many are looked at; a club that plans more finds them in the calendar.
MOST = 20
#: So many club nights after the next one are named to visitors.
LATER = 2


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


register.filter("challenge_terms", terms_text)


@register.filter
def may_be_challenged(member: Member, me: Member | None) -> bool:
    """Return whether the reader may challenge this member: both are members with accounts."""
    there = member.status == Member.Status.MEMBER and member.user_id is not None
    return there and me is not None and me.pk != member.pk


def _evenings(now: datetime) -> list[Occurrence]:
    """Return the meetings that are on or come next, without those whose night was ended."""
    ended = ClubNight.objects.filter(open=False, closed_at__gt=now - timedelta(days=1))
    keys = set(ended.values_list("series_id", "on"))
    return [meeting for meeting in meetings_ahead(now) if meeting.key not in keys]


@register.inclusion_tag("leagues/calendar/_visit.html")
def visit() -> dict[str, object]:
    """Return when and where a visitor finds the club next, and the dates after (four queries)."""
    meetings = _evenings(timezone.now())[: 1 + LATER]
    if not meetings:
        return {}
    soon, *later = meetings
    return {
        "soon": soon,
        "soon_when": when(soon),
        "later": [(meeting, when(meeting).near) for meeting in later],
    }


@register.inclusion_tag("leagues/calendar/_home.html", takes_context=True)
def next_evening(context: Context) -> dict[str, object]:
    """Return the next club night and whether a member is coming (at most five queries)."""
    soon = next(iter(_evenings(timezone.now())), None)
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
