"""Every league with what is being played in it now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count, Prefetch

from goclub.common.collation import by_name
from goclub.leagues.league.services.rights import league_day
from goclub.leagues.models import League, Match, Pairing, Season, Term


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


def event_result_lines() -> Iterator[tuple[object, ...]]:
    """Every table of every tournament: event, its first day, round, table, the players, komi and
    margin doubled, the result."""
    rows = Pairing.objects.order_by(
        "round__event__begins_on", "round__event", "round__number", "table"
    )
    yield from rows.values_list(
        "round__event__name",
        "round__event__begins_on",
        "round__number",
        "table",
        "black__display_name",
        "white__display_name",
        "handicap",
        "komi2",
        "result",
        "ending",
        "margin2",
    ).iterator(2000)


def match_lines() -> Iterator[tuple[object, ...]]:
    """Every pairing of every official league, with its game or its forfeit."""
    rows = Match.objects.order_by("division__term", "division__level", "pk")
    yield from rows.values_list(
        "division__term__league__name",
        "division__term__name",
        "division__name",
        "first__member__display_name",
        "second__member__display_name",
        "meeting",
        "game",
        "game__played_on",
        "game__winner",
        "forfeit",
        "reason",
    ).iterator(2000)
