"""The calculator and the page about points."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from goclub.common.messages import add_rule_error
from goclub.games import explain
from goclub.games.forms import CalculatorForm, EstimateForm
from goclub.games.ledger import rules_timeline
from goclub.games.models import HouseRule
from goclub.members.visitors import rights_of
from ratings import paa
from ratings.conditions import Conditions, estimate_points, paa_conditions
from ratings.errors import RuleError
from ratings.halves import half_text
from ratings.system import Ending, Game, Outcome

from .shortcuts import members_with_strength


@require_safe
def calculator(request: HttpRequest) -> HttpResponse:
    """Handicap and komi for two strengths, what each result would do, and the estimator."""
    may_choose = rights_of(request).table
    members = members_with_strength(holding_points=True) if may_choose else []
    asked = request.GET if any(request.GET.get(n) for n in CalculatorForm.base_fields) else None
    initial = {}
    if asked is None and request.member:  # type: ignore[attr-defined]
        initial["one"] = str(request.member.pk)  # type: ignore[attr-defined]
    form = CalculatorForm(asked, members=members, initial=initial)
    context: dict[str, Any] = {"form": form, "may_choose": may_choose}
    if asked and form.is_valid():
        context["answer"] = _answer(form)
    estimating = request.GET if request.GET.get("known") or request.GET.get("stones") else None
    estimate = EstimateForm(estimating)
    if estimating and estimate.is_valid():
        data = estimate.cleaned_data
        try:
            context["estimate"] = estimate_points(
                data["known"], data["stones"], data["side"] == "stronger"
            )
            context["estimate_of"] = data
        except RuleError as error:
            add_rule_error(estimate, error)
    context["estimate_form"] = estimate
    context["today"] = rules_timeline()(timezone.localdate())
    return render(request, "games/calculator.html", context)


def _answer(form: CalculatorForm) -> dict[str, Any]:
    data = form.cleaned_data
    one, other = data["one_value"], data["other_value"]
    conditions = paa_conditions(one, other)
    names = {
        "one": str(data.get("one_member") or one),
        "other": str(data.get("other_member") or other),
    }
    weaker = {"a": "one", "b": "other", None: None}[conditions.weaker]
    black = weaker or "one"
    white = "other" if black == "one" else "one"
    return {
        "conditions": conditions,
        "text": explain.conditions_text(conditions),
        "lines": explain.conditions_lines(conditions, max(one, other), min(one, other)),
        "names": names,
        "black": names[black],
        "white": names[white],
        "results": _results(conditions, data[f"{black}_value"], data[f"{white}_value"]),
        "report_link": _report_link(conditions, data, black, white),
    }


def _results(conditions: Conditions, black: int, white: int) -> list[dict[str, Any]]:
    """What each result would do to both, by the rules themselves; none where none can be recorded.

    A jigo is left out where the komi has a half; beyond 414 points of difference the komi leaves
    the range in which a game can be recorded.
    """
    rules = rules_timeline()(timezone.localdate())
    seats = [paa.SYSTEM.decide(None, paa.declare(points=n), rules).state for n in (black, white)]
    rows = []
    for outcome in (Outcome.BLACK, Outcome.WHITE, Outcome.JIGO):
        ending = Ending.NONE if outcome is Outcome.JIGO else Ending.RESIGNATION
        game = Game(19, conditions.handicap, conditions.komi2, outcome, ending, None)
        try:
            steps = paa.SYSTEM.step(game, seats[0], seats[1], rules)
        except RuleError:
            continue
        rows.append({"winner": outcome.value, "sides": steps})
    return rows


def _report_link(conditions: Conditions, data: dict[str, Any], black: str, white: str) -> str:
    """One tap takes the conditions into a new report."""
    values: dict[str, Any] = {
        "handicap": conditions.handicap,
        "komi": half_text(conditions.komi2),
    }
    for colour, seat in (("black", black), ("white", white)):
        if member := data.get(f"{seat}_member"):
            values[colour] = member.pk
    return f"{reverse('games:report')}?{urlencode(values)}"


def _conditions_rows() -> list[dict[str, Any]]:
    """The table of S1-14: a row for each number of stones, a column for each remainder."""
    rows = []
    for n in range(7):
        cells = [paa_conditions(100 + 8 * n + rest, 100) for rest in range(8)]
        rows.append({"first": 8 * n, "last": 8 * n + 7, "stones": n + 1, "cells": cells})
    return rows


@require_safe
def points_rules(request: HttpRequest) -> HttpResponse:
    """How points work: bands, what a game does, promotion, conditions, house rules in force."""
    context = {
        "ladder": explain.ladder_rows(),
        "conditions": _conditions_rows(),
        "today": rules_timeline()(timezone.localdate()),
        "house_rules": HouseRule.objects.order_by("key", "-valid_from"),
    }
    return render(request, "games/points_rules.html", context)
