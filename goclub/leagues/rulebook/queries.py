"""The leagues that are played, with the settings that their rules leave open."""

from __future__ import annotations

from datetime import datetime

from goclub.common.collation import by_name
from goclub.leagues.league.services.rights import league_day
from goclub.leagues.models import EventFormat, League, SeasonRules, Term


def latest_terms() -> list[Term]:
    """The latest term of every official league that is still played, in the leagues' order."""
    rows = Term.objects.filter(league__active=True).select_related("league")
    latest: dict[int, Term] = {}
    for term in rows.order_by(by_name("league__name"), "number"):
        latest[term.league_id] = term
    return list(latest.values())


def seasonal(at: datetime) -> list[tuple[League, SeasonRules]]:
    """Every season league that is still played, with its settings of the day at that moment."""
    leagues = League.objects.filter(kind=League.Kind.SEASON, active=True).order_by(by_name("name"))
    dated = []
    for league in leagues.prefetch_related("season_rules"):
        # Known already: the league need not ask for them one by one.
        league.dated_rules = sorted(league.season_rules.all(), key=lambda row: row.valid_from)
        dated.append((league, league.rules_on(league_day(league, at))))
    return dated


def formats_of(leagues: list[League]) -> dict[int, list[EventFormat]]:
    """The formats of these leagues, by the league's key."""
    formats: dict[int, list[EventFormat]] = {league.pk: [] for league in leagues}
    for row in EventFormat.objects.filter(league__in=leagues).order_by("pk"):
        formats[row.league_id].append(row)
    return formats
