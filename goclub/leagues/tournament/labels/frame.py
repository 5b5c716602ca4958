"""The frame of an event's pages: which event it is, who reads it, its name, state and tabs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.http import Http404
from django.shortcuts import get_object_or_404

from goclub.leagues.models import Event
from goclub.leagues.tournament.labels.club_match import club_score_lines
from goclub.leagues.tournament.labels.sharing import shared_snapshot
from goclub.leagues.tournament.labels.standings import categories_of
from goclub.leagues.tournament.queries.sanctions import cases_of
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, stage_of
from goclub.leagues.tournament.services.steps import may_run
from goclub.members.requests import MemberRequest
from tournaments.events.settings import Kind

#: Pages of an event that others may find; its desk and its papers are not among them.
SHARED: Final = frozenset(
    {
        "event",
        "event-details",
        "event-players",
        "event-player",
        "round",
        "cross",
        "bracket",
        "pools",
    }
)


class EventRequest(MemberRequest):
    """A request for a page of an event; ``runs`` whether its reader runs the event."""

    runs: bool


def find_event(request: MemberRequest, slug: str) -> tuple[Event, bool]:
    """The event at an address, and whether the reader runs it; 404 for a hidden one."""
    event = get_object_or_404(Event, slug=slug)
    runs = may_run(event, request.user)
    if event.is_hidden and not runs:
        raise Http404
    return event, runs


def frame_of(
    request: MemberRequest, snapshot: EventSnapshot, context: Mapping[str, object] | None = None
) -> dict[str, object]:
    """Return what a page of an event shows around its own *context*: name, state, tabs."""
    frame: dict[str, object] = {
        "event": snapshot.event,
        "snapshot": snapshot,
        "placing": snapshot.placing,
        "runs": getattr(request, "runs", False),
        "stage": stage_of(snapshot),
        "categories": categories_of(snapshot.settings),
        "last_out": snapshot.last_out,
        "rounds_out": range(1, snapshot.last_out + 1),
    }
    if snapshot.settings.kind is Kind.CLUB_MATCH:
        frame["club_scores"] = club_score_lines(snapshot)
    match = request.resolver_match
    if match is not None and match.url_name in SHARED:
        frame["shared_page"] = shared_snapshot(snapshot, request.club)
    frame |= context or {}
    if "cases" not in frame:
        frame["cases"] = cases_of(snapshot.event)
    return frame
