"""How far the recalculation of the ledger is, for the office."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required, permission_required
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from goclub.games.models import PostponedReplay
from goclub.games.rating.ledger import late
from goclub.members.requests import MemberRequest

RIGHT = "members.change_clubsettings"
#: What the page names; of the others it says how many they are.
MOST = 50


@login_required
@permission_required(RIGHT, raise_exception=True)
@require_safe
@never_cache
def recalculation(request: MemberRequest) -> HttpResponse:
    """What waits to be replayed, since when, and what stops it."""
    rows = PostponedReplay.objects.select_related("cause__black", "cause__white").order_by("on")
    count = rows.count()
    context = {
        "rows": rows[:MOST],
        "unnamed": max(0, count - MOST),
        "since": late.first_asked(),
        "percent": late.percent(),
        "stopped": rows.exclude(stopped="").exists(),
    }
    return render(request, "games/rating/recalculation.html", context)


@login_required
@permission_required(RIGHT, raise_exception=True)
@require_safe
@never_cache
def progress(_request: MemberRequest) -> HttpResponse:
    """The same for the script of the page."""
    over = not PostponedReplay.objects.filter(stopped="").exists()
    return JsonResponse({"percent": late.percent() or 0, "over": over})
