"""A member's points over time, drawn over the bands of the ranks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from html import escape
from typing import Any

from ratings.ranks import LADDER, band_of, band_range

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 46, 12, 14, 30

#: Day, points after, rank before, rank after; oldest first.
History = Sequence[tuple[Any, int, str, str]]


class SafeSvg(str):
    """SVG text that a template may print as it is: every text inside was escaped here."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


def draw_history(history: History, *, title: str) -> SafeSvg:
    """Return an SVG chart of points against the rank bands, or nothing before the second entry.

    ``history`` rows of (day, points after, rank before, rank after), oldest first.  Rings mark
    promotions, squares demotions, each with its words in a ``<title>``.
    """
    if len(history) < 2:
        return SafeSvg("")
    scale = _Scale(history)
    parts = [
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">',
        *_bands(scale),
        *_years(scale),
        f'<polyline class="chart-line" points="{_line(scale)}"/>',
        *_marks(scale),
        "</svg>",
    ]
    return SafeSvg("".join(parts))


class _Scale:
    """Where a day and a number of points lie in the picture."""

    def __init__(self, history: History) -> None:
        self.history = history
        points = [row[1] for row in history]
        self.low: int = max(0, min(points) - 4)
        self.high: int = max(max(points) + 4, self.low + 20)
        self.first: date = history[0][0]
        self.days: int = max(1, (history[-1][0] - self.first).days)

    def x(self, day: date) -> float:
        return LEFT + (day - self.first).days / self.days * (WIDTH - LEFT - RIGHT)

    def y(self, points: float) -> float:
        share = (points - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def _bands(scale: _Scale) -> list[str]:
    parts = []
    for rank in range(band_of(scale.low), band_of(scale.high) + 1):
        low, high = band_range(rank)
        bottom = max(scale.low, scale.low if low is None else low - 0.5)
        top = min(scale.high, scale.high if high is None else high + 0.5)
        css = "band-a" if rank % 2 else "band-b"
        height = scale.y(bottom) - scale.y(top)
        parts.append(
            f'<rect class="{css}" x="{LEFT}" y="{scale.y(top):.1f}" '
            f'width="{WIDTH - LEFT - RIGHT}" height="{height:.1f}"/>'
        )
        if height >= 14:
            middle = (scale.y(bottom) + scale.y(top)) / 2 + 4.5
            parts.append(
                f'<text class="chart-label" x="{LEFT - 8}" y="{middle:.1f}" '
                f'text-anchor="end">{LADDER[rank]}</text>'
            )
    return parts


def _years(scale: _Scale) -> list[str]:
    """Quarter marks, named by month and year where there is room."""
    parts: list[str] = []
    year, month = scale.first.year, scale.first.month
    last = scale.first.toordinal() + scale.days
    step = 1 if scale.days < 150 else 3 if scale.days < 800 else 6
    named = 0
    while True:
        month += 1
        if month > 12:
            year, month = year + 1, 1
        day = date(year, month, 1)
        if day.toordinal() > last:
            return parts
        if (month - 1) % step:
            continue
        x = scale.x(day)
        parts.append(
            f'<line class="chart-tick" x1="{x:.1f}" x2="{x:.1f}" y1="{HEIGHT - BOTTOM}" '
            f'y2="{HEIGHT - BOTTOM + 5}"/>'
        )
        if LEFT + 16 < x < WIDTH - RIGHT - 24:
            named += 1
            css = "chart-label" if named % 2 else "chart-label every-second"
            parts.append(
                f'<text class="{css}" x="{x:.1f}" y="{HEIGHT - 8}" '
                f'text-anchor="middle">{year}-{month:02d}</text>'
            )


def _line(scale: _Scale) -> str:
    """The last value of each day: a step chart of a club night would only be noise."""
    by_day = {row[0]: row[1] for row in scale.history}
    return " ".join(f"{scale.x(day):.1f},{scale.y(points):.1f}" for day, points in by_day.items())


def _marks(scale: _Scale) -> list[str]:
    parts = []
    for day, points, before, after in scale.history:
        if not before or before == after:
            continue
        up = LADDER.index(after) > LADDER.index(before)
        x, y = scale.x(day), scale.y(points)
        shape = (
            f'<circle class="chart-up" cx="{x:.1f}" cy="{y:.1f}" r="5">'
            if up
            else f'<rect class="chart-down" x="{x - 4.5:.1f}" y="{y - 4.5:.1f}" '
            'width="9" height="9">'
        )
        end = "</circle>" if up else "</rect>"
        parts.append(f"{shape}<title>{day.isoformat()}: {before} → {after}</title>{end}")
    return parts
