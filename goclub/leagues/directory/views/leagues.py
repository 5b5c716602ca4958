"""Every league's pages: the list, its people, its regulation; founding one."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from goclub.common.http import status_of
from goclub.common.refusals.forms import add_refusal
from goclub.leagues.directory.forms import NewLeagueForm
from goclub.leagues.directory.queries import leagues_now
from goclub.leagues.directory.services import found_league
from goclub.leagues.ladder.labels.lines import rung_lines
from goclub.leagues.ladder.queries import ladder_at
from goclub.leagues.official.queries.terms import open_matches_of
from goclub.members.requests import MemberRequest, user_of
from goclub.members.visitors import shown_to_visitors
from ratings.errors import RuleError


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
    form = NewLeagueForm(
        request.POST or None, initial={"zone": timezone.get_default_timezone_name()}
    )
    if request.method == "POST" and form.is_valid():
        try:
            league = found_league(by=user_of(request), **form.cleaned_data)
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
    return render(request, "leagues/league/form.html", context, status=status_of(form))
