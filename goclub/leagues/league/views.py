from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from goclub.common.collation import by_name
from goclub.common.http import attempt, carried_out, form_page
from goclub.common.markdown import render_markdown
from goclub.leagues.league.forms import LeagueForm, LeaguePersonForm, RegulationForm
from goclub.leagues.league.queries import get_league, regulation_of
from goclub.leagues.league.services import leagues as services
from goclub.leagues.league.services.rights import need_runner, runs
from goclub.leagues.models import LeaguePerson
from goclub.members.requests import MemberRequest, act_of
from goclub.members.visitors import shown_to_visitors


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: MemberRequest, slug: str) -> HttpResponse:
    """Name, zone, summary and prizes."""
    league = get_league(slug)
    need_runner(request.user, league)
    form = LeagueForm(request.POST or None, league=league)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: services.edit_league(act_of(request), league, **form.cleaned_data),
        _("Saved."),
    ):
        return redirect(league)
    title = _("Settings for %(league)s") % {"league": league}
    context = {"form": form, "title": title, "button": _("Save"), "back": league.get_absolute_url()}
    return form_page(request, "leagues/league/form.html", context)


# --- People -----------------------------------------------------------------------------------
@login_required
@require_http_methods(["GET", "POST"])
def people(request: MemberRequest, slug: str) -> HttpResponse:
    """Organisers and approved judges: who serves, who served, and another one."""
    league = get_league(slug)
    need_runner(request.user, league)
    form = LeaguePersonForm(request.POST or None)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: services.appoint(act_of(request), league, **form.cleaned_data),
        _("Appointed."),
    ):
        return redirect("leagues:people", slug=slug)
    everybody = league.people.select_related("member").order_by(
        "until", "role", by_name("member__display_name"), "pk"
    )
    context = {
        "league": league,
        "form": form,
        "serving": [person for person in everybody if person.until is None],
        "served": [person for person in everybody if person.until is not None],
    }
    return form_page(request, "leagues/league/people.html", context)


@login_required
@require_POST
def dismiss(request: MemberRequest, slug: str, pk: int) -> HttpResponse:
    """End somebody's role."""
    person = get_object_or_404(
        LeaguePerson.objects.select_related("league"), pk=pk, league__slug=slug
    )
    need_runner(request.user, person.league)
    attempt(
        request,
        lambda: services.dismiss(act_of(request), person),
        _("The role ends today and stays in the history."),
    )
    return redirect("leagues:people", slug=slug)


# --- Regulation -------------------------------------------------------------------------------
@require_safe
@shown_to_visitors
def regulation(request: MemberRequest, slug: str, version: int | None = None) -> HttpResponseBase:
    """The regulation in force, or an older version of it."""
    league = get_league(slug)
    shown = regulation_of(league, version)
    if version is not None and shown is None:
        raise Http404
    context = {
        "league": league,
        "shown": shown,
        "html": render_markdown(shown.text) if shown else "",
        "versions": league.regulations.order_by("-version"),
        "seasons": league.seasons.order_by("-first"),
        "runs": runs(request.user, league),
    }
    return render(request, "leagues/league/regulation.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def regulation_edit(request: MemberRequest, slug: str) -> HttpResponse:
    """Publish a new version, with a look at it first."""
    league = get_league(slug)
    need_runner(request.user, league)
    now = regulation_of(league)
    form = RegulationForm(request.POST or None, initial={"text": now.text if now else ""})
    looked = ""
    if request.method == "POST" and form.is_valid():
        if "look" in request.POST:
            looked = render_markdown(form.cleaned_data["text"])
        else:
            services.publish_regulation(act_of(request), league, **form.cleaned_data)
            messages.success(request, _("Published. The older version can still be read."))
            return redirect("leagues:regulation", slug=slug)
    context = {"league": league, "form": form, "looked": looked}
    return form_page(request, "leagues/league/regulation_edit.html", context)
