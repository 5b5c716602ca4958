"""Reminding players of the official leagues of games that are due."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from goclub.games.models import Game
from goclub.leagues.league.services.rights import league_day
from goclub.leagues.models import Match, Term
from goclub.leagues.official.queries.terms import PLAYERS, RANKS
from goclub.members.notices.services import Told, tell_each

#: So long before a term ends its open games are due.
BEFORE: Final = timedelta(days=14)


def remind_players(*, at: datetime) -> int:
    """Notify both players of each open game whose term ends soon; return how many were notified.

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
    rows = matches.select_related("division__term__league", *PLAYERS).annotate(**RANKS)
    due = [match for match in rows.order_by("pk") if _is_due(match, at)]
    notices = [notice for match in due for notice in _both(match)]
    return len(tell_each(kind="league.due", at=at, hearers=notices))


def _is_due(match: Match, at: datetime) -> bool:
    term = match.division.term
    return term.ends_on - league_day(term.league, at) <= BEFORE


def _both(match: Match) -> Iterator[Told]:
    term = match.division.term
    ranks = vars(match)
    two = (match.first, ranks["first_rank"] or ""), (match.second, ranks["second_rank"] or "")
    for (entry, _rank), (opponent, rank) in (two, reversed(two)):
        params = {
            "other": opponent.member.display_name,
            "other_rank": rank,
            "league": term.league.name,
            "day": term.ends_on.isoformat(),
        }
        yield Told(entry.member, match.get_absolute_url(), params, key=f"due:{match.pk}")
