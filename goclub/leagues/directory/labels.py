"""Leagues and tournaments as tables of the club's export."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import QuerySet

from goclub.games.notebook.labels.exported import Exported
from goclub.leagues.models import Match, Pairing

#: Where each column of an export is read.
_EVENTS = {
    "tournament": "round__event__name",
    "begins_on": "round__event__begins_on",
    "round": "round__number",
    "table": "table",
    "black": "black__display_name",
    "white": "white__display_name",
    "handicap": "handicap",
    "komi_doubled": "komi2",
    "result": "result",
    "how": "ending",
    "margin_doubled": "margin2",
}
_MATCHES = {
    "league": "division__term__league__name",
    "term": "division__term__name",
    "division": "division__name",
    "first": "first__member__display_name",
    "second": "second__member__display_name",
    "meeting": "meeting",
    "game": "game",
    "played_on": "game__played_on",
    "winner": "game__winner",
    "forfeit": "forfeit",
    "reason": "reason",
}


def exported_leagues() -> Iterator[Exported]:
    """Every table of every tournament, every pairing of every official league."""
    tables = Pairing.objects.order_by(
        "round__event__begins_on", "round__event", "round__number", "table"
    )
    yield _exported("tournaments", _EVENTS, tables)
    matches = Match.objects.order_by("division__term", "division__level", "pk")
    yield _exported("leagues", _MATCHES, matches)


def _exported(name: str, columns: Mapping[str, str], rows: QuerySet[Any]) -> Exported:
    lines = rows.values_list(*columns.values()).iterator(2000)
    return Exported(name, tuple(columns), lines)
