"""The hall: its clock and announcements at the desk, on the wall, and for scripts; test events."""

from __future__ import annotations

import random
from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from goclub.common.reading import read_number
from goclub.common.refusals.registry import add_refusal, describe
from goclub.leagues.models import Event
from goclub.leagues.tournament.forms.day import AnnouncementForm, ClockForm
from goclub.leagues.tournament.queries.events import last_out
from goclub.leagues.tournament.queries.hall import Hall, hall_of, room_rows
from goclub.leagues.tournament.queries.snapshot import load
from goclub.leagues.tournament.services import hall as services
from goclub.leagues.tournament.services.trials import make_test_event
from goclub.leagues.tournament.views.shortcuts import (
    event_page,
    find_screen,
    in_language,
    organiser_event,
)
from goclub.members.context import THEMES
from goclub.members.queries import club_settings, zone_of
from goclub.members.requests import Act, MemberRequest, act_of
from ratings.errors import RuleError

#: Chance for the draws of a test.
_CHANCE = random.SystemRandom()


@organiser_event
@require_safe
def desk(request: MemberRequest, event: Event) -> HttpResponse:
    """The clock, the announcements and the plan of the room."""
    return _page(request, event)


def _page(
    request: MemberRequest,
    event: Event,
    *,
    clock: ClockForm | None = None,
    text: AnnouncementForm | None = None,
    refusal: str = "",
) -> HttpResponse:
    snapshot = load(event)
    context = {
        "hall": hall_of(event, timezone.now(), last_out=snapshot.last_out),
        "clock_form": clock or ClockForm(initial={"minutes": services.usual_minutes(event)}),
        "text_form": text or AnnouncementForm(),
        "room": room_rows(snapshot, snapshot.last_out),
        "refusal": refusal,
    }
    return event_page(request, snapshot, "leagues/tournament/event_hall.html", context)


_BUTTONS: dict[str, Callable[[Act, Event, int], object]] = {
    "pause": lambda act, event, _number: services.pause_clock(act, event),
    "resume": lambda act, event, _number: services.resume_clock(act, event),
    "stop": lambda act, event, _number: services.stop_clock(act, event),
    "extend": lambda act, event, number: services.extend_clock(act, event, minutes=number),
    "shorten": lambda act, event, number: services.extend_clock(act, event, minutes=-number),
    "take-down": lambda act, event, number: services.take_down(act, event, pk=number),
}


@organiser_event
@require_POST
def step(request: MemberRequest, event: Event, name: str) -> HttpResponse:
    """One button of the hall; a refusal shows its page again with what was typed."""
    act = act_of(request)
    clock = ClockForm(request.POST) if name == "start" else None
    text = AnnouncementForm(request.POST) if name == "announce" else None
    form = clock or text
    if form is None and name not in _BUTTONS:
        raise Http404
    if form is not None and not form.is_valid():
        return _page(request, event, clock=clock, text=text)
    try:
        if clock is not None:
            services.start_clock(act, event, minutes=clock.cleaned_data["minutes"])
        elif text is not None:
            services.announce_text(act, event, text=text.cleaned_data["text"])
        else:
            number = read_number(request.POST.get("number"), high=999_999_999) or 0
            _BUTTONS[name](act, event, number)
    except RuleError as error:
        if form is not None:
            add_refusal(form, error)
        return _page(request, event, clock=clock, text=text, refusal=describe(error))
    return redirect("leagues:event-hall", slug=event.slug)


def _hall(event: Event) -> Hall:
    return hall_of(event, timezone.now(), last_out=last_out(event))


@never_cache
@require_safe
@in_language
def wall_clock(request: MemberRequest, slug: str) -> HttpResponse:
    """The clock on the wall: round, time left, what comes next, announcements."""
    event = find_screen(request, slug)
    if event is None:
        return redirect_to_login(request.get_full_path())
    context = {"event": event, "hall": _hall(event), "here": request.get_full_path()}
    theme = request.GET.get("theme", "")
    if theme in THEMES:
        context["theme"] = theme
    return render(request, "leagues/tournament/wall_clock.html", context)


@never_cache
@require_safe
def clock_now(request: MemberRequest, slug: str) -> JsonResponse:
    """The clock for scripts, with the site's time: ``now``, ``end``, ``left``, ``texts``."""
    event = find_screen(request, slug)
    if event is None:
        return JsonResponse({}, status=403)
    hall = _hall(event)
    texts = [row.text for row in hall.announcements]
    shown = {"now": hall.moment, "end": hall.end, "left": hall.seconds_left, "texts": texts}
    return JsonResponse(shown)


@login_required
@require_POST
def event_try(request: MemberRequest) -> HttpResponse:
    """Create a test event with invented players."""
    zone = zone_of(club_settings())
    event = make_test_event(act_of(request), zone=zone, rng=_CHANCE)
    messages.success(
        request, _("Test tournament created with invented players. Only organisers see it.")
    )
    return redirect("leagues:event-desk", slug=event.slug)
