"""Running a term: settings, sign-up, divisions, start, close, organisers, rollover."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from goclub.common.forms import WhyForm
from goclub.common.http import attempt, carried_out, status_of
from goclub.common.notation import labelled
from goclub.common.reading import read_number
from goclub.common.refusals.forms import add_refusal
from goclub.common.refusals.registry import describe
from goclub.common.sure import ask, is_sure
from goclub.leagues.league.queries import get_league
from goclub.leagues.league.services.rights import league_day, need_runner, runs
from goclub.leagues.models import Division, Entry, League, Rollover, Term
from goclub.leagues.official.forms import (
    EnterForm,
    OrganiserForm,
    RolloverForm,
    SizesForm,
    TermForm,
    WithdrawForm,
    read_order,
)
from goclub.leagues.official.labels.overview import close_question, start_question
from goclub.leagues.official.labels.records import waits_of
from goclub.leagues.official.queries.terms import get_term, signed_up, withdrawals_of
from goclub.leagues.official.services import divisions, terms
from goclub.leagues.official.services.closing import (
    close_term,
    confirm_organisers,
    correct_record,
    propose_organisers,
)
from goclub.leagues.official.services.records import recorded, standing_of
from goclub.leagues.official.services.terms import (
    change_term,
    open_term,
    place_entry,
    reinstate,
    seed_divisions,
    start_term,
)
from goclub.members.models import Member
from goclub.members.requests import MemberRequest, user_of
from ratings.errors import RuleError
from tournaments.official.divisions import Moved


@login_required
@require_http_methods(["GET", "POST"])
def new(request: MemberRequest, slug: str) -> HttpResponse:
    """Open a term for sign-up, with the settings of the one before."""
    league = get_league(slug)
    need_runner(request.user, league)
    if league.kind != League.Kind.OFFICIAL:
        raise Http404
    term = Term.next_for(league)
    form = TermForm(request.POST or None, instance=term)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: open_term(term=form.instance, by=user_of(request), at=timezone.now()),
        _("Sign-up is now open to members."),
    ):
        return redirect(form.instance)
    context = {"league": league, "form": form, "title": _("Open a new term")}
    return render(request, "leagues/official/term_form.html", context, status=status_of(form))


@login_required
@require_http_methods(["GET", "POST"])
def settings(request: MemberRequest, slug: str, number: int) -> HttpResponse:
    """Change the settings that may still change."""
    term = get_term(slug, number)
    need_runner(request.user, term.league)
    form = TermForm(request.POST or None, instance=term)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: change_term(term=form.instance, by=user_of(request), at=timezone.now()),
        _("Saved."),
    ):
        return redirect(term)
    context = {
        "league": term.league,
        "term": term,
        "form": form,
        "title": _("Settings for %(term)s") % {"term": term.name},
    }
    return render(request, "leagues/official/term_form.html", context, status=status_of(form))


# --- Signing up -------------------------------------------------------------------------------
@login_required
@require_POST
def sign_up(request: MemberRequest, slug: str, number: int) -> HttpResponse:
    """Sign oneself up, or say whether one would organise."""
    term = get_term(slug, number)
    me = request.member
    if me is None:
        raise PermissionDenied
    attempt(
        request,
        lambda: terms.sign_up(
            term=term,
            member=me,
            by=user_of(request),
            at=timezone.now(),
            willing="willing" in request.POST,
        ),
        _("You are in. Good games!"),
    )
    return redirect(term)


@login_required
@require_POST
def sign_off(request: MemberRequest, slug: str, number: int, pk: int) -> HttpResponse:
    """Take an entry back before the start."""
    term = get_term(slug, number)
    entry = get_object_or_404(Entry.objects.select_related("member"), term=term, member=pk)
    entry.term = term
    attempt(
        request,
        lambda: terms.sign_off(entry=entry, by=user_of(request), at=timezone.now()),
        _("Entry withdrawn."),
    )
    return redirect(term)


@login_required
@require_http_methods(["GET", "POST"])
def players(request: MemberRequest, slug: str, number: int) -> HttpResponse:
    """Players and divisions before the start, for the organisers."""
    term = get_term(slug, number)
    need_runner(request.user, term.league)
    enter = EnterForm(request.POST if "enter" in request.POST else None, term=term)
    sizes = SizesForm(request.POST if "seed" in request.POST else None)
    user, now = user_of(request), timezone.now()
    if "enter" in request.POST and carried_out(
        request,
        enter,
        lambda: terms.sign_up(term=term, member=enter.cleaned_data["member"], by=user, at=now),
        _("Player entered."),
    ):
        return redirect(request.path)
    if "seed" in request.POST and carried_out(
        request,
        sizes,
        lambda: seed_divisions(term=term, by=user, at=now, sizes=sizes.cleaned_data["sizes"]),
        _("Divisions assigned by today’s points."),
    ):
        return redirect(request.path)
    if "place" in request.POST:
        return _place(request, term)
    context = {
        "league": term.league,
        "term": term,
        "enter": enter,
        "sizes": sizes,
        "signed_up": signed_up(term),
        "divisions": list(term.divisions.order_by("level")),
        "count": term.entries.count(),
    }
    status = 422 if enter.errors or sizes.errors else 200
    return render(request, "leagues/official/players.html", context, status=status)


def _place(request: MemberRequest, term: Term) -> HttpResponse:
    """Move one player to another division."""
    entry = get_object_or_404(
        Entry, term=term, pk=read_number(request.POST.get("place")), division__isnull=False
    )
    division = get_object_or_404(Division, term=term, pk=read_number(request.POST.get("division")))
    attempt(
        request,
        lambda: place_entry(entry=entry, division=division, by=user_of(request), at=timezone.now()),
        _("Moved."),
    )
    return redirect(request.path)


@login_required
@require_POST
def start(request: MemberRequest, slug: str, number: int) -> HttpResponse:
    """Fix the points and draw up the pairings; asked once more."""
    term = get_term(slug, number)
    need_runner(request.user, term.league)
    if not is_sure(request) and (question := start_question(term, timezone.now())):
        return ask(request, question)
    attempt(
        request,
        lambda: start_term(term=term, by=user_of(request), at=timezone.now()),
        _("The term has started. Everyone can see the games to play."),
    )
    return redirect(term)


@login_required
@require_http_methods(["GET", "POST"])
def withdraw(request: MemberRequest, slug: str, number: int, pk: int) -> HttpResponse:
    """Leave a term that is played, or let somebody leave; take it back."""
    term = get_term(slug, number)
    entry = get_object_or_404(Entry.objects.select_related("member"), term=term, member=pk)
    entry.term = term
    user = user_of(request)
    back = bool(entry.withdrawn_on)
    if (entry.member.user_id != user.pk or back) and not runs(request.user, term.league):
        raise PermissionDenied
    today = league_day(term.league, timezone.now())
    form: WhyForm | WithdrawForm = (
        WhyForm(request.POST or None)
        if back
        else WithdrawForm(request.POST or None, initial={"on": today})
    )
    if request.method == "POST" and form.is_valid():
        act = reinstate if back else terms.withdraw
        try:
            act(entry=entry, by=user, at=timezone.now(), **form.cleaned_data)
        except RuleError as error:
            add_refusal(form, error)
        else:
            messages.success(
                request, _("Done. The standings have been recalculated; the history is kept.")
            )
            return redirect(entry)
    context = {"league": term.league, "term": term, "entry": entry, "form": form, "back": back}
    return render(request, "leagues/official/withdraw.html", context, status=status_of(form))


# --- The end ----------------------------------------------------------------------------------
@login_required
@require_POST
def close(request: MemberRequest, slug: str, number: int) -> HttpResponse:
    """Close the term and keep its tables for good; asked once more."""
    term = get_term(slug, number)
    need_runner(request.user, term.league)
    if not is_sure(request) and (question := close_question(term, timezone.now())):
        return ask(request, question)
    attempt(
        request,
        lambda: close_term(term=term, by=user_of(request), at=timezone.now()),
        _("Closed. The final table is kept for good."),
    )
    return redirect(term)


@login_required
@require_http_methods(["GET", "POST"])
def correct(request: MemberRequest, slug: str, number: int) -> HttpResponse:
    """Record what a later correction of a game changed, and why."""
    term = get_term(slug, number)
    need_runner(request.user, term.league)
    if term.state != Term.State.CLOSED:
        raise Http404
    form = WhyForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            record = correct_record(
                term=term,
                by=user_of(request),
                at=timezone.now(),
                reason=form.cleaned_data["reason"],
            )
        except RuleError as error:
            add_refusal(form, error)
        else:
            messages.success(request, _("Recorded. The previous table is kept beside it."))
            return redirect(record)
    standing = standing_of(term)
    context = {
        "league": term.league,
        "term": term,
        "form": form,
        "kept": standing.groups,
        "groups": standing.live,
        "waits": waits_of(term, standing, request.user),
        "unfilled": bool(standing.pending and standing.pending.unfilled),
    }
    return render(request, "leagues/official/correct.html", context, status=status_of(form))


@login_required
@require_http_methods(["GET", "POST"])
def organisers(request: MemberRequest, slug: str, number: int) -> HttpResponse:
    """The next two organisers with the reasoning, for the chair to confirm (S1-25, S1-26)."""
    term = get_term(slug, number)
    if not request.user.has_perm("leagues.confirm_organisers"):
        raise PermissionDenied
    if term.state != Term.State.CLOSED:
        raise Http404
    sharing, problem, proposal = [], "", None
    top = recorded(term)[0]
    decided = read_order(request.POST or request.GET, [row.entry for row in top.rows])
    try:
        proposal = propose_organisers(
            term, on=league_day(term.league, timezone.now()), decided=decided
        )
    except RuleError as error:
        problem = describe(error)
        if error.reason == "official.shared_place":
            sharing = [row for row in top.rows if row.entry in error.value]  # type: ignore[operator]
        elif error.field == "born":
            who = next(row.name for row in top.rows if row.entry == error.value)
            problem = labelled(who, problem)
    initial: dict[str, object] = {}
    if proposal:
        initial = {"winner": proposal.winner, "booby": proposal.booby}
    form = OrganiserForm(request.POST or None, term=term, initial=initial)
    if request.method == "POST" and carried_out(
        request,
        form,
        lambda: confirm_organisers(
            term=term,
            by=user_of(request),
            at=timezone.now(),
            proposal=proposal,
            **form.cleaned_data,
        ),
        _("Confirmed: both are organisers from tomorrow."),
    ):
        return redirect(term)
    context = {
        "league": term.league,
        "term": term,
        "form": form,
        "proposal": proposal,
        "problem": problem,
        "sharing": sharing,
        "waits": waits_of(term, standing_of(term), request.user),
        "order": [(entry, place) for place, entry in enumerate(decided, 1)],
    }
    return render(request, "leagues/official/organisers.html", context, status=status_of(form))


@login_required
@require_http_methods(["GET", "POST"])
def rollover(request: MemberRequest, slug: str, number: int) -> HttpResponse:
    """Promotion and relegation: look at it, then carry it out once."""
    term = get_term(slug, number)
    need_runner(request.user, term.league)
    if term.state != Term.State.CLOSED:
        raise Http404
    if done := Rollover.objects.filter(term=term).select_related("into__league").first():
        messages.info(request, _("This term has already been carried over."))
        return redirect(done.into)
    form = RolloverForm(request.POST or None, term=term)
    plan, problem, decided = None, "", []
    if request.method == "GET" or form.is_valid():
        data = form.cleaned_data if form.is_bound else {}
        choices = {
            "leaving": [member.pk for member in data.get("leaving", ())],
            "joining": [member.pk for member in data.get("joining", ())],
        }
        members = list(term.entries.values_list("member_id", flat=True))
        decided = read_order(request.POST, members)
        try:
            plan = divisions.plan_rollover(term, **choices, decided=decided)
            if "carry" in request.POST:
                found = divisions.carry_out(
                    term=term,
                    by=user_of(request),
                    at=timezone.now(),
                    fingerprint=request.POST.get("fingerprint", ""),
                    decided=decided,
                    leaving=choices["leaving"],
                    joining=choices["joining"],
                    into=form.instance,
                )
                messages.success(request, _("The next term is open, with new divisions."))
                return redirect(found.into)
        except RuleError as error:
            problem = describe(error)
            if error.field in form.fields:
                add_refusal(form, error)
    context = {
        "league": term.league,
        "term": term,
        "form": form,
        "plan": plan,
        "waits": waits_of(term, standing_of(term), request.user),
        "problem": problem,
        "order": [(pk, place) for place, pk in enumerate(decided, 1)],
        "undecided": _undecided(plan) if plan else [],
        "moves": _moves(plan, term) if plan else [],
    }
    status = 422 if form.errors or problem else 200
    return render(request, "leagues/official/rollover.html", context, status=status)


def _undecided(plan: divisions.Plan) -> list[tuple[str, str, int, list[Member]]]:
    return [
        (one.division, one.move.value, one.seats, [plan.members[int(pk)] for pk in one.players])
        for one in plan.preview.undecided
    ]


def _moves(plan: divisions.Plan, term: Term) -> list[tuple[Moved, Member, date | None]]:
    """Who moves where, each with the day on which he withdrew from the term."""
    gone = withdrawals_of(term)
    return [
        (move, plan.members[int(move.player)], gone.get(int(move.player)))
        for move in plan.preview.moves
    ]
