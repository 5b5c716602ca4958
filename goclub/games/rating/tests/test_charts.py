"""The chart of a member's history: where it begins, and dates that can be read."""

from __future__ import annotations

import re
from datetime import date, timedelta
from itertools import pairwise

import pytest

from goclub.games.rating.charts.drawing import Point, draw_history
from goclub.games.rating.charts.history import since_first_game
from goclub.games.rating.queries import HistoryRow
from goclub.games.rating.systems.protocol import Frame

#: A label of "2026-10" in the chart's own units, with a little air.
WIDEST = 50
START = date(2012, 8, 28)


def labels(days: int) -> list[tuple[float, str]]:
    """Place and words of the dates below a chart over so many days."""
    points = [Point(START, 100), Point(START + timedelta(days=days), 110)]
    svg = str(draw_history(points, title="t", frame=Frame(room=5)))
    found = re.findall(r'x="([\d.]+)" y="[\d.]+" text-anchor="middle">([^<]+)<', svg)
    return [(float(x), text) for x, text in found]


@pytest.mark.parametrize("days", [1, 20, 45, 150, 151, 799, 801, 2000, 5200, 9000, 36000])
def test_dates_never_print_over_each_other(days):
    places = [x for x, _text in labels(days)]
    assert all(after - before > WIDEST for before, after in pairwise(places))
    assert len(places) <= 8
    assert places or days < 45


def test_years_alone_where_years_lie_between():
    assert {len(text) for _x, text in labels(5200)} == {4}
    assert {len(text) for _x, text in labels(300)} == {len("Jan 2026")}


def row(day: date, value: float, *, played: bool = True) -> HistoryRow:
    return HistoryRow(day, value, "1d", "1d", played)


def test_a_chart_begins_with_the_first_game():
    """The years since joining would be one straight line over most of it."""
    joined, raised = row(START, 170, played=False), row(date(2014, 1, 1), 172, played=False)
    game, later = row(date(2026, 1, 5), 171), row(date(2026, 2, 1), 170)
    shown = since_first_game([joined, raised, game, later])
    assert [(one.day, one.value) for one in shown] == [
        (game.day, 172),
        (game.day, 171),
        (later.day, 170),
    ]


def test_a_chart_without_games_shows_the_decisions():
    rows = [row(START, 170, played=False), row(date(2014, 1, 1), 172, played=False)]
    assert since_first_game(rows) == rows
    assert since_first_game([]) == []
