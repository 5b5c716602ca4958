"""The pools of an event: the page that everybody sees, on the wall, on paper, and on the desk."""

from __future__ import annotations

from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from goclub.common.http import carried_out
from goclub.leagues.models import Event
from goclub.leagues.tournament.forms.pools import PoolsForm
from goclub.leagues.tournament.labels.frame import EventRequest
from goclub.leagues.tournament.labels.papers import density
from goclub.leagues.tournament.labels.pools import pools_page
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from goclub.leagues.tournament.services.pools import set_pools
from goclub.leagues.tournament.views.prints import print_page
from goclub.leagues.tournament.views.shortcuts import (
    event_page,
    find_screen,
    in_language,
    organiser_event,
    public_event,
)
from goclub.members.requests import MemberRequest, act_of

_SCREEN_SECONDS = 20


@require_safe
@public_event
def pools(request: EventRequest, snapshot: EventSnapshot) -> HttpResponseBase:
    """The pools side by side, with every round that is known."""
    return event_page(
        request, snapshot, "leagues/tournament/event_pools.html", pools_page(snapshot)
    )


@never_cache
@require_safe
def screen(request: MemberRequest, slug: str) -> HttpResponseBase:
    """The pools on the wall, which load themselves again."""
    event = find_screen(request, slug)
    if event is None:
        return redirect_to_login(request.get_full_path())
    context = pools_page(load(event)) | {"event": event, "seconds": _SCREEN_SECONDS}
    return render(request, "leagues/tournament/pools_screen.html", context)


@require_safe
@in_language
@public_event
def paper(request: EventRequest, snapshot: EventSnapshot) -> HttpResponse:
    """The pools with their rounds, to be written on by hand."""
    context = pools_page(snapshot) | {"density": density(len(snapshot.participants), 24, 40, 64)}
    return print_page(request, snapshot, "leagues/tournament/print_pools.html", context)


@require_http_methods(["GET", "POST"])
@organiser_event
def desk(request: EventRequest, event: Event) -> HttpResponse:
    """How many pools, who is in which, and who goes into the finals."""
    snapshot = load(event)
    form = PoolsForm(request.POST or None, snapshot=snapshot)
    anew = "anew" in request.POST
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: set_pools(
            act_of(request),
            event,
            pools=form.settings(),
            places=form.places(anew=anew),
            draw=anew or "draw" in request.POST,
        ),
        _("Saved."),
    ):
        return redirect("leagues:pools-desk", slug=event.slug)
    context = {"form": form, "drawn": any(player.pool for player in form.people)}
    return event_page(request, snapshot, "leagues/tournament/pools_desk.html", context)
