"""Tosses that may decide the colours of a table (S4-19)."""

from __future__ import annotations

from goclub.games.models import Game, Toss
from goclub.leagues.models import Pairing, Round


def tosses_of(pairing: Pairing, event_round: Round) -> list[Toss]:
    """Decided tosses of the two players since the round is out, which no other game has taken."""
    black, white = pairing.black.member, pairing.white.member
    if black is None or white is None or event_round.published_at is None:
        return []
    rows = Toss.objects.between(black, white).decided().with_players().select_related("game")
    return [
        toss
        for toss in rows.filter(
            decided_at__gte=event_round.published_at, pairing=None
        ).newest_first()
        if toss.game is None or toss.game.state == Game.State.VOID
    ]
