"""A member's points or rating over time, drawn over the bands of the ranks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from html import escape

from goclub.common.notation import number, short_month, short_rank
from goclub.games.rating.systems.protocol import Band, Frame
from goclub.go.diagrams.svg import SafeSvg

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 14, 30
#: Fewer pixels than this between two labels, and one of them stays silent.
_LABEL_ROOM = 17
#: What a label of a date takes, and the blank beside it.
_DATE_ROOM = 72
DAYS_OF_MONTH = 30.44


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
        *_dates(scale),
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
    for at, band in enumerate(bands):
        bottom = scale.low if band.low is None else max(scale.low, band.low)
        top = scale.high if band.high is None else min(scale.high, band.high)
        if bottom >= top:
            continue
        height = scale.y(bottom) - scale.y(top)
        parts.append(
            f'<rect class="{"band-a" if at % 2 else "band-b"}" x="{LEFT}" '
            f'y="{scale.y(top):.1f}" width="{WIDTH - LEFT - RIGHT}" height="{height:.1f}"/>'
        )
        middle = (scale.y(bottom) + scale.y(top)) / 2
        if middle < free_below - _LABEL_ROOM:
            parts.append(_label(LEFT - 8, middle + 4.5, short_rank(band.label), "end"))
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
        parts.append(_label(LEFT - 8, y + 4.5, number(value), "end"))
        value += step
    return parts


def _label(x: float, y: float, text: str, anchor: str, css: str = "chart-label") -> str:
    return (
        f'<text class="{css}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
    )


def _dates(scale: _Scale) -> list[str]:
    """Marks below the chart; where the screen is narrow every second label goes."""
    parts: list[str] = []
    step = _months_between_marks(scale.days)
    labels = 0
    for day in _first_of_months(scale.first, scale.first + timedelta(days=scale.days), step):
        x = scale.x(day)
        parts.append(
            f'<line class="chart-tick" x1="{x:.1f}" x2="{x:.1f}" y1="{HEIGHT - BOTTOM}" '
            f'y2="{HEIGHT - BOTTOM + 5}"/>'
        )
        if LEFT + 16 < x < WIDTH - RIGHT - 24:
            labels += 1
            css = "chart-label" if labels % 2 else "chart-label every-second"
            text = f"{day.year}" if step >= 12 else short_month(day)
            parts.append(_label(x, HEIGHT - 8, text, "middle", css))
    return parts


def _months_between_marks(days: int) -> int:
    """The fewest of the usual steps that leave each label its room.

    >>> [_months_between_marks(days) for days in (60, 400, 5000, 40000)]
    [1, 3, 24, 240]
    """
    most = (WIDTH - LEFT - RIGHT) // _DATE_ROOM
    steps = (1, 3, 6, 12, 24, 60, 120)
    return next((step for step in steps if days / DAYS_OF_MONTH / step <= most), 240)


def _first_of_months(first: date, last: date, step: int) -> Iterator[date]:
    """Every *step* months counted from January of the year 1, after *first* and until *last*."""
    month = first.year * 12 + first.month - 1
    month += step - month % step
    while month // 12 <= last.year:
        day = date(month // 12, month % 12 + 1, 1)
        if day > last:
            return
        yield day
        month += step


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
