"""What a picture or a sentence of somebody counts."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Count, Q

from goclub.games.models import Game
from goclub.members.models import Member


class Score(NamedTuple):
    """Won, lost and drawn confirmed games."""

    won: int
    lost: int
    drawn: int

    @property
    def games(self) -> int:
        return sum(self)


def score_of(member: Member) -> Score:
    """A member's games as the database counts them, in one query."""
    won = Q(black=member, winner="B") | Q(white=member, winner="W")
    counted = (
        Game.objects.confirmed()
        .of(member)
        .order_by()
        .aggregate(
            won=Count("pk", filter=won),
            drawn=Count("pk", filter=Q(winner="J")),
            decided=Count("pk", filter=Q(winner__in=("B", "W"))),
        )
    )
    return Score(counted["won"], counted["decided"] - counted["won"], counted["drawn"])


def ranks_in(game: Game, system: str) -> dict[int, str]:
    """The ranks of both players before a game, by member, as far as the ledger knows them."""
    return dict(game.entries.filter(system=system).values_list("member_id", "rank_before"))
