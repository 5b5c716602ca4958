"""Tournaments with their tables, and leagues."""

from __future__ import annotations

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import Query, Router

from goclub.api.access import ApiReader, PageAsked, page_of, reads
from goclub.api.people import link_of
from goclub.api.schemas import EventPage, EventWhole, LadderOut, LeagueOut
from goclub.common.collation import by_name
from goclub.common.sharing import absolute
from goclub.leagues.ladder.queries import ladder_at
from goclub.leagues.models import Event, League
from goclub.leagues.tournament.queries.sanctions import told_cases
from goclub.leagues.tournament.queries.snapshot import load
from goclub.members.models import Scope

events = Router(tags=["events"])


@events.get("/events", response=EventPage, auth=reads(Scope.EVENTS, "games"))
def listed(request: HttpRequest, asked: Query[PageAsked]) -> dict[str, object]:
    """Tournaments except drafts, the most recently created first."""
    page, following = page_of(request, Event.objects.shown(), asked)
    reader = ApiReader.of(request)
    return {"events": [event_out(reader, event) for event in page], "next": following}


@events.get(
    "/events/{int:pk}",
    response=EventWhole,
    summary="One tournament",
    auth=reads(Scope.EVENTS, "games"),
)
def one(request: HttpRequest, pk: int) -> dict[str, object]:
    """A tournament and its standings after the last published round."""
    event = get_object_or_404(Event.objects.shown(), pk=pk)
    snapshot = load(event)
    criteria = snapshot.settings.criteria
    after = snapshot.last_out
    people = snapshot.participants
    lines = [
        {
            "place": row.place,
            "name": people[row.player].display_name,
            "rank": people[row.player].rank_text,
            "club": people[row.player].club,
            "country": people[row.player].country,
            "scores": {name: row.points(name) for name in criteria},
        }
        for row in snapshot.standings(after)
    ]
    return {
        **event_out(ApiReader.of(request), event),
        "after": after,
        "criteria": list(criteria),
        "league": str(snapshot.placing.league) if snapshot.placing else None,
        "sanctions": told_cases(event),
        "standings": lines,
    }


@events.get("/leagues", response=list[LeagueOut], auth=reads(Scope.EVENTS, "games"))
def leagues(request: HttpRequest) -> list[dict[str, object]]:
    """All leagues of the club."""
    return [
        {
            "slug": league.slug,
            "name": league.name,
            "kind": league.kind,
            "summary": league.summary,
            "active": league.active,
            "url": absolute(request, league.get_absolute_url()),
        }
        for league in League.objects.order_by(by_name("name"), "pk")
    ]


@events.get("/ladder", response=LadderOut, summary="The ladder", auth=reads(Scope.EVENTS, "games"))
def ladder(request: HttpRequest) -> dict[str, object]:
    """The players on the ladder, from the top rung; empty if the club has no ladder."""
    now = ladder_at(timezone.now())
    reader = ApiReader.of(request)
    people = [now.people[key] for key in now.ladder.order] if now.settings.open else []
    return {
        "open": now.settings.open,
        "reach": now.settings.reach,
        "rungs": [
            {"rung": rung, "member": link_of(reader, member)}
            for rung, member in enumerate(people, 1)
        ],
    }


def event_out(reader: ApiReader, event: Event) -> dict[str, object]:
    """Return a tournament as this reader sees it."""
    return {
        "id": event.pk,
        "name": event.name,
        "place": event.place,
        "begins_on": event.begins_on,
        "ends_on": event.ends_on,
        "system": event.system,
        "rounds": event.rounds_planned,
        "state": event.state,
        "url": reader.absolute(event.get_absolute_url()),
    }
