"""The demo club's leagues: facts in bulk, then one replay of the ledger."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db import transaction

from goclub.games import ledger

from . import official, season, tournament


@transaction.atomic
def fill(*, today: date) -> None:
    """Give the demo club an official league that has just ended, one under way, a season league
    in its second season, and a tournament in its third round.
    """
    official.finished(today)
    official.under_way(today)
    season.second_season(today)
    ledger.rebuild()
    season.close_first()
    tournament.under_way(today)


def on_demo_filled(*, today: date, **_kwargs: Any) -> None:
    """Receiver of the demo's signal."""
    fill(today=today)
