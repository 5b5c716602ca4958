"""The demo club's leagues: facts in bulk, then one replay of the ledger."""

from __future__ import annotations

from datetime import date

from django.db import transaction

from goclub.common.locks import unordered
from goclub.demo.leagues import calendar, corrected, ladder, night, official, season, tournament
from goclub.games.rating.ledger.recalculation import rebuild


@transaction.atomic
@unordered()
def fill(*, today: date) -> None:
    """Give the demo club an official league that has just ended, one under way, one of which
    a correction waits, a season league in its second season, a tournament in its third round,
    the calendar, a club night that was closed, a ladder and challenges.
    """
    official.finished(today)
    official.under_way(today)
    corrected.two_terms(today)
    season.second_season(today)
    rebuild()
    season.close_first()
    corrected.void_after_the_close()
    tournament.under_way(today)
    calendar.evenings(today)
    night.last_evening(today)
    ladder.rungs(today)
    ladder.challenges(today)
