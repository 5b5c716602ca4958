"""A member's history in a system as a chart, and the same figures as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from goclub.common.svg import SafeSvg
from goclub.games.models import SYSTEMS
from goclub.games.rating.charts.drawing import Band, Point, draw_history
from goclub.games.rating.ledger.timeline import rules_timeline
from goclub.games.rating.queries import history_of
from goclub.games.rating.systems.adapters import adapter_of
from goclub.members.models import Member
from ratings.egf.formula import RANKS, rating_of_rank
from ratings.igs.ladder import LADDER as IGS_LADDER
from ratings.igs.thresholds import Thresholds
from ratings.ranks import LADDER as PAA_LADDER
from ratings.ranks import band_range

#: How much is shown above and below the extremes, by system.
_ROOM = {"paa": 4, "igs": 150, "elo": 8, "egf": 15}


@dataclass(frozen=True, slots=True)
class Chart:
    """The picture, and its values at the end of each month for those who cannot see it."""

    picture: SafeSvg
    months: list[tuple[date, int | float, str]]


def chart_of(member: Member, system: str, today: date) -> Chart:
    """Draw a member's whole history in one system, as far as there are points to draw."""
    rows = history_of(member, system)
    if system == "igs":  # newcomers and BC have a rank, but no points (S0-26)
        rows = [row for row in rows if row[1]]
    order = adapter_of(system).order
    points = [_point(order, *row) for row in rows]
    title = _("%(name)s: %(system)s over time") % {
        "name": member.display_name,
        "system": dict(SYSTEMS)[system],
    }
    return Chart(
        draw_history(points, title=title, bands=_bands(system, today), room=_ROOM[system]),
        _months(rows),
    )


def _point(
    order: Callable[[str], int], day: date, value: int | float, before: str, after: str
) -> Point:
    step = order(after) - order(before) if before else 0
    if not step:  # the mark of a newcomer falls off without a step
        return Point(day, value)
    change = "up" if step > 0 else "down"
    return Point(day, value, change, f"{day.isoformat()}: {before} → {after}")


def _months(rows: Sequence[tuple[Any, ...]]) -> list[tuple[date, int | float, str]]:
    by_month = {row[0].replace(day=1): (row[1], row[3]) for row in rows}
    return [(month, value, rank) for month, (value, rank) in by_month.items()]


def _bands(system: str, today: date) -> list[Band]:
    if system == "paa":
        ranges = [(rank, *band_range(index)) for index, rank in enumerate(PAA_LADDER)]
        return [
            Band(rank, None if low is None else low - 0.5, None if high is None else high + 0.5)
            for rank, low, high in ranges
        ]
    if system == "igs":
        table: Thresholds = rules_timeline().at("igs", today).thresholds
        return [
            Band(rank, table.entry[index], table.promote[index])
            for index, rank in enumerate(IGS_LADDER)
        ]
    if system == "egf":
        centres = [(rank, rating_of_rank(rank)) for rank in RANKS]
        return [Band(rank, centre - 50, centre + 50) for rank, centre in centres]
    return []
