"""A member's points or rating over time, drawn over the bands of the ranks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from html import escape

from django.utils.translation import gettext as _

from goclub.common.notation import (
    dotted,
    labelled,
    number,
    rank,
    short_day,
    short_month,
    short_rank,
)
from goclub.games.labels import figure
from goclub.games.models import RatingEntry
from goclub.games.rating.house_rules import Timeline, rules_timeline
from goclub.games.rating.queries import HistoryRow, history_of
from goclub.games.rating.systems.protocol import Band, ChartFrame
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.go.diagrams.svg import SafeSvg
from goclub.members.models import Member

#: A telephone shows it at two thirds and writes its labels larger (css/common/parts.css); a desk at
#: one and a half.  So little is drawn that both can read it.
WIDTH, HEIGHT = 480, 210
LEFT, RIGHT, TOP, BOTTOM = 58, 12, 14, 28
#: Beside rank bands, whose names stand at the left, the figures stand at the right.
RIGHT_OF_BANDS = 46
#: A day this near to the one before gives it its place: so many answer a finger at most.
_DAY_ROOM = 4
#: Fewer units than this between two labels, and one stays silent: on a desk, on a telephone.
_LABEL_ROOM, _NARROW_LABEL_ROOM = 13, 20
#: What a label of a date takes, and the blank beside it.
_DATE_ROOM = 60
DAYS_OF_MONTH = 30.44


@dataclass(frozen=True, slots=True)
class Point:
    """The value after one fact.  ``change`` "up" or "down" where the rank moved, with its words."""

    day: date
    value: float
    change: str = ""
    words: str = ""
    rank: str = ""

    @property
    def said(self) -> str:
        """The day with its value and rank: “24 Nov 2026: 126 · 1d”."""
        held = short_rank(self.rank) if self.rank else ""
        return labelled(short_day(self.day), dotted((figure(self.value), held)))


def draw_history(history: Sequence[Point], *, title: str, frame: ChartFrame) -> SafeSvg:
    """Return an SVG chart of values over the rank bands, or nothing before the second entry.

    ``history`` oldest first.  Rings mark promotions, squares demotions, each with its words in a
    ``<title>``.
    """
    if len(history) < 2:
        return SafeSvg("")
    scale = _Scale(history, frame.room, RIGHT_OF_BANDS if frame.bands else RIGHT)
    parts = [
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">',
        *(_bands(scale, frame.bands) if frame.bands else _lines(scale)),
        *_dates(scale),
        f'<polyline class="chart-line" points="{_line(scale)}"/>',
        *_days(scale),
        *_marks(scale),
        "</svg>",
    ]
    return SafeSvg("".join(parts))


class _Scale:
    """Where a day and a value lie in the picture."""

    def __init__(self, history: Sequence[Point], room: float, right: int) -> None:
        self.history = history
        self.end = WIDTH - right
        values = [point.value for point in history]
        self.low = min(values) - room
        self.high = max(max(values) + room, self.low + 5 * room)
        self.first = history[0].day
        self.days = max(1, (history[-1].day - self.first).days)

    def x(self, day: date) -> float:
        return LEFT + (day - self.first).days / self.days * (self.end - LEFT)

    def y(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def _bands(scale: _Scale, bands: Sequence[Band]) -> list[str]:
    parts = []
    room, figures = _Room(), _Room()
    for at, band in enumerate(bands):
        bottom = scale.low if band.low is None else max(scale.low, band.low)
        top = scale.high if band.high is None else min(scale.high, band.high)
        if bottom >= top:
            continue
        height = scale.y(bottom) - scale.y(top)
        parts.append(
            f'<rect class="{"band-a" if at % 2 else "band-b"}" x="{LEFT}" '
            f'y="{scale.y(top):.1f}" width="{scale.end - LEFT}" height="{height:.1f}"/>'
        )
        middle = (scale.y(bottom) + scale.y(top)) / 2
        parts += room.label(middle, short_rank(band.label))
        if band.low is not None and band.low > scale.low:
            first = number(int(band.low + 0.5))
            parts += figures.label(scale.y(band.low), first, scale.end + 6, "start")
    return parts


class _Room:
    """What is free beside the chart: labels from below upwards, on a telephone fewer of them."""

    def __init__(self) -> None:
        self.wide = self.narrow = float(HEIGHT)

    def label(self, y: float, text: str, x: float = LEFT - 7, anchor: str = "end") -> list[str]:
        """A label at this height, if there is room; of the class for a desk where only there."""
        if y > self.wide - _LABEL_ROOM:
            return []
        self.wide = y
        css = "chart-label every-second"
        if y <= self.narrow - _NARROW_LABEL_ROOM:
            self.narrow, css = y, "chart-label"
        return [_label(x, y + 4, text, anchor, css)]


def _lines(scale: _Scale) -> list[str]:
    """Round values as thin lines, for a system without ranks."""
    step = next(
        size
        for size in (5, 10, 20, 25, 50, 100, 200, 500, 1000, 10**9)
        if (scale.high - scale.low) / size <= 6
    )
    parts = []
    room = _Room()
    value = -(-scale.low // step) * step
    while value < scale.high:
        y = scale.y(value)
        parts.append(
            f'<line class="chart-tick" x1="{LEFT}" x2="{scale.end}" y1="{y:.1f}" y2="{y:.1f}"/>'
        )
        parts += room.label(y, number(value))
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
        if LEFT + 20 < x < scale.end - 28:
            labels += 1
            css = "chart-label" if labels % 2 else "chart-label every-second"
            text = f"{day.year}" if step >= 12 else short_month(day)
            parts.append(_label(x, HEIGHT - 7, text, "middle", css))
    return parts


def _months_between_marks(days: int) -> int:
    """The fewest of the usual steps that leave each label its room.

    >>> [_months_between_marks(days) for days in (60, 400, 5000, 40000)]
    [1, 3, 36, 240]
    """
    most = (WIDTH - LEFT - RIGHT_OF_BANDS) // _DATE_ROOM
    steps = (1, 3, 6, 12, 24, 36, 60, 120)
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


def _days(scale: _Scale) -> list[str]:
    """Circles that nobody sees: under a mouse they say their day, a script asks the nearest."""
    return [
        f'<circle class="chart-day" cx="{scale.x(point.day):.1f}" cy="{scale.y(point.value):.1f}" '
        f'r="6" fill="none" pointer-events="all"><title>{escape(point.said)}</title></circle>'
        for point in days_shown(scale.history, (scale.end - LEFT) / scale.days)
    ]


def days_shown(history: Sequence[Point], width: float) -> list[Point]:
    """The last point of each day, and of days that lie closer together than a finger can tell.

    *width* is that of a day in the picture.
    """
    first = history[0].day
    by_place = {int((point.day - first).days * width // _DAY_ROOM): point for point in history}
    return list(by_place.values())


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


@dataclass(frozen=True, slots=True)
class Chart:
    """The picture, and the days that it shows, the newest first."""

    picture: SafeSvg
    days: list[Point]


def chart_of(
    member: Member,
    key: str,
    today: date,
    changes: Sequence[RatingEntry] = (),
    *,
    history: Sequence[HistoryRow] | None = None,
    timeline: Timeline | None = None,
) -> Chart:
    """Draw a member's whole history in one system, as far as there are points to draw.

    The marks of those ``changes`` of rank that the caller has say why they came; *history* and
    *timeline* where they are at hand.
    """
    system = SYSTEMS.of(key)
    history = history_of(member, key) if history is None else history
    rows = [row for row in history if system.holds_points(row.value)]
    reasons = {
        (change.on, change.rank_before, change.rank_after): system.short_reason(change)
        for change in changes
    }
    points = [_point(system.order, row, reasons) for row in since_first_game(rows)]
    title = _("%(name)s: %(system)s over time") % {
        "name": member.shown_name,
        "system": system.name,
    }
    frame = system.frame((timeline or rules_timeline()).of(system)(today))
    width = (WIDTH - LEFT) / max(1, (points[-1].day - points[0].day).days) if points else 0
    days = days_shown(points, width)[::-1] if points else []
    return Chart(draw_history(points, title=title, frame=frame), days)


def since_first_game(rows: Sequence[HistoryRow]) -> Sequence[HistoryRow]:
    """Without the years between joining and the first game, which would be one straight line.

    What was decided before it gives the value on that day; all rows where nothing was played.
    """
    first = next((at for at, row in enumerate(rows) if row.played), 0)
    if not first:
        return rows
    return [rows[first - 1]._replace(day=rows[first].day, rank_before=""), *rows[first:]]


def _point(
    order: Callable[[str], int],
    row: HistoryRow,
    reasons: Mapping[tuple[date, str, str], str],
) -> Point:
    step = order(row.rank_after) - order(row.rank_before) if row.rank_before else 0
    if not step:  # the mark of a newcomer falls off without a step
        return Point(row.day, row.value, rank=row.rank_after)
    why = reasons.get((row.day, row.rank_before, row.rank_after), "")
    came = dotted((f"{rank(row.rank_before)} → {rank(row.rank_after)}", why))
    words = labelled(short_day(row.day), came)
    return Point(row.day, row.value, "up" if step > 0 else "down", words, row.rank_after)
