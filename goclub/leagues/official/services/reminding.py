"""Reminding players of the official leagues of games that are due."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from goclub.games.models import Game
from goclub.leagues.league.services.rights import league_day
from goclub.leagues.models import Match, Term
from goclub.leagues.official.queries.terms import PLAYERS
from goclub.members.notices.services.telling import Told, tell_each

#: So long before a term ends its open games are due.
BEFORE: Final = timedelta(days=14)


def remind_players(*, at: datetime) -> int:
    """Tell both players of each open game whose term ends soon; returns how many heard.

    Once for each game, however often it is run.
    """
    matches = Match.objects.filter(
        Q(game=None) | Q(game__state=Game.State.VOID),
        forfeit="",
        first__withdrawn_on=None,
        second__withdrawn_on=None,
        division__term__state=Term.State.RUNNING,
        division__term__ends_on__lte=at.date() + BEFORE + timedelta(days=1),
    )
    rows = matches.select_related("division__term__league", *PLAYERS).order_by("pk")
    told = [one for match in rows if _is_due(match, at) for one in _both(match)]
    return len(tell_each(kind="league.due", at=at, told=told))


def _is_due(match: Match, at: datetime) -> bool:
    term = match.division.term
    return term.ends_on - league_day(term.league, at) <= BEFORE


def _both(match: Match) -> Iterator[Told]:
    term = match.division.term
    for one, other in ((match.first, match.second), (match.second, match.first)):
        params = {
            "other": other.member.display_name,
            "league": term.league.name,
            "day": term.ends_on.isoformat(),
        }
        yield Told(one.member, match.get_absolute_url(), params, key=f"due:{match.pk}")
