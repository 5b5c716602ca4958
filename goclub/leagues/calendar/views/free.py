"""Who is free this week: who comes to an evening, and with whom a league game is open."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from goclub.leagues.calendar.labels.free import free_this_week
from goclub.members.requests import MemberRequest


@login_required
@require_safe
def free(request: MemberRequest) -> HttpResponse:
    """Members whom one could meet this week, each with a way to challenge him."""
    if request.member is None:
        raise PermissionDenied
    context = {"free": free_this_week(request.member, timezone.now())}
    return render(request, "leagues/calendar/free.html", context)
