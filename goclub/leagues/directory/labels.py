"""Leagues and tournaments as tables of the club's export."""

from __future__ import annotations

from collections.abc import Iterator

from goclub.games.notebook.labels.exported import Exported
from goclub.leagues.directory.queries import event_result_lines, match_lines

_EVENTS = (
    "tournament", "begins_on", "round", "table", "black", "white", "handicap", "komi_doubled",
    "result", "how", "margin_doubled",
)  # fmt: skip
_MATCHES = (
    "league", "term", "division", "first", "second", "meeting", "game", "played_on", "winner",
    "forfeit", "reason",
)  # fmt: skip


def exported_leagues() -> Iterator[Exported]:
    """Every table of every tournament, every pairing of every official league."""
    yield Exported("tournaments", _EVENTS, event_result_lines())
    yield Exported("leagues", _MATCHES, match_lines())
