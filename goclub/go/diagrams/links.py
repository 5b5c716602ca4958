"""Links on the points of a drawn board: a board one can click on without any script."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from goclub.go.board.basics import Point
from goclub.go.diagrams.board_svg import UNIT
from goclub.go.diagrams.svg import SafeSvg


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


def with_links(svg: SafeSvg, links: Mapping[Point, PointLink]) -> SafeSvg:
    """The picture of :func:`.board_svg.draw_board` with a link over each of these points.

    Everything in the links is escaped.  The picture becomes a group for screen readers, because
    what stands inside an image is not read.
    """
    layer = "".join(_link(point, link) for point, link in links.items())
    grouped = svg.replace('role="img"', 'role="group"', 1)
    head, end = grouped[: -len("</svg>")], "</svg>"
    return SafeSvg(f'{head}<g class="points">{layer}</g>{end}')


def _link(point: Point, link: PointLink) -> str:
    x, y = point[0] * UNIT, point[1] * UNIT
    skip = "" if link.in_order else ' tabindex="-1"'
    return (
        f'<a href="{escape(link.href)}" aria-label="{escape(link.label)}"{skip}>'
        f"<title>{escape(link.label)}</title>"
        f'<rect class="hit" x="{x - UNIT // 2}" y="{y - UNIT // 2}" width="{UNIT}" '
        f'height="{UNIT}"/></a>'
    )
