"""Founding a league of either kind, and what is played in each now."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Count, Prefetch

from goclub.common.collation import by_name
from goclub.common.transactions import atomic_retried
from goclub.leagues.league.services.leagues import create_league
from goclub.leagues.league.services.rights import league_day
from goclub.leagues.models import League, Term
from goclub.leagues.season.services.rules import add_standard_formats
from goclub.members.requests import Act


@atomic_retried
def found_league(
    act: Act, kind: str, *, name: str, zone: str, summary: str = "", prizes: str = ""
) -> League:
    """Found a league; one that is played in seasons begins with the standard formats of events.

    Raises PermissionDenied without the right to add leagues, RuleError E_MISSING, E_DUPLICATE.
    """
    league = create_league(act, kind, name=name, zone=zone, summary=summary, prizes=prizes)
    if kind == League.Kind.SEASON:
        add_standard_formats(league)
    return league


def leagues_now(*, at: datetime) -> list[dict[str, object]]:
    """Every league with its latest term, the players of that, and its season (few queries)."""
    terms = Prefetch(
        "terms",
        Term.objects.annotate(players=Count("entries")).order_by("-number"),
        to_attr="newest_terms",
    )
    summaries = []
    leagues = League.objects.order_by("-active", by_name("name"))
    for league in leagues.prefetch_related(terms, "seasons"):
        term = next(iter(league.newest_terms), None)  # type: ignore[attr-defined]
        today = league_day(league, at)
        running = [season for season in league.seasons.all() if season.first <= today]
        summaries.append(
            {
                "league": league,
                "term": term,
                "players": term.players if term else 0,
                "season": max(running, key=lambda season: season.first, default=None),
            }
        )
    return summaries
