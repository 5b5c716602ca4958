"""The toss that gives the colours of a pairing of equal points (S1-16, S1-18)."""

from __future__ import annotations

from goclub.games.models import Game, Toss
from goclub.leagues.league.services.rights import league_day
from goclub.leagues.models import Match


def toss_of(match: Match) -> Toss | None:
    """The latest decided toss of the two within the term that no other game has taken."""
    term = match.division.term
    rows = Toss.objects.between(match.first.member, match.second.member).decided()
    for toss in rows.with_players().select_related("black", "game").newest_first()[:5]:
        assert toss.decided_at is not None
        free = toss.game is None or toss.game.state == Game.State.VOID
        if free and league_day(term.league, toss.decided_at) >= term.starts_on:
            return toss
    return None
