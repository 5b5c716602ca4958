"""A member's history in a system as a chart, and the same figures as a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from goclub.common.notation import dotted, labelled, rank, short_day
from goclub.games.models import RatingEntry
from goclub.games.rating.charts.drawing import Point, draw_history
from goclub.games.rating.ledger.timeline import Timeline, rules_timeline
from goclub.games.rating.queries import HistoryRow, history_of
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.go.diagrams.svg import SafeSvg
from goclub.members.models import Member


@dataclass(frozen=True, slots=True)
class Chart:
    """The picture, and its values at the end of each month for those who cannot see it."""

    picture: SafeSvg
    months: list[tuple[date, int | float, str]]


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
        "name": member.display_name,
        "system": system.name,
    }
    frame = system.frame((timeline or rules_timeline()).of(system)(today))
    return Chart(draw_history(points, title=title, frame=frame), _months(rows))


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
        return Point(row.day, row.value)
    why = reasons.get((row.day, row.rank_before, row.rank_after), "")
    came = dotted((f"{rank(row.rank_before)} → {rank(row.rank_after)}", why))
    words = labelled(short_day(row.day), came)
    return Point(row.day, row.value, "up" if step > 0 else "down", words)


def _months(rows: Sequence[HistoryRow]) -> list[tuple[date, int | float, str]]:
    by_month = {row.day.replace(day=1): (row.value, row.rank_after) for row in rows}
    return [(month, value, held) for month, (value, held) in by_month.items()]
