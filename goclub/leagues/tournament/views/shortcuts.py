"""What the pages of events share: finding the event, who may see and run it, its frame,
its language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import translation
from django.utils.crypto import constant_time_compare

from goclub.common.http import status_of
from goclub.common.refusals.registry import describe
from goclub.leagues.models import Event, Participant
from goclub.leagues.tournament.labels.frame import EventRequest, find_event, frame_of
from goclub.leagues.tournament.labels.standings import Category, categories_of
from goclub.leagues.tournament.queries.snapshot import EventSnapshot, load
from goclub.leagues.tournament.services.steps import may_run
from goclub.members.context import own_names
from goclub.members.requests import MemberRequest
from goclub.members.visitors import rights_of
from ratings.errors import Code, RuleError
from tournaments.events.settings import Settings

View = Callable[..., HttpResponseBase]


def screen_key(event: Event) -> str:
    """Opens the projector where the club shows visitors nothing else."""
    return signing.Signer(salt="goclub.leagues.screen").signature(str(event.pk))


def find_screen(request: MemberRequest, slug: str) -> Event | None:
    """Return the event whose screens the reader may see; None for a reader who must sign in.

    Those may who see games here, run the event, or have the key of its screens; a hidden event is
    404 for others.
    """
    event = get_object_or_404(Event, slug=slug)
    key = request.GET.get("key", "")
    welcome = may_run(event, request.user) or constant_time_compare(key, screen_key(event))
    if event.is_hidden and not welcome:
        raise Http404
    return event if welcome or rights_of(request).games else None


def public_event(view: View) -> View:
    """A page of an event that visitors see where the club shows them its games."""

    @wraps(view)
    def wrapped(
        request: EventRequest, slug: str, *args: object, **kwargs: object
    ) -> HttpResponseBase:
        if not rights_of(request).games:
            return redirect_to_login(request.get_full_path())
        event, runs = find_event(request, slug)
        request.runs = runs
        return view(request, load(event), *args, **kwargs)

    return wrapped


def organiser_event(view: View) -> View:
    """A page for those who run the event: others sign in, or are refused."""

    @wraps(view)
    def wrapped(
        request: EventRequest, slug: str, *args: object, **kwargs: object
    ) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        event, runs = find_event(request, slug)
        if not runs:
            raise PermissionDenied
        request.runs = True
        return view(request, event, *args, **kwargs)

    return wrapped


def published_round(view: View) -> View:
    """A page of the results of a round; whoever sends some for a round taken back is told so."""

    @wraps(view)
    def wrapped(request: EventRequest, event: Event, number: int) -> HttpResponseBase:
        event_round = event.rounds.filter(number=number).first()
        if event_round is not None and event_round.is_out:
            event_round.event = event
            return view(request, event, event_round)
        if request.method != "POST":
            raise Http404
        reason = "tournament.round_not_published"
        messages.error(request, describe(RuleError(Code.STATE, "round", number, reason=reason)))
        return redirect("leagues:event-desk", slug=event.slug)

    return wrapped


def event_page(
    request: MemberRequest,
    snapshot: EventSnapshot,
    template: str,
    context: Mapping[str, object] | None = None,
    *,
    status: int | None = None,
) -> HttpResponse:
    """Render a page of an event within its frame: name, state, tabs."""
    shown = frame_of(request, snapshot, context)
    return render(request, template, shown, status=status or status_of(shown))


def round_or_404(snapshot: EventSnapshot, number: int, *, runs: bool = False) -> int:
    """The number of a round that the reader may see; previews are for organisers."""
    event_round = snapshot.round(number)
    if event_round is None or not (event_round.is_out or runs):
        raise Http404
    return number


def category_or_404(request: MemberRequest, rules: Settings) -> Category | None:
    """The category that the address asks for (``?category=1``), None for everybody."""
    asked = request.GET.get("category", "")
    if not asked:
        return None
    category = next(
        (candidate for candidate in categories_of(rules) if str(candidate.number) == asked), None
    )
    if category is None:
        raise Http404
    return category


def participant_or_404(snapshot: EventSnapshot, number: int) -> Participant:
    if number not in snapshot.participants:
        raise Http404
    return snapshot.participants[number]


def in_language(view: View) -> View:
    """A page that follows ``?language=ja``; an unknown language is left alone."""

    @wraps(view)
    def wrapped(request: MemberRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        code = request.GET.get("language", "")
        if code not in dict(settings.LANGUAGES):
            return view(request, *args, **kwargs)
        with translation.override(code):
            return view(request, *args, **kwargs)

    return wrapped


def language_links(request: MemberRequest) -> list[dict[str, object]]:
    """The same page in every language of the site: ``code``, ``name``, ``query``, ``here``."""
    now = translation.get_language()
    links = []
    for code, name in own_names():
        query = request.GET.copy()
        query["language"] = code
        links.append(
            {
                "code": code,
                "name": name,
                "query": query.urlencode(),
                "here": code == now,
            }
        )
    return links
