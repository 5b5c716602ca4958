"""What an evening came to; evenings of the past; who comes over the months."""

from __future__ import annotations

from datetime import date

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from goclub.common.http import sign_in_first
from goclub.common.reading import read_number
from goclub.leagues.evening.labels import rank_changes, table_card
from goclub.leagues.evening.queries import (
    attendance,
    entries_of,
    nights_with_counts,
    state_of,
    unconfirmed,
    upsets_of,
)
from goclub.leagues.evening.services.nights import is_organiser
from goclub.leagues.evening.services.terms import strengths_of
from goclub.leagues.models import ClubNight
from goclub.members.requests import MemberRequest, user_of
from goclub.members.visitors import shown_to_visitors

#: Evenings on the list; months of the table.
NIGHTS, MONTHS = 50, 6


@shown_to_visitors
@require_safe
def summary(request: MemberRequest, pk: int) -> HttpResponse:
    """One evening: its games, who rose, who won against the odds."""
    night = get_object_or_404(ClubNight, pk=pk)
    state = state_of(night)
    games = [game for game in state.games if not game.cancelled]
    entries = entries_of(games)
    ranks = {
        key: strength.rank
        for key, strength in strengths_of(state.presences.values(), night.on).items()
    }
    now = timezone.now()
    runs = request.user.is_authenticated and is_organiser(user_of(request))
    context = {
        "night": night,
        "runs": runs,
        "cards": [table_card(game, ranks, now) for game in games],
        "came": sum(presence.arrived_at is not None for presence in state.presences.values()),
        "ranks": rank_changes(entries),
        "upsets": [table_card(game, ranks, now) for game in upsets_of(games, entries)[:5]],
        "open_games": [table_card(game, ranks, now) for game in unconfirmed(games)],
    }
    return render(request, "leagues/evening/summary.html", context)


@require_safe
def nights(request: MemberRequest) -> HttpResponse:
    """Evenings of the past; for organisers, who came how often."""
    if not request.user.is_authenticated:
        return sign_in_first(request)
    runs = is_organiser(user_of(request))
    count = read_number(request.GET.get("months"), low=1, high=24) or MONTHS
    months = _months(timezone.localdate(), count)
    context = {
        "nights": list(nights_with_counts()[:NIGHTS]),
        "runs": runs,
        "months": months,
        "people": attendance(months) if runs else [],
    }
    return render(request, "leagues/evening/nights.html", context)


def _months(day: date, count: int) -> list[date]:
    """The first days of the last months, the earliest first."""
    number = day.year * 12 + day.month - 1
    return [date(n // 12, n % 12 + 1, 1) for n in range(number - count + 1, number + 1)]
