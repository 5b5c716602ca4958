"""Founding a league of either kind."""

from __future__ import annotations

from goclub.common.transactions import atomic_retried
from goclub.leagues.league.services.leagues import create_league
from goclub.leagues.models import League
from goclub.leagues.season.services.rules import add_standard_formats
from goclub.members.models import User


@atomic_retried
def found_league(
    *, by: User | None, kind: str, name: str, zone: str, summary: str = "", prizes: str = ""
) -> League:
    """Found a league; one that is played in seasons begins with the standard formats of events.

    Raises PermissionDenied without the right to add leagues, RuleError E_MISSING, E_DUPLICATE.
    """
    league = create_league(by=by, kind=kind, name=name, zone=zone, summary=summary, prizes=prizes)
    if kind == League.Kind.SEASON:
        add_standard_formats(league)
    return league
