"""The rules behind every figure, and the house rules with their history."""

from __future__ import annotations

from datetime import date
from typing import TypeAlias

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from goclub.common.http import download
from goclub.games.models import HouseRule, ThresholdTable
from goclub.games.rating.house_rules import Timeline, present_settings, rules_timeline, specs
from goclub.games.rating.systems.igs.system import IGS
from goclub.games.rating.systems.protocol import Spec
from goclub.games.rating.systems.registry import SYSTEMS
from goclub.members.requests import MemberRequest
from ratings.igs.ladder import LADDER
from ratings.igs.thresholds import Origin, ThresholdCell, write_thresholds

#: Each rank with three numbers of the table of borders.
Borders: TypeAlias = tuple[tuple[str, tuple[ThresholdCell | None, ...]], ...]


@require_safe
def rulebook(request: MemberRequest) -> HttpResponse:
    """Every rule that an explanation cites; house rules with value, date and what was before."""
    today = timezone.localdate()
    changes = list(HouseRule.objects.order_by("valid_from", "pk"))
    timeline = rules_timeline()
    borders = _borders(timeline, today)
    house_rules = [_shown(spec, changes, today) for spec in specs().values()]
    context = {
        "sections": [
            (system.key, system.name, system.rule_texts) for system in SYSTEMS if system.rule_texts
        ],
        "house_rules": house_rules,
        "present": present_settings(timeline.values(today)),
        "borders": borders,
        "own_borders": any(
            cell and cell.origin is Origin.CHANGED for _rank, cells in borders for cell in cells
        ),
        "tables": ThresholdTable.objects.order_by("-valid_from"),
    }
    return render(request, "games/rating/rulebook.html", context)


@require_safe
def igs_borders(_request: MemberRequest) -> HttpResponse:
    """The table of IGS borders that holds today, in the form in which one is uploaded."""
    table = rules_timeline().of(IGS)(timezone.localdate()).thresholds
    return download(write_thresholds(table), "text/csv; charset=utf-8", "igs-borders.csv")


def _shown(spec: Spec, changes: list[HouseRule], today: date) -> dict[str, object]:
    """A house rule as the page shows it: now, since when, and everything before."""
    mine = [change for change in changes if change.key == spec.key]
    rows = [(c.valid_from, spec.words(c.value), c.reason) for c in mine]
    held = [row for row in rows if row[0] <= today]
    value = held[-1][1] if held else spec.words(spec.default)
    return {
        "spec": spec,
        "system": SYSTEMS.of(spec.system).name,
        "value": value,
        "since": held[-1][0] if held else None,
        "earlier": held[-2::-1],
        "later": [row for row in rows if row[0] > today],
    }


def _borders(timeline: Timeline, today: date) -> Borders:
    """Each rank, the strongest first, with where one goes up, enters and goes down."""
    cell = timeline.of(IGS)(today).thresholds.cell
    return tuple(
        (rank, tuple(cell(index, border) for border in ("promote", "entry", "demote")))
        for index, rank in reversed(list(enumerate(LADDER)))
    )
