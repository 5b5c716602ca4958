"""The list of leagues, founding one, and what each league tells other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from goclub.common.calendar_file import Item, write
from goclub.common.feed import FeedEntry, Head, atom_response
from goclub.common.http import download, form_page
from goclub.common.refusals.registry import add_refusal
from goclub.common.sharing import absolute
from goclub.leagues.directory.services import found_league, leagues_now
from goclub.leagues.ladder.labels import rung_lines
from goclub.leagues.ladder.queries import ladder_at
from goclub.leagues.league.forms import LeagueForm
from goclub.leagues.league.queries import get_league
from goclub.leagues.models import League
from goclub.leagues.official.labels.overview import term_items, term_results
from goclub.leagues.official.queries import open_matches_of
from goclub.leagues.season.labels.feeds import season_items, season_results
from goclub.members.requests import MemberRequest, act_of
from goclub.members.visitors import shown_to_visitors
from ratings.errors import RuleError

#: What each kind of league has to tell.
ITEMS: dict[str, Callable[[League], Iterator[Item]]] = {
    League.Kind.OFFICIAL: term_items,
    League.Kind.SEASON: season_items,
}
RESULTS: dict[str, Callable[[League], Iterator[tuple[str, str, str, datetime]]]] = {
    League.Kind.OFFICIAL: term_results,
    League.Kind.SEASON: season_results,
}


@require_safe
@shown_to_visitors
def calendar(request: MemberRequest, slug: str) -> HttpResponse:
    """The league's days for any calendar program."""
    league = get_league(slug)
    items = list(ITEMS[league.kind](league))
    text = write(
        str(league),
        items,
        owner=str(request.club.key),
        base=absolute(request, "/")[:-1],
        stamp=timezone.now(),
    )
    return download(text, "text/calendar; charset=utf-8", f"{league.slug}.ics")


@require_safe
@shown_to_visitors
def results(request: MemberRequest, slug: str) -> HttpResponse:
    """The latest results as an Atom feed."""
    league = get_league(slug)
    head = Head(
        name=f"results of league {league.pk}",
        title=str(league),
        subtitle=league.summary,
        address=absolute(request, league.get_absolute_url()),
        own_address=absolute(request, request.path),
        author=request.club.name,
        language=get_language() or "en",
    )
    entries = [
        FeedEntry(f"result {path}", title, text, absolute(request, path), at)
        for title, text, path, at in RESULTS[league.kind](league)
    ]
    return atom_response(request.club.key, head, entries)


LeagueView = Callable[[MemberRequest, League], HttpResponseBase]


def by_kind(*, official: LeagueView, season: LeagueView) -> Callable[..., HttpResponseBase]:
    """The view of an address that names a league: the page of its kind is shown."""
    views: dict[str, LeagueView] = {League.Kind.OFFICIAL: official, League.Kind.SEASON: season}

    @require_safe
    @shown_to_visitors
    def page(request: MemberRequest, slug: str) -> HttpResponseBase:
        league = get_league(slug)
        return views[league.kind](request, league)

    return page


@require_safe
@shown_to_visitors
def home(request: MemberRequest) -> HttpResponse:
    """All leagues: where each stands, and the reader's own open games."""
    me = request.member
    now = ladder_at(timezone.now())
    context = {
        "ladder": now if now.settings.open else None,
        "rungs": rung_lines(now, me)[:3] if now.settings.open else [],
        "leagues": leagues_now(at=timezone.now()),
        "mine": open_matches_of(me) if me else [],
        "may_found": request.user.has_perm("leagues.add_league"),
    }
    return render(request, "leagues/directory/home.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def found(request: MemberRequest) -> HttpResponse:
    """Found a league."""
    if not request.user.has_perm("leagues.add_league"):
        raise PermissionDenied
    form = LeagueForm(request.POST or None, initial={"zone": timezone.get_default_timezone_name()})
    if request.method == "POST" and form.is_valid():
        try:
            league = found_league(act_of(request), **form.cleaned_data)
        except RuleError as error:
            add_refusal(form, error)
        else:
            messages.success(request, _("League created. Next: its regulation and its people."))
            return redirect(league)
    context = {
        "form": form,
        "title": _("Create a league"),
        "button": _("Create"),
        "back": reverse("leagues:home"),
    }
    return form_page(request, "leagues/league/form.html", context)
