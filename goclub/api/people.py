"""Members and rankings."""

from __future__ import annotations

from typing import Annotated

from django.db.models import Prefetch
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Query, Router
from ninja.errors import HttpError
from pydantic import Field

from goclub.api.access import MOST, ApiReader, PageAsked, page_of, reads, rights
from goclub.api.schemas import MemberOut, MemberPage, RankingOut
from goclub.common.sharing import absolute
from goclub.games.models import Standing
from goclub.games.rating.queries import places_in
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.members.models import Member, Scope
from goclub.members.models.people import MemberQuerySet

people = Router(tags=["people"])


@people.get("/members", response=MemberPage, auth=reads(Scope.PEOPLE, "table"))
def members(request: HttpRequest, asked: Query[PageAsked], search: str = "") -> dict[str, object]:
    """Current members, the newest first; *search* is part of a name in any script."""
    page, following = page_of(request, _members(request).searched(search[:80]), asked)
    return {"members": [_member(request, person) for person in page], "next": following}


@people.get(
    "/members/{int:pk}",
    response=MemberOut,
    summary="One member",
    auth=reads(Scope.PEOPLE, "profiles"),
)
def member(request: HttpRequest, pk: int) -> dict[str, object]:
    """A member whose page the reader may open."""
    person = get_object_or_404(_members(request), pk=pk)
    if not rights(request).page_of(person):
        raise HttpError(404, "Not Found")
    return _member(request, person)


@people.get(
    "/rankings/{system}",
    response=RankingOut,
    summary="A ranking",
    auth=reads(Scope.PEOPLE, "table"),
)
def ranking(
    request: HttpRequest,
    system: str,
    offset: Annotated[int, Field(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Field(ge=1, le=MOST)] = 100,
) -> dict[str, object]:
    """Members in a rating system, strongest first; tied members share a place."""
    if system not in [each.key for each in SYSTEMS]:
        raise HttpError(404, "There is no such rating system: ask /club.")
    reader = ApiReader.of(request)
    places = places_in(system, visitor=reader.rights.visitor)
    total = len(places)
    page = places[offset : offset + limit]
    standings = Standing.objects.select_related("member").in_bulk([pk for _place, pk in page])
    shown = [(place, standings[pk]) for place, pk in page if pk in standings]
    next_page = absolute(request, f"{request.path}?offset={offset + limit}&limit={limit}")
    return {
        "system": system,
        "total": total,
        "lines": [
            {
                "place": place,
                "member": link_of(reader, line.member),
                "rank": line.rank,
                "points": line.points,
                "rating": line.rating,
                "games": line.games,
            }
            for place, line in shown
        ],
        "next": next_page if offset + limit < total else None,
    }


def link_of(reader: ApiReader, member: Member) -> dict[str, object]:
    """Return a person, with the id if the reader may open their page."""
    open_to = member.status == Member.Status.MEMBER and reader.rights.page_of(member)
    return {"id": member.pk if open_to else None, "name": member.display_name}


def _members(request: HttpRequest) -> MemberQuerySet:
    standings = Standing.objects.exclude(points=None, rating=None).order_by("pk")
    shown = Member.objects.active().shown_to(visitor=rights(request).visitor)
    return shown.prefetch_related(Prefetch("standings", standings))


def _member(request: HttpRequest, member: Member) -> dict[str, object]:
    origin = rights(request).origin_of(member)
    return {
        "id": member.pk,
        "name": member.display_name,
        "romanised": member.romanised_name,
        "country": (str(member.country) or None) if origin else None,
        "club": (member.club or None) if origin else None,
        "joined_on": member.joined_on,
        "url": absolute(request, member.get_absolute_url()),
        "standings": [
            {
                "system": standing.system,
                "rank": standing.rank,
                "points": standing.points,
                "rating": standing.rating,
                "official": standing.certified,
                "games": standing.games,
            }
            for standing in member.standings.all()
        ],
    }
