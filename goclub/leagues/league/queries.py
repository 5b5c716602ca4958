"""Questions about a league itself: its people, its regulation."""

from __future__ import annotations

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from goclub.leagues.models import League, LeaguePerson, Regulation


def people_of(league: League) -> QuerySet[LeaguePerson]:
    """Organisers and judges who serve now."""
    return league.people.filter(until=None).select_related("member")


def regulation_of(league: League, version: int | None = None) -> Regulation | None:
    """The regulation in force, or an older version of it."""
    rows = league.regulations.order_by("-version")
    return rows.first() if version is None else rows.filter(version=version).first()


def get_league(slug: str) -> League:
    return get_object_or_404(League, slug=slug)
