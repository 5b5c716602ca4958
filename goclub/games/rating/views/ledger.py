"""The page of one line of the ledger, and how far a recalculation is, for the admins."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required, permission_required
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from goclub.common.http import sign_in_first
from goclub.games.models import RatingEntry
from goclub.games.rating.ledger.recalculation import pending_recalculation, recalculated_percent
from goclub.games.rating.queries import revisions_of
from goclub.members.requests import MemberRequest
from goclub.members.visitors import rights_of


@require_safe
def entry_detail(request: MemberRequest, pk: int) -> HttpResponse:
    """Why? One ledger entry with its whole computation."""
    if not rights_of(request).games:
        return sign_in_first(request)
    rows = RatingEntry.objects.select_related(
        "member", "game__black", "game__white", "decision__decided_by__member"
    )
    entry = get_object_or_404(rows, pk=pk)
    context = {"entry": entry, "revisions": revisions_of(entry)}
    return render(request, "games/rating/entry_detail.html", context)


RIGHT = "members.change_clubsettings"


@login_required
@permission_required(RIGHT, raise_exception=True)
@require_safe
@never_cache
def recalculation(request: MemberRequest) -> HttpResponse:
    """Show from which day ratings are being recalculated, why, and what stops it."""
    pending = pending_recalculation()
    context = {
        "pending": pending,
        "percent": recalculated_percent(pending) if pending else None,
        "at_once": settings.RECALCULATE_AT_ONCE,
    }
    return render(request, "games/rating/recalculation.html", context)


@login_required
@permission_required(RIGHT, raise_exception=True)
@require_safe
@never_cache
def progress(_request: MemberRequest) -> HttpResponse:
    """Answer the script of the page with the same."""
    pending = pending_recalculation()
    percent = recalculated_percent(pending) if pending else 0
    return JsonResponse({"percent": percent, "over": pending is None or bool(pending.stopped)})
