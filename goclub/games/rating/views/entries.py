"""The page of one line of the ledger."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from goclub.common.http import sign_in_first
from goclub.games.models import RatingEntry
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
