"""The demo club's leagues: facts in bulk, then one replay of the ledger."""

from __future__ import annotations

from datetime import date

from django.db import transaction

from goclub.common.locks import unordered
from goclub.demo.leagues import official, season, tournament
from goclub.games.rating.ledger.posting import rebuild


@transaction.atomic
@unordered()
def fill(*, today: date) -> None:
    """Give the demo club an official league that has just ended, one under way, a season league
    in its second season, and a tournament in its third round.
    """
    official.finished(today)
    official.under_way(today)
    season.second_season(today)
    rebuild()
    season.close_first()
    tournament.under_way(today)
