"""Running a season league: seasons, settings, formats, closing, corrections."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TypedDict

from django.contrib.auth.decorators import login_required
from django.forms import BaseForm
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from goclub.common.confirmation import Question, ask, is_confirmed
from goclub.common.forms import WhyForm
from goclub.common.http import attempt, carried_out, status_of
from goclub.leagues.league.queries import get_league
from goclub.leagues.league.services.rights import league_day, need_runner
from goclub.leagues.models import League, Season
from goclub.leagues.season.forms import (
    RULE_FIELDS,
    FormatForm,
    PresetForm,
    RulesForm,
    SeasonForm,
)
from goclub.leagues.season.labels.corrections import correction_of_season
from goclub.leagues.season.services import standings
from goclub.leagues.season.services.dated import dated_of, free_from
from goclub.leagues.season.services.looking import look_at_rules
from goclub.leagues.season.services.preset import add_preset
from goclub.leagues.season.services.rating import progress_of
from goclub.leagues.season.services.rules import (
    add_format,
    add_season,
    change_rules,
    change_season,
    remove_season,
)
from goclub.leagues.season.services.standings import (
    SeasonStandings,
    close_season,
    correct_season,
    season_standings,
)
from goclub.members.models import User
from goclub.members.requests import MemberRequest, act_of, user_of


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
    rules = _rules_form(request if asked == "rules" else None, league, now)
    shape = FormatForm(request.POST if asked == "format" else None, auto_id="format_%s")
    common: Who = {"league": league, "by": user, "at": now}
    acts: dict[str, tuple[BaseForm, Callable[[], object], str, Mapping[str, str]]] = {
        "season": (
            season,
            lambda: add_season(**common, **season.cleaned_data),
            _("Season added."),
            {"seasons": "first"},
        ),
        "preset": (
            preset,
            lambda: add_preset(**common, start=preset.cleaned_data["start"]),
            _("Three seasons added."),
            {"seasons": "start", "first": "start"},
        ),
        "rules": (
            rules,
            lambda: change_rules(**common, **rules.dated(), **rules.settings()),
            _("Saved. The tables are being recalculated."),
            RULE_FIELDS,
        ),
        "format": (
            shape,
            lambda: add_format(**common, **shape.cleaned_data),
            _("Format added."),
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
        "look": rules.look,
        "settings": list(reversed(dated_of(league).rows)),
        "seasons": league.seasons.order_by("first"),
        "formats": league.formats.order_by("pk"),
    }
    refused = rules.look is None and any(form.errors for form in (season, preset, rules, shape))
    return render(request, "leagues/season/desk.html", context, status=422 if refused else 200)


def _rules_form(request: MemberRequest | None, league: League, now: datetime) -> RulesForm:
    """The settings of today, to hold otherwise from the first day that is free."""
    today = league_day(league, now)
    first = max(today, free_from(league) or today)
    return RulesForm(
        request.POST if request else None,
        rules=dated_of(league).on(first),
        valid_from=first,
        look=lambda day, values: look_at_rules(league=league, at=now, valid_from=day, **values),
    )


def _season(request: MemberRequest, slug: str, pk: int) -> Season:
    row = get_object_or_404(Season.objects.select_related("league"), pk=pk, league__slug=slug)
    need_runner(request.user, row.league)
    return row


@login_required
@require_http_methods(["GET", "POST"])
def change(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Give a season other dates, or take it out, before it begins."""
    row = _season(request, slug, pk)
    form = SeasonForm(request.POST or None, season=row)
    user, now = user_of(request), timezone.now()
    if request.method == "POST" and "remove" in request.POST:
        form = SeasonForm(season=row)
        if attempt(
            request,
            lambda: remove_season(season=row, by=user, at=now),
            _("Season deleted."),
        ):
            return redirect("leagues:season-desk", slug=slug)
        return redirect(request.path)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: change_season(season=row, by=user, at=now, **form.cleaned_data),
        _("Saved."),
        {"seasons": "first"},
    ):
        return redirect("leagues:season-desk", slug=slug)
    context = {"league": row.league, "season": row, "form": form}
    return render(request, "leagues/season/change.html", context, status=status_of(form))


@login_required
@require_POST
def close(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Keep the final table of a season for good; asked once more, with the events still played."""
    row = _season(request, slug, pk)
    if not is_confirmed(request) and (question := _closing(row)):
        return ask(request, question)
    attempt(
        request,
        lambda: close_season(act_of(request), row),
        _("Season closed. The standings at closing time are now final."),
    )
    return redirect(row)


def _closing(season: Season) -> Question | None:
    """What is asked; nothing before the closing hour or behind a record, which the service says."""
    standings = SeasonStandings(season, at=timezone.now())
    if standings.record is not None or not standings.is_over:
        return None
    events, count = standings.still_played(), len(standings.lines)
    effects = [
        ngettext(
            "The standings of %(n)s player become final.",
            "The standings of %(n)s players become final.",
            count,
        )
        % {"n": count}
    ]
    if not events:
        return Question(
            title=_("Close %(season)s?") % {"season": season},
            effects=effects,
            then=_("A later correction is recorded beside it, with its reason."),
            button=_("Close season"),
            back=season.get_absolute_url(),
        )
    return Question(
        title=_("Close %(season)s anyway?") % {"season": season},
        why=_("These events count for the season but are not closed yet:"),
        items=events,
        effects=effects,
        then=_(
            "The standings would be saved without their games. Close these events first, "
            "or cancel any that will not take place."
        ),
        button=_("Close season"),
        back=season.get_absolute_url(),
    )


@login_required
@require_http_methods(["GET", "POST"])
def correct(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """Record what a later correction changed, and why."""
    row = _season(request, slug, pk)
    if not row.snapshots.exists():
        raise Http404
    form = WhyForm(request.POST or None)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: correct_season(act_of(request), row, **form.cleaned_data),
        _("Recorded. The previous table is kept beside it."),
    ):
        return redirect(row)
    context = {
        "form": form,
        "title": _("Record a correction to %(season)s") % {"season": row},
        "waits": correction_of_season(SeasonStandings(row, at=timezone.now()), request.user),
        "button": _("Record"),
        "back": row.get_absolute_url(),
    }
    return render(request, "leagues/league/form.html", context, status=status_of(form))


@login_required
@require_POST
def close_year(request: MemberRequest, slug: str) -> HttpResponse:
    """Name the champion of a year for good; asked once more."""
    league, now = _league(request, slug), timezone.now()
    cycle, reason = request.POST.get("cycle", ""), request.POST.get("reason", "")
    if not is_confirmed(request):
        return ask(request, _naming(league, cycle, now))
    attempt(
        request,
        lambda: standings.close_year(act_of(request), league, cycle=cycle, reason=reason),
        _("The champion is recorded permanently."),
    )
    return redirect("leagues:archive", slug=slug)


def _naming(league: League, cycle: str, now: datetime) -> Question:
    progress = progress_of(league)
    seasons = [
        standings.season
        for standings in season_standings(progress, at=now, cycle=cycle)
        if standings.is_pending
    ][::-1]
    title, why, then = _("Name the champion of %(cycle)s?"), "", ""
    if seasons:
        title = _("Name the champion of %(cycle)s anyway?")
        why = _("These seasons have changed since they were recorded:")
        then = _(
            "The champion is determined from the recorded tables. Record the corrections "
            "first so that they count."
        )
    return Question(
        title=title % {"cycle": cycle},
        why=why,
        items=seasons,
        effects=[_("The champion and the order of the year are recorded permanently.")],
        then=then,
        button=_("Champion of %(cycle)s") % {"cycle": cycle},
        back=reverse("leagues:archive", args=[league.slug]),
    )
