"""A member's points or rating over time, drawn over the bands of the ranks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from html import escape

from goclub.games.rating.systems.protocol import Band, Frame
from goclub.go.diagrams.svg import SafeSvg

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 14, 30
#: Fewer pixels than this between two labels, and one of them stays silent.
_LABEL_ROOM = 17


@dataclass(frozen=True, slots=True)
class Point:
    """The value after one fact.  ``change`` "up" or "down" where the rank moved, with its words."""

    day: date
    value: float
    change: str = ""
    words: str = ""


def draw_history(history: Sequence[Point], *, title: str, frame: Frame) -> SafeSvg:
    """Return an SVG chart of values over the rank bands, or nothing before the second entry.

    ``history`` oldest first.  Rings mark promotions, squares demotions, each with its words in a
    ``<title>``.
    """
    if len(history) < 2:
        return SafeSvg("")
    scale = _Scale(history, frame.room)
    parts = [
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">',
        *(_bands(scale, frame.bands) if frame.bands else _lines(scale)),
        *_years(scale),
        f'<polyline class="chart-line" points="{_line(scale)}"/>',
        *_marks(scale),
        "</svg>",
    ]
    return SafeSvg("".join(parts))


class _Scale:
    """Where a day and a value lie in the picture."""

    def __init__(self, history: Sequence[Point], room: float) -> None:
        self.history = history
        values = [point.value for point in history]
        self.low = min(values) - room
        self.high = max(max(values) + room, self.low + 5 * room)
        self.first = history[0].day
        self.days = max(1, (history[-1].day - self.first).days)

    def x(self, day: date) -> float:
        return LEFT + (day - self.first).days / self.days * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def _bands(scale: _Scale, bands: Sequence[Band]) -> list[str]:
    parts = []
    free_below = float(HEIGHT)
    for number, band in enumerate(bands):
        bottom = scale.low if band.low is None else max(scale.low, band.low)
        top = scale.high if band.high is None else min(scale.high, band.high)
        if bottom >= top:
            continue
        height = scale.y(bottom) - scale.y(top)
        parts.append(
            f'<rect class="{"band-a" if number % 2 else "band-b"}" x="{LEFT}" '
            f'y="{scale.y(top):.1f}" width="{WIDTH - LEFT - RIGHT}" height="{height:.1f}"/>'
        )
        middle = (scale.y(bottom) + scale.y(top)) / 2
        if middle < free_below - _LABEL_ROOM:
            parts.append(_label(LEFT - 8, middle + 4.5, band.label, "end"))
            free_below = middle
    return parts


def _lines(scale: _Scale) -> list[str]:
    """Round values as thin lines, for a system without ranks."""
    step = next(
        size
        for size in (5, 10, 20, 25, 50, 100, 200, 500, 1000, 10**9)
        if (scale.high - scale.low) / size <= 6
    )
    parts = []
    value = -(-scale.low // step) * step
    while value < scale.high:
        y = scale.y(value)
        parts.append(
            f'<line class="chart-tick" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        )
        parts.append(_label(LEFT - 8, y + 4.5, f"{value:.0f}", "end"))
        value += step
    return parts


def _label(x: float, y: float, text: str, anchor: str, css: str = "chart-label") -> str:
    return (
        f'<text class="{css}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
    )


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
            parts.append(_label(x, HEIGHT - 8, f"{year}-{month:02d}", "middle", css))


def _line(scale: _Scale) -> str:
    """The last value of each day: a step chart of a club night would only be noise."""
    by_day = {point.day: point.value for point in scale.history}
    return " ".join(f"{scale.x(day):.1f},{scale.y(value):.1f}" for day, value in by_day.items())


def _marks(scale: _Scale) -> list[str]:
    parts = []
    for point in scale.history:
        if not point.change:
            continue
        x, y = scale.x(point.day), scale.y(point.value)
        words = f"<title>{escape(point.words)}</title>"
        if point.change == "up":
            parts.append(
                f'<circle class="chart-up" cx="{x:.1f}" cy="{y:.1f}" r="5">{words}</circle>'
            )
        else:
            parts.append(
                f'<rect class="chart-down" x="{x - 4.5:.1f}" y="{y - 4.5:.1f}" width="9" '
                f'height="9">{words}</rect>'
            )
    return parts
