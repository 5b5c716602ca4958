"""An event of a season league: announced, judged, approved, moved; sanctions and appeals."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.forms import BaseForm
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from goclub.common.forms import WhyForm
from goclub.common.http import attempt, carried_out, status_of
from goclub.common.refusals.registry import add_refusal
from goclub.leagues.league.queries import get_league
from goclub.leagues.league.services.rights import need_runner, runs
from goclub.leagues.models import League, LeagueEvent, Sanction
from goclub.leagues.season.forms import AnnounceForm, DecisionForm, SanctionForm, SeasonMoveForm
from goclub.leagues.season.labels.corrections import correction_of_season
from goclub.leagues.season.services import sanctions
from goclub.leagues.season.services.announcing import (
    announce_event,
    approve_event,
    decline_event,
    move_event,
)
from goclub.leagues.season.services.dated import dated_of
from goclub.leagues.season.services.sanctions import (
    decide_appeal,
    give_sanction,
    judges_of,
)
from goclub.leagues.season.services.scores import event_rows, load_played
from goclub.leagues.season.services.standings import judge_recorded
from goclub.leagues.tournament.queries.sanctions import cases_of
from goclub.members.models import Member
from goclub.members.requests import MemberRequest, user_of
from goclub.members.visitors import shown_to_visitors
from ratings.errors import RuleError


def _get(pk: int) -> LeagueEvent:
    rows = LeagueEvent.objects.select_related(
        "league", "event", "format", "announced_by", "run_by", "approved_by__member"
    )
    return get_object_or_404(rows, pk=pk)


def _me(request: MemberRequest) -> Member:
    me: Member | None = request.member
    if me is None:
        raise PermissionDenied
    return me


@login_required
@require_http_methods(["GET", "POST"])
def announce(request: MemberRequest, slug: str) -> HttpResponse:
    """Announce an event; whether it would count is said at once."""
    league = get_league(slug)
    me = _me(request)
    if league.kind != League.Kind.SEASON:
        raise Http404
    form = AnnounceForm(request.POST or None, league=league, me=me)
    if request.method == "POST" and form.is_valid():
        try:
            row = announce_event(league=league, by=me, at=timezone.now(), **form.cleaned_data)
        except RuleError as error:
            add_refusal(form, error, {"announced": "on"})
        else:
            messages.success(request, _("Announced. The league’s organiser will look at it."))
            return redirect(row)
    context = {"league": league, "form": form}
    return render(request, "leagues/season/announce.html", context, status=status_of(form))


@require_safe
@shown_to_visitors
def detail(request: MemberRequest, pk: int) -> HttpResponse:
    """An event of the league: whether it counts, its order, its sanctions."""
    row = _get(pk)
    me = request.member
    judged, pending = judge_recorded(row, at=timezone.now())
    may_run = runs(request.user, row.league)
    context: dict[str, object] = {
        "league": row.league,
        "row": row,
        "judged": judged,
        "runs": may_run,
        "may_move": may_run or (me is not None and me.pk == row.announced_by_id),
        "sanctions": cases_of(row.event),
        "may_judge": me is not None and me.pk in judges_of(row, timezone.now()),
        "decider": may_run,
        "history": row.history.select_related("history_user").order_by("history_id"),
    }
    if pending:
        context["waits"] = correction_of_season(pending, request.user)
    if judged.held:
        small_points = dated_of(row.league).small_points(row.event.begins_on)
        played = load_played([row])[row.pk]
        context["table"] = event_rows(played, small_points)
    return render(request, "leagues/season/event.html", context)


@login_required
@require_POST
def approve(request: MemberRequest, pk: int) -> HttpResponse:
    """Approve an announced event."""
    row = _get(pk)
    attempt(
        request,
        lambda: approve_event(row=row, by=user_of(request), at=timezone.now()),
        _("Approved."),
    )
    return redirect(row)


@login_required
@require_http_methods(["GET", "POST"])
def decline(request: MemberRequest, pk: int) -> HttpResponse:
    """Say why an event does not count."""
    row = _get(pk)
    need_runner(request.user, row.league)
    form = WhyForm(request.POST or None)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: decline_event(row=row, by=user_of(request), at=timezone.now(), **form.cleaned_data),
        _("Declined for the league. The event itself still takes place."),
    ):
        return redirect(row)
    return _form_page(request, form, _("Decline this event?"), _("Decline"), row)


@login_required
@require_http_methods(["GET", "POST"])
def move(request: MemberRequest, pk: int) -> HttpResponse:
    """Another day, as long as the seven days are kept."""
    row = _get(pk)
    if row.announced_by.user_id != request.user.pk:
        need_runner(request.user, row.league)
    form = SeasonMoveForm(request.POST or None, initial={"to": row.event.begins_on})
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: move_event(row=row, by=user_of(request), at=timezone.now(), **form.cleaned_data),
        pgettext("to another day", "Moved."),
        {"on": "to"},
    ):
        return redirect(row)
    return _form_page(request, form, _("Change the date of this event"), _("Change date"), row)


def _form_page(
    request: MemberRequest,
    form: BaseForm,
    title: str,
    button: str,
    row: LeagueEvent,
    *,
    about: Sanction | None = None,
) -> HttpResponse:
    """The page of a form about an event; *about* a case of it, which is shown beside."""
    context = {
        "form": form,
        "title": title,
        "button": button,
        "back": row.get_absolute_url(),
        "case": about and next(case for case in cases_of(row.event) if case.row == about),
    }
    return render(request, "leagues/league/form.html", context, status=status_of(form))


# --- Sanctions --------------------------------------------------------------------------------
@login_required
@require_http_methods(["GET", "POST"])
def sanction(request: MemberRequest, pk: int) -> HttpResponse:
    """Record a case; nobody judges his own game."""
    row = _get(pk)
    me = _me(request)
    if me.pk not in judges_of(row, timezone.now()):
        raise PermissionDenied
    form = SanctionForm(request.POST or None, event=row.event)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: give_sanction(row=row, judge=me, at=timezone.now(), **form.cleaned_data),
        _("Recorded. The table and the rating will be updated."),
        {"judge": "player"},
    ):
        return redirect(row)
    return _form_page(request, form, _("Record a sanction"), _("Record"), row)


def _sanction(pk: int) -> Sanction:
    rows = Sanction.objects.select_related("league_event__league", "league_event__event", "player")
    return get_object_or_404(rows, pk=pk)


@login_required
@require_http_methods(["GET", "POST"])
def appeal(request: MemberRequest, pk: int) -> HttpResponse:
    """Appeal against a sanction."""
    sanction, me = _sanction(pk), _me(request)
    if me.pk not in (sanction.player.member_id, sanction.league_event.announced_by_id):
        raise PermissionDenied
    form = WhyForm(request.POST or None)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: sanctions.appeal(sanction=sanction, by=me, at=timezone.now(), **form.cleaned_data),
        _("A league organiser will decide."),
    ):
        return redirect(sanction.league_event)
    return _form_page(
        request,
        form,
        _("Appeal against this sanction"),
        _("Appeal"),
        sanction.league_event,
        about=sanction,
    )


@login_required
@require_http_methods(["GET", "POST"])
def decide(request: MemberRequest, pk: int) -> HttpResponse:
    """Decide an appeal, with the reason."""
    sanction, me = _sanction(pk), _me(request)
    need_runner(request.user, sanction.league_event.league)
    form = DecisionForm(request.POST or None)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: decide_appeal(sanction=sanction, by=me, at=timezone.now(), **form.cleaned_data),
        _("Decided. The standings and ratings are being updated."),
        {"by": "upheld"},
    ):
        return redirect(sanction.league_event)
    return _form_page(
        request, form, _("Decide the appeal"), _("Decide"), sanction.league_event, about=sanction
    )
