"""The chart of a member's history: where it begins, and dates that can be read."""

from __future__ import annotations

import html
import re
from datetime import date, timedelta
from itertools import pairwise

import pytest

from goclub.games.rating.charts import WIDTH, Point, chart_of, draw_history, since_first_game
from goclub.games.rating.labels import short_reason
from goclub.games.rating.queries import HistoryRow, rank_changes
from goclub.games.rating.systems.protocol import Band, ChartFrame
from goclub.games.rating.systems.registry import MAIN_SYSTEM
from goclub.games.tests.factories import play
from goclub.members.tests.factories import make_member

#: A label of "Nov 2026" in the chart's own units, with a little air: on a desk, on a telephone.
WIDEST, WIDEST_IN_THE_HAND = 48, 80
START = date(2012, 8, 28)


def labels(days: int, css: str = 'chart-label[^"]*') -> list[tuple[float, str]]:
    """Place and words of the dates below a chart over so many days."""
    points = [Point(START, 100), Point(START + timedelta(days=days), 110)]
    svg = str(draw_history(points, title="t", frame=ChartFrame(room=5)))
    found = re.findall(rf'class="{css}" x="([\d.]+)" y="[\d.]+" text-anchor="middle">([^<]+)<', svg)
    return [(float(x), text) for x, text in found]


@pytest.mark.parametrize("days", [1, 20, 45, 150, 151, 799, 801, 2000, 5200, 9000, 36000])
def test_dates_never_print_over_each_other(days):
    places = [x for x, _text in labels(days)]
    assert all(after - before > WIDEST for before, after in pairwise(places))
    assert len(places) <= 8
    assert places or days < 45
    shown = [x for x, _text in labels(days, "chart-label")]
    assert all(after - before > WIDEST_IN_THE_HAND for before, after in pairwise(shown))
    assert all(WIDEST_IN_THE_HAND / 2 <= x <= WIDTH - WIDEST_IN_THE_HAND / 2 + 4 for x in shown)


BANDS = [Band(f"{n}k", 131 - 10 * n, 141 - 10 * n) for n in range(9, 0, -1)]


@pytest.mark.parametrize("high", [55, 60, 90, 140])
@pytest.mark.parametrize("bands", [BANDS, []], ids=["ranks", "figures"])
def test_labels_beside_the_chart_never_print_over_each_other(high, bands):
    """Of the same size as in the style: 9.5 units on a desk, 17 on a telephone."""
    points = [Point(START, 50), Point(START + timedelta(days=200), high)]
    svg = str(draw_history(points, title="t", frame=ChartFrame(room=5, bands=bands)))
    found = re.findall(r'class="(chart-label[^"]*)" x="[\d.]+" y="([\d.]+)" text-anchor="end"', svg)
    every = sorted(float(y) for _css, y in found)
    shown = sorted(float(y) for css, y in found if css == "chart-label")
    assert len(every) >= len(shown) >= 2
    assert all(after - before >= 12 for before, after in pairwise(every))
    assert all(after - before >= 19 for before, after in pairwise(shown))


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


@pytest.mark.django_db
def test_a_ring_says_why_the_rank_came():
    """A promotion is a ring, a demotion a square; each with day, ranks and the reason."""
    one, other = make_member("Sato", points=120), make_member("Anong", points=120)
    for minute in range(12):
        play(one, other, minute=minute)
    changes = rank_changes(one, MAIN_SYSTEM)
    picture = str(chart_of(one, MAIN_SYSTEM, changes[0].on, changes).picture)
    rings = re.findall(r'<circle class="chart-up"[^>]*><title>([^<]+)</title>', picture)
    [up] = [change for change in changes if change.game_id]
    assert len(rings) == 1
    assert html.unescape(rings[0]).endswith(short_reason(up))
    assert short_reason(up) not in str(chart_of(one, MAIN_SYSTEM, changes[0].on).picture)
