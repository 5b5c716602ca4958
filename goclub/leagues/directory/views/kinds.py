"""One address for both kinds of league: each fills the page in its own way."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponseBase
from django.views.decorators.http import require_safe

from goclub.leagues.league.queries import get_league
from goclub.leagues.models import League
from goclub.members.requests import MemberRequest
from goclub.members.visitors import shown_to_visitors

LeagueView = Callable[[MemberRequest, League], HttpResponseBase]


def by_kind(*, official: LeagueView, season: LeagueView) -> Callable[..., HttpResponseBase]:
    """The view of an address that names a league: the page of its kind is shown."""
    views: dict[str, LeagueView] = {League.Kind.OFFICIAL: official, League.Kind.SEASON: season}

    @require_safe
    @shown_to_visitors
    def page(request: MemberRequest, slug: str) -> HttpResponseBase:
        league = get_league(slug)
        return views[league.kind](request, league)

    return page
