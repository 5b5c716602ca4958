"""One pairing: its conditions, its appointment, its report, its forfeit."""

from __future__ import annotations

import uuid
from typing import TypedDict

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from goclub.common.forms import WhyForm
from goclub.common.http import attempt, carried_out, status_of
from goclub.common.pictures.drawing import picture_response
from goclub.common.reading import read_number
from goclub.common.refusals.forms import add_refusal
from goclub.games.models import Game, Toss
from goclub.games.rating.systems.paa.conditions import conditions_text
from goclub.leagues.league.services.rights import league_day, need_runner, runs
from goclub.leagues.models import League, Match, Term
from goclub.leagues.official.forms import ArrangeForm, ForfeitForm, MatchReportForm
from goclub.leagues.official.labels.records import waits_of
from goclub.leagues.official.labels.sharing import match_picture, shared_match
from goclub.leagues.official.queries.terms import match_page
from goclub.leagues.official.queries.tosses import toss_of
from goclub.leagues.official.services import matches
from goclub.leagues.official.services.matches import (
    black_of,
    candidates,
    conditions_of,
    link_game,
    report_match,
)
from goclub.leagues.official.services.records import standing_of, waiting_terms
from goclub.members.models import Member
from goclub.members.requests import MemberRequest, user_of
from goclub.members.visitors import shown_to_visitors
from ratings.errors import RuleError
from ratings.paa.conditions import Conditions


def _get(pk: int) -> Match:
    return get_object_or_404(match_page(pk))


class MatchContext(TypedDict):
    """What every page of a pairing shows."""

    league: League
    term: Term
    match: Match
    is_open: bool
    unfilled: bool
    may_report: bool
    may_reopen: bool
    plays: bool
    runs: bool
    conditions: Conditions
    conditions_text: str
    black: Member | None
    toss: Toss | None


def _context(request: MemberRequest, match: Match) -> MatchContext:
    term = match.division.term
    user = user_of(request) if request.user.is_authenticated else None
    conditions = conditions_of(match)
    black = black_of(match, conditions)
    toss = toss_of(match) if black is None else None
    may_run = runs(request.user, term.league)
    plays = matches.plays(match, user)
    closed = term.state == Term.State.CLOSED
    return {
        "league": term.league,
        "term": term,
        "match": match,
        "is_open": matches.takes_result(match, term, runs=may_run),
        "may_report": (plays and not closed)
        or (may_run and request.user.has_perm("games.report_for_others")),
        "unfilled": closed and matches.is_open(match),
        "may_reopen": may_run and not plays and _may_reopen(match, term),
        "plays": plays,
        "runs": may_run,
        "conditions": conditions,
        "conditions_text": conditions_text(conditions),
        "black": black if toss is None else toss.black,
        "toss": toss,
    }


def _may_reopen(match: Match, term: Term) -> bool:
    if term.state == Term.State.RUNNING:
        return not matches.is_open(match)
    return matches.decided_since(match, term)


@require_safe
@shown_to_visitors
def match(request: MemberRequest, pk: int) -> HttpResponse:
    """A pairing, and what the reader may do about it."""
    found = _get(pk)
    shown = _context(request, found)
    context: dict[str, object] = {**shown}
    term = shown["term"]
    if term.state == Term.State.CLOSED and waiting_terms([term.pk]):
        context["waits"] = waits_of(term, standing_of(term), request.user)
    if shown["is_open"] and (shown["plays"] or shown["runs"]):
        if not shown["unfilled"]:
            context["arrange"] = ArrangeForm(
                zone=shown["league"].zone,
                initial={"arranged_for": found.arranged_for, "place": found.place},
            )
        context["candidates"] = candidates(found)
    context["history"] = found.history.select_related("history_user").order_by("history_id")
    context["shared_page"] = shared_match(found, request.club)
    return render(request, "leagues/official/match.html", context)


@require_safe
@shown_to_visitors
def picture(request: MemberRequest, pk: int) -> HttpResponse:
    """A pairing before its game, as those see it to whom it is shown elsewhere."""
    found = _get(pk)
    conditions = conditions_text(conditions_of(found))
    return picture_response(request, match_picture(found, conditions, request.club))


@login_required
@require_POST
def arrange(request: MemberRequest, pk: int) -> HttpResponse:
    """Note when and where the two will play."""
    found = _get(pk)
    form = ArrangeForm(request.POST, zone=found.division.term.league.zone)
    if form.is_valid():
        data = form.cleaned_data
        try:
            matches.arrange(
                match=found,
                by=user_of(request),
                at=timezone.now(),
                when=data["arranged_for"],
                place=data["place"],
            )
        except RuleError as error:
            add_refusal(form, error)
        else:
            messages.success(request, _("Saved."))
            return redirect(found)
    elif not matches.plays(found, user_of(request)):
        need_runner(request.user, found.division.term.league)
    context = _context(request, found) | {"arrange": form}
    return render(request, "leagues/official/match.html", context, status=422)


@login_required
@require_http_methods(["GET", "POST"])
def report(request: MemberRequest, pk: int) -> HttpResponse:
    """Report the game: the ordinary form, filled with players and conditions."""
    found = _get(pk)
    if not matches.plays(found, user_of(request)):
        need_runner(request.user, found.division.term.league)
    context = _context(request, found)
    if request.method == "POST":
        form = MatchReportForm(request.POST, match=found)
        if form.is_valid() and (game := _store(request, form, found)):
            messages.success(request, _("Reported. It counts once your opponent confirms it."))
            return redirect(game)
        status = 422
    else:
        if not context["is_open"]:
            messages.info(request, _("This pairing already has a result or a report."))
            return redirect(found)
        form = MatchReportForm(match=found, initial=_initial(found, context))
        status = 200
    return render(request, "leagues/official/report.html", context | {"form": form}, status=status)


def _initial(match: Match, context: MatchContext) -> dict[str, object]:
    conditions, black, term = context["conditions"], context["black"], context["term"]
    initial: dict[str, object] = {
        "key": uuid.uuid4(),
        "played_on": min(league_day(term.league, timezone.now()), term.ends_on),
        "handicap": conditions.handicap,
        "komi": conditions.komi2,
        "place": match.place,
    }
    if black is not None:
        white = match.second.member if black == match.first.member else match.first.member
        initial |= {"black": str(black.pk), "white": str(white.pk)}
    return initial


def _store(request: MemberRequest, form: MatchReportForm, match: Match) -> Game | None:
    assert form.facts is not None
    try:
        return report_match(
            match=match,
            facts=form.facts,
            by=user_of(request),
            at=timezone.now(),
            key=form.cleaned_data["key"],
            other_conditions=form.cleaned_data["other_conditions"],
        )
    except RuleError as error:
        add_refusal(form, error)
    return None


@login_required
@require_POST
def link(request: MemberRequest, pk: int) -> HttpResponse:
    """Take a game that is here already."""
    found = _get(pk)
    number = read_number(request.POST.get("game"))
    game = get_object_or_404(Game.objects.with_players(), pk=number)
    attempt(
        request,
        lambda: link_game(match=found, game=game, by=user_of(request), at=timezone.now()),
        _("This game now counts for the pairing."),
    )
    return redirect(found)


@login_required
@require_http_methods(["GET", "POST"])
def forfeit(request: MemberRequest, pk: int) -> HttpResponse:
    """Record a forfeit; a player may only concede his own game."""
    found = _get(pk)
    user = user_of(request)
    only = ""
    if matches.plays(found, user):
        only = "first" if found.first.member.user_id == user.pk else "second"
    else:
        need_runner(request.user, found.division.term.league)
    form = ForfeitForm(request.POST or None, match=found, only=only)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: matches.forfeit(match=found, by=user, at=timezone.now(), **form.cleaned_data),
        _("Recorded. It counts for the standings but not for points."),
    ):
        return redirect(found)
    context = _context(request, found) | {
        "form": form,
        "title": _("Concede the game?") if only else _("Record a forfeit"),
        "button": _("Concede") if only else _("Record"),
    }
    return render(request, "leagues/official/match_form.html", context, status=status_of(form))


@login_required
@require_http_methods(["GET", "POST"])
def reopen(request: MemberRequest, pk: int) -> HttpResponse:
    """Take a forfeit back, or let go of the game."""
    found = _get(pk)
    need_runner(request.user, found.division.term.league)
    if matches.plays(found, user_of(request)):
        raise PermissionDenied
    form = WhyForm(request.POST or None)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: matches.reopen(
            match=found, by=user_of(request), at=timezone.now(), **form.cleaned_data
        ),
        _("Pairing reopened."),
    ):
        return redirect(found)
    context = _context(request, found) | {
        "form": form,
        "title": _("Reopen this pairing?"),
        "button": _("Reopen"),
    }
    return render(request, "leagues/official/match_form.html", context, status=status_of(form))
