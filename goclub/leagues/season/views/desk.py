"""Running a season league: seasons, settings, formats, closing, corrections."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TypedDict

from django.contrib.auth.decorators import login_required
from django.forms import BaseForm
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from goclub.common.forms import WhyForm
from goclub.common.http import attempt, carried_out, status_of
from goclub.leagues.league.queries import get_league
from goclub.leagues.league.services.rights import need_runner
from goclub.leagues.models import League, Season
from goclub.leagues.season.forms import FormatForm, PresetForm, RulesForm, SeasonForm
from goclub.leagues.season.services import closing
from goclub.leagues.season.services.closing import close_season, correct_season
from goclub.leagues.season.services.preset import add_preset
from goclub.leagues.season.services.rules import (
    add_format,
    add_season,
    change_rules,
    change_season,
    remove_season,
    settings_of,
)
from goclub.members.models import User
from goclub.members.requests import MemberRequest, user_of


class Who(TypedDict):
    """Whose desk, who sits at it, and when."""

    league: League
    by: User
    at: datetime


def _league(request: MemberRequest, slug: str) -> League:
    league = get_league(slug)
    need_runner(request.user, league)
    if league.kind != League.Kind.SEASON:
        raise Http404
    return league


@login_required
@require_http_methods(["GET", "POST"])
def desk(request: MemberRequest, slug: str) -> HttpResponse:
    """Seasons, settings and formats in one place."""
    league = _league(request, slug)
    user, now = user_of(request), timezone.now()
    asked = request.POST.get("do", "")
    # Several forms on one page: each has ids of its own.
    season = SeasonForm(request.POST if asked == "season" else None, auto_id="season_%s")
    preset = PresetForm(request.POST if asked == "preset" else None, auto_id="preset_%s")
    settings = settings_of(league)
    rules = RulesForm(request.POST if asked == "rules" else None, rules=settings)
    shape = FormatForm(request.POST if asked == "format" else None, auto_id="format_%s")
    who: Who = {"league": league, "by": user, "at": now}
    acts: dict[str, tuple[BaseForm, Callable[[], object], str, dict[str, str]]] = {
        "season": (
            season,
            lambda: add_season(**who, **season.cleaned_data),
            _("The season is there."),
            {"seasons": "first"},
        ),
        "preset": (
            preset,
            lambda: add_preset(**who, start=preset.cleaned_data["start"]),
            _("Three seasons are there."),
            {"seasons": "start", "first": "start"},
        ),
        "rules": (
            rules,
            lambda: change_rules(**who, **rules.settings()),
            _("Saved. The tables are computed anew."),
            {"off_board2": "off_board", "bye2": "bye"},
        ),
        "format": (
            shape,
            lambda: add_format(**who, **shape.cleaned_data),
            _("The format is there."),
            {},
        ),
    }
    if asked in acts:
        form, act, done, fields = acts[asked]
        if carried_out(request, form, act, done, fields):
            return redirect(request.path)
    context = {
        "league": league,
        "season_form": season,
        "preset_form": preset,
        "rules_form": rules,
        "format_form": shape,
        "seasons": league.seasons.order_by("first"),
        "formats": league.formats.order_by("pk"),
    }
    refused = any(form.errors for form in (season, preset, rules, shape))
    return render(request, "leagues/season/desk.html", context, status=422 if refused else 200)


def _season(request: MemberRequest, slug: str, pk: int) -> Season:
    found = get_object_or_404(Season.objects.select_related("league"), pk=pk, league__slug=slug)
    need_runner(request.user, found.league)
    return found


@login_required
@require_http_methods(["GET", "POST"])
def change(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Give a season other dates, or take it out, before it begins."""
    found = _season(request, slug, pk)
    form = SeasonForm(request.POST or None, season=found)
    user, now = user_of(request), timezone.now()
    if request.method == "POST" and "remove" in request.POST:
        form = SeasonForm(season=found)
        if attempt(
            request,
            lambda: remove_season(season=found, by=user, at=now),
            _("The season was taken out."),
        ):
            return redirect("leagues:season-desk", slug=slug)
        return redirect(request.path)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: change_season(season=found, by=user, at=now, **form.cleaned_data),
        _("Saved."),
        {"seasons": "first"},
    ):
        return redirect("leagues:season-desk", slug=slug)
    context = {"league": found.league, "season": found, "form": form}
    return render(request, "leagues/season/change.html", context, status=status_of(form))


@login_required
@require_POST
def close(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Keep the final table of a season for good."""
    found = _season(request, slug, pk)
    attempt(
        request,
        lambda: close_season(season=found, by=user_of(request), at=timezone.now()),
        _("The table at the closing hour is kept for good."),
    )
    return redirect(found)


@login_required
@require_http_methods(["GET", "POST"])
def correct(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Record what a later correction changed, and why."""
    found = _season(request, slug, pk)
    if not found.snapshots.exists():
        raise Http404
    form = WhyForm(request.POST or None)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: correct_season(
            season=found, by=user_of(request), at=timezone.now(), **form.cleaned_data
        ),
        _("Recorded; the table before stays beside it."),
    ):
        return redirect(found)
    context = {
        "form": form,
        "title": _("Record a correction of %(season)s") % {"season": found},
        "button": _("Record it"),
        "back": found.get_absolute_url(),
    }
    return render(request, "leagues/league/form.html", context, status=status_of(form))


@login_required
@require_POST
def close_year(request: MemberRequest, slug: str) -> HttpResponse:
    """Name the champion of a year for good."""
    league = _league(request, slug)
    cycle = request.POST.get("cycle", "")
    attempt(
        request,
        lambda: closing.close_year(
            league=league,
            cycle=cycle,
            by=user_of(request),
            at=timezone.now(),
            reason=request.POST.get("reason", ""),
        ),
        _("The champion is written down for good."),
    )
    return redirect("leagues:archive", slug=slug)
