"""What competition adds to the start page: tournaments, the next evening, open challenges."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django import template
from django.template import Context
from django.utils import timezone

from goclub.leagues.calendar.labels.entries import asked_of, when
from goclub.leagues.calendar.queries import coming_to, next_meeting
from goclub.leagues.challenge.labels import line_of
from goclub.leagues.challenge.queries import pending_of
from goclub.leagues.league.services.timetable import starts_of
from goclub.leagues.models import Challenge, Coming, Event
from goclub.members.models import Member
from goclub.members.queries import zone_of

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


@register.inclusion_tag("leagues/challenge/_home.html", takes_context=True)
def my_challenges(context: Context) -> dict[str, object]:
    """What the signed-in member has to answer, to report, to play (one query)."""
    me, now = context.get("me"), timezone.now()
    lines = []
    if me:
        zone = zone_of(context["club"])
        lines = [line_of(row, me, now, zone) for row in pending_of(me, now)]
    return {
        "waiting": [line for line in lines if line["mine"] or line["due"]],
        "ahead": [
            line
            for line in lines
            if line["challenge"].state == Challenge.State.ACCEPTED and not line["due"]
        ],
    }


@register.filter
def may_be_challenged(member: Member, me: Member | None) -> bool:
    """Return whether the reader may challenge this member: both are members with accounts."""
    there = member.status == Member.Status.MEMBER and member.user_id is not None
    return there and me is not None and me.pk != member.pk


@register.inclusion_tag("leagues/calendar/_home.html", takes_context=True)
def next_evening(context: Context) -> dict[str, object]:
    """Return the next club night and whether a member is coming (at most four queries)."""
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
