"""The projector in the hall: no sign-in, no script; each page sends for the next one."""

from __future__ import annotations

from django.contrib.auth.views import redirect_to_login
from django.core import signing
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from goclub.common.reading import read_number
from goclub.leagues.models import Event
from goclub.leagues.tournament.labels.screen import screen_of
from goclub.leagues.tournament.queries.sanctions import cases_of
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.views.languages import in_language
from goclub.leagues.tournament.views.shortcuts import find_event
from goclub.members.context import THEMES
from goclub.members.requests import MemberRequest
from goclub.members.visitors import rights_of

#: How long a page stays, in seconds: least, usual, most.
SECONDS = (5, 12, 120)
#: Over how many screens the names can be shared out.
MOST_PARTS = 12


def screen_key(event: Event) -> str:
    """Opens the projector where the club shows visitors nothing else."""
    return signing.Signer(salt="goclub.leagues.screen").signature(str(event.pk))


@never_cache
@require_safe
@in_language
def projector(request: MemberRequest, slug: str) -> HttpResponse:
    """Pairings by name, then the standings as results come in."""
    event, _runs = find_event(request, slug)
    key = request.GET.get("key", "")
    if not rights_of(request).games and not constant_time_compare(key, screen_key(event)):
        return redirect_to_login(request.get_full_path())
    least, usual, most = SECONDS
    parts = _number(request, "parts", 1, 1, MOST_PARTS)
    screen = screen_of(
        load(event),
        _number(request, "page", 1, 1, 9999),
        part=_number(request, "part", 1, 1, parts),
        parts=parts,
    )
    following = request.GET.copy()
    following["page"] = str(screen.page.number % screen.page.count + 1)
    theme = request.GET.get("theme", "")
    context = {
        "event": event,
        "screen": screen,
        "page": screen.page,
        "seconds": _number(request, "seconds", usual, least, most),
        "following": following.urlencode(),
        "still": "still" in request.GET,
        # Read at ten metres: who was sanctioned is marked; why stands on the other pages.
        "sanctioned": {case.row.player_id for case in cases_of(event) if case.tables},
    }
    if theme in THEMES:
        context["theme"] = theme
    return render(request, "leagues/tournament/projector.html", context)


def _number(request: MemberRequest, name: str, usual: int, least: int, most: int) -> int:
    """A number of the address within its limits; anything else is the usual one."""
    number = read_number(request.GET.get(name), high=99_999)
    return usual if number is None else min(max(number, least), most)
