"""Every league with what is being played in it now."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count, Prefetch

from goclub.common.collation import by_name
from goclub.leagues.league.services.rights import league_day
from goclub.leagues.models import League, Season, Term


@dataclass(slots=True)
class Summary:
    """A league in a few lines."""

    league: League
    term: Term | None = None
    season: Season | None = None
    players: int = 0
    lines: list[str] = field(default_factory=list)


def leagues_now(*, at: datetime) -> list[Summary]:
    """Every league with its latest term or season (a fixed number of queries)."""
    terms = Prefetch(
        "terms",
        Term.objects.annotate(players=Count("entries")).order_by("-number"),
        to_attr="newest_terms",
    )
    summaries = []
    leagues = League.objects.order_by("-active", by_name("name"))
    for league in leagues.prefetch_related(terms, "seasons"):
        summary = Summary(league)
        if league.newest_terms:  # type: ignore[attr-defined]
            summary.term = league.newest_terms[0]  # type: ignore[attr-defined]
            summary.players = summary.term.players  # type: ignore[union-attr]
        today = league_day(league, at)
        running = [season for season in league.seasons.all() if season.first <= today]
        summary.season = max(running, key=lambda season: season.first, default=None)
        summaries.append(summary)
    return summaries
