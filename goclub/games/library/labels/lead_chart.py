"""The score along a game as a chart: moves from left to right, Black's lead above the middle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from django.utils.translation import gettext as _

from goclub.common.notation import number
from goclub.go.diagrams.svg import SafeSvg

WIDTH: Final = 480
HEIGHT: Final = 190
LEFT: Final = 34
RIGHT: Final = 8
TOP: Final = 12
BOTTOM: Final = 24
#: A lead of so many points at least fills the chart.
_LEAST: Final = 10
#: So many places answer to a tap at most.
_MOST_LINKS: Final = 150


@dataclass(frozen=True, slots=True)
class ChartMove:
    """A position of the game: its node, and Black's lead in points."""

    node: int
    lead: float
    is_loss: bool = False


def draw_leads(
    moves: Sequence[ChartMove], *, here: int, title: str, words: Callable[[int], str]
) -> SafeSvg:
    """Return the chart; ``here`` the number of the move that the board shows.

    ``words`` says what a position is like that has this number.
    Each place leads to its move: a link for readers without the script, and ``data-node`` for it.
    """
    most = max(_LEAST, *(abs(move.lead) for move in moves))
    across = (WIDTH - LEFT - RIGHT) / max(1, len(moves) - 1)
    middle = TOP + (HEIGHT - TOP - BOTTOM) / 2

    def x(place: float) -> float:
        return LEFT + place * across

    def y(lead: float) -> float:
        return middle - lead / most * (middle - TOP)

    black, white = _("Black leads"), _("White leads")
    step = -(-len(moves) // _MOST_LINKS)
    line = " ".join(f"{x(place):.1f},{y(move.lead):.1f}" for place, move in enumerate(moves))
    parts = [
        f'<svg class="chart lead-chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">',
        f'<rect class="lead-white" x="{LEFT}" y="{middle:.1f}" width="{WIDTH - LEFT - RIGHT}" '
        f'height="{middle - TOP:.1f}"/>',
        *(_height_mark(y(lead), lead) for lead in _heights(most)),
        *(
            f'<text class="chart-label" x="{x(at):.1f}" y="{HEIGHT - 7}" text-anchor="middle">'
            f"{number(at)}</text>"
            for at in _numbers(len(moves) - 1)
        ),
        f'<text class="chart-label" x="{LEFT + 6}" y="{TOP + 10}">{escape(black)}</text>',
        f'<text class="chart-label" x="{LEFT + 6}" y="{HEIGHT - BOTTOM - 5}">'
        f"{escape(white)}</text>",
        f'<path class="lead-here" data-review-here d="M{x(here):.1f} {TOP}V{HEIGHT - BOTTOM}"/>',
        f'<polyline class="chart-line" points="{line}"/>',
        *(
            f'<circle class="lead-loss" cx="{x(place):.1f}" cy="{y(move.lead):.1f}" r="3.5"/>'
            for place, move in enumerate(moves)
            if move.is_loss
        ),
        *(
            f'<a href="?node={move.node}#board" data-node="{move.node}" tabindex="-1">'
            f"<title>{escape(words(place))}</title>"
            f'<rect x="{x(place - step / 2):.1f}" y="{TOP}" width="{across * step:.1f}" '
            f'height="{HEIGHT - TOP - BOTTOM}"/></a>'
            for place, move in enumerate(moves)
            if not place % step
        ),
        "</svg>",
    ]
    # Safe: texts are escaped above, everything else is a number.
    return SafeSvg("".join(parts))


def _height_mark(y: float, lead: float) -> str:
    css = "lead-zero" if not lead else "chart-tick"
    return (
        f'<path class="{css}" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>'
        f'<text class="chart-label" x="{LEFT - 6}" y="{y + 3.5:.1f}" text-anchor="end">'
        f"{number(abs(lead))}</text>"
    )


def _heights(most: float) -> list[float]:
    """Round leads for both sides, at most two above the middle and two below it.

    >>> _heights(10), _heights(37)
    ([-10, -5, 0, 5, 10], [-20, 0, 20])
    """
    step = next(size for size in (5, 10, 20, 50, 100, 200, 500, 10**9) if most / size < 3)
    return [step * n for n in range(-2, 3) if abs(step * n) <= most]


def _numbers(last: int) -> list[int]:
    """The numbers of moves that are written below: at most seven.

    >>> _numbers(250), _numbers(9)
    ([50, 100, 150, 200, 250], [5])
    """
    step = next(size for size in (5, 10, 20, 50, 100, 200, 500, 10**9) if last / size <= 7)
    return list(range(step, last + 1, step))
