"""What other programs read: CSV, JSON, calendar (ICS), Atom."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from goclub.common.attachments import attachment
from goclub.common.calendar_file import Item, write
from goclub.common.feed import FeedEntry, Head, atom_response
from goclub.common.sharing import absolute
from goclub.leagues.league.queries import get_league
from goclub.leagues.models import League
from goclub.leagues.official.labels.feeds import term_items, term_results
from goclub.leagues.season.labels.feeds import season_items, season_results
from goclub.members.requests import MemberRequest
from goclub.members.visitors import shown_to_visitors

#: What each kind of league has to tell.
ITEMS: dict[str, Callable[[League], Iterator[Item]]] = {
    League.Kind.OFFICIAL: term_items,
    League.Kind.SEASON: season_items,
}
RESULTS: dict[str, Callable[[League], Iterator[tuple[str, str, str, datetime]]]] = {
    League.Kind.OFFICIAL: term_results,
    League.Kind.SEASON: season_results,
}


@require_safe
@shown_to_visitors
def calendar(request: MemberRequest, slug: str) -> HttpResponse:
    """The league's days for any calendar program."""
    league = get_league(slug)
    items = list(ITEMS[league.kind](league))
    text = write(
        str(league),
        items,
        owner=str(request.club.key),
        base=absolute(request, "/")[:-1],
        stamp=timezone.now(),
    )
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = attachment(f"{league.slug}.ics")
    return response


# --- Atom -------------------------------------------------------------------------------------
@require_safe
@shown_to_visitors
def results(request: MemberRequest, slug: str) -> HttpResponse:
    """The latest results as an Atom feed."""
    league = get_league(slug)
    head = Head(
        name=f"results of league {league.pk}",
        title=str(league),
        subtitle=league.summary,
        address=absolute(request, league.get_absolute_url()),
        own_address=absolute(request, request.path),
        author=request.club.name,
        language=get_language() or "en",
    )
    entries = [
        FeedEntry(f"result {path}", title, text, absolute(request, path), at)
        for title, text, path, at in RESULTS[league.kind](league)
    ]
    return atom_response(request.club.key, head, entries)
