"""The page about points."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from goclub.games.models import HouseRule
from goclub.games.rating.house_rules import present_settings
from goclub.games.rating.ledger.timeline import rules_timeline
from goclub.games.rating.systems.paa.conditions import conditions_rows
from goclub.games.rating.systems.paa.explanation import ladder_rows
from goclub.games.rating.systems.paa.readings import READINGS
from goclub.games.rating.systems.paa.system import PAA
from goclub.members.requests import MemberRequest


@require_safe
def points_rules(request: MemberRequest) -> HttpResponse:
    """How points work: bands, what a game does, promotion, conditions, house rules in force."""
    today, timeline = timezone.localdate(), rules_timeline()
    settings = present_settings(timeline.values(today), reverse("games:rules"))
    context = {
        "ladder": ladder_rows(),
        "conditions": conditions_rows(),
        "today": timeline.of(PAA)(today),
        "readings": READINGS,
        "settings": {name: settings.get(rule.id, ()) for name, rule in READINGS.items()},
        "house_rules": HouseRule.objects.order_by("key", "-valid_from"),
    }
    return render(request, "games/learn/points_rules.html", context)
