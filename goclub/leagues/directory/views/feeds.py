"""What other programs read: CSV, JSON, calendar (ICS), Atom."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import require_safe

from goclub.common.calendar_file import write
from goclub.leagues.league.views.common import get_league, shown_to_visitors
from goclub.leagues.models import League
from goclub.leagues.official.views.feeds import _official_results, term_items


@require_safe
@shown_to_visitors
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The league's days for any calendar program."""
    league = get_league(slug)
    if league.kind == League.Kind.OFFICIAL:
        items = list(term_items(league))
    else:
        from goclub.leagues.season.views.pages import season_items

        items = list(season_items(league))
    host = request.get_host()
    text = write(str(league), items, host=host, base=request.build_absolute_uri("/")[:-1],
                 stamp=timezone.now())  # fmt: skip
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{league.slug}.ics"'
    return response


# --- Atom -------------------------------------------------------------------------------------
@require_safe
@shown_to_visitors
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """The latest results as an Atom feed."""
    league = get_league(slug)
    if league.kind == League.Kind.OFFICIAL:
        entries = list(_official_results(league))
    else:
        from goclub.leagues.season.views.pages import season_results

        entries = list(season_results(league))
    link = request.build_absolute_uri(league.get_absolute_url())
    feed = Atom1Feed(
        title=str(league),
        link=link,
        description=league.summary or str(league),
        feed_url=request.build_absolute_uri(request.path),
        language="en",
    )
    for title, text, path, at in entries:
        address = request.build_absolute_uri(path)
        feed.add_item(title, address, text, unique_id=address, pubdate=at, updateddate=at)
    response = HttpResponse(content_type="application/atom+xml; charset=utf-8")
    feed.write(response, "utf-8")
    return response
