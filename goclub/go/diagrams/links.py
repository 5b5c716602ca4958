"""Links on the points of a drawn board: a board one can click on without any script."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from goclub.go.board.basics import Point


@dataclass(frozen=True)
class PointLink:
    """Where a click on a point leads.

    ``href`` an address, ``label`` what it does, for screen readers and as a tooltip; ``in_order``
    whether the tab key stops there: hundreds of stops help nobody, so
    a page that says no offers another way, such as a field for the name of the point.
    """

    href: str
    label: str
    in_order: bool = True


def link_over(point: Point, link: PointLink, unit: int) -> str:
    """Return the link over a point of a board whose lines lie *unit* apart."""
    x, y = point[0] * unit, point[1] * unit
    skip = "" if link.in_order else ' tabindex="-1"'
    return (
        f'<a href="{escape(link.href)}" aria-label="{escape(link.label)}"{skip}>'
        f"<title>{escape(link.label)}</title>"
        f'<rect class="hit" x="{x - unit // 2}" y="{y - unit // 2}" width="{unit}" '
        f'height="{unit}"/></a>'
    )
